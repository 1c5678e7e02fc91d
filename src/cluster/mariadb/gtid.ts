/** A GTID position of MariaDB, `domain-server-sequence,…`, as the latest sequence number of each domain. */
type Position = ReadonlyMap<string, bigint>;

function parse(position: string): Position {
  const latest = new Map<string, bigint>();
  for (const gtid of position.split(',')) {
    const [domain, , sequence] = gtid.trim().split('-');
    if (domain !== undefined && sequence !== undefined) latest.set(domain, BigInt(sequence));
  }
  return latest;
}

/** Whether a server at `reached` has everything up to `target`. Sequence numbers only grow within a domain. */
export function covers(reached: string, target: string): boolean {
  const have = parse(reached);
  return [...parse(target)].every(([domain, sequence]) => (have.get(domain) ?? -1n) >= sequence);
}
