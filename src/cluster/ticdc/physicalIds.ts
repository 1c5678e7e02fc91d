/** Under which physical id the rows of a table, or of one of its partitions, are. */
export interface PhysicalId {
  readonly table: string;
  /** Null: the table itself. */
  readonly partition: string | null;
  readonly id: number;
}

/** The physical ids of a database, as rows of three columns: table, partition, id. A table with partitions has an id of its own too, which no row is under. */
export function physicalIdsQuery(database: string): string {
  return `SELECT TABLE_NAME AS t, NULL AS p, TIDB_TABLE_ID AS id FROM information_schema.TABLES WHERE TABLE_SCHEMA = '${database}'
    UNION ALL SELECT TABLE_NAME, PARTITION_NAME, TIDB_PARTITION_ID FROM information_schema.PARTITIONS
    WHERE TABLE_SCHEMA = '${database}' AND PARTITION_NAME IS NOT NULL`;
}

/** The rows of that query, in the order of their ids. */
export function physicalIds(rows: readonly Readonly<Record<string, unknown>>[]): readonly PhysicalId[] {
  return rows
    .map(({ t, p, id }) => ({
      table: String(t),
      partition: typeof p === 'string' ? p : null,
      id: Number(id),
    }))
    .sort((a, b) => a.id - b.id);
}

/** Of a table's physical ids the one under which this partition's rows are; undefined where there is no such one. */
export function physicalIdOf(
  ids: readonly PhysicalId[],
  table: string,
  partition: string | null,
): number | undefined {
  return ids.find((each) => each.table === table && each.partition === partition)?.id;
}

/** What changed from one reading to the next: `t1 p0: 104 → 110`. One line each, in the order of the names. */
export function idChanges(before: readonly PhysicalId[], after: readonly PhysicalId[]): readonly string[] {
  const text = (ids: readonly PhysicalId[]): ReadonlyMap<string, number> =>
    new Map(ids.map(({ table, partition, id }) => [`${table} ${partition ?? '(table)'}`, id]));
  const [old, now] = [text(before), text(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .sort()
    .filter((name) => old.get(name) !== now.get(name))
    .map((name) => `${name}: ${old.get(name) ?? 'not there'} → ${now.get(name) ?? 'gone'}`);
}
