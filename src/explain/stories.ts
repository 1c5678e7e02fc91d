import type { Anomaly, RowDifference } from '../check/anomaly.js';
import { commandOfToken } from '../../model/token.js';
import type { Told } from './attribute.js';
import type { Divergence, Moment, RowStory } from './explanation.js';
import { samePlace, type Fate, type Place } from './fates.js';
import { rowDivergence } from './rowDivergence.js';
import { fatesOfRow, type WrongRow } from './rowFates.js';
import { nearestDdl, nearestKill } from './nearest.js';
import type { Course, Scene } from './scene.js';

/** Rows of one anomaly that are looked at one by one; of more, the first ones stand for the others. */
const MOST = 200;

/** What happened to the rows of these anomalies. Rows next to each other with the same story are one entry. */
export function storiesOf(anomalies: readonly Anomaly[], scene: Scene): readonly RowStory[] {
  return anomalies.flatMap((anomaly) => {
    const stories: RowStory[] = [];
    for (const row of anomaly.rows.slice(0, MOST)) {
      const story = storyOf(row, anomaly, scene);
      const last = stories.at(-1);
      if (last !== undefined && sameStory(last, story)) {
        stories[stories.length - 1] = { ...last, to: story.to, count: last.count + 1 };
      } else stories.push(story);
    }
    return stories;
  });
}

function storyOf(difference: RowDifference, { kind, table }: Anomaly, scene: Scene): RowStory {
  const sides = [difference.upstream, difference.downstream, difference.model];
  const tokens = sides.flatMap((side) => (typeof side?.data === 'string' ? [side.data] : []));
  const row: WrongRow = {
    table: table ?? '',
    id: difference.id,
    tokens: new Set(kind === 'wrongTable' ? tokens : []),
  };
  const [token] = tokens;
  const writer = commandOfToken(token ?? null);
  const divergence: Divergence | null =
    kind === 'upstreamWrong'
      ? { kind: 'upstream', command: writer, against: null, capture: null, position: null, at: null }
      : rowDivergence(row, scene);
  return {
    anomaly: kind,
    table: row.table,
    from: row.id,
    to: row.id,
    count: 1,
    writer: writer === null || token === undefined ? null : { command: writer, token },
    upstream: momentsOf(scene.upstream, row),
    downstream: scene.downstream === null ? [] : momentsOf(scene.downstream, row),
    ddl: nearestDdl(divergence, row.table, scene),
    kill: nearestKill(divergence, scene),
    divergence,
  };
}

function momentsOf(course: Course, row: WrongRow): readonly Moment[] {
  return fatesOfRow(course, row).flatMap((fate) => {
    const told = course.told[fate.entry];
    if (told === undefined) return [];
    const { command, position, at, capture } = told;
    return [
      {
        command,
        position: position.startsWith('#') ? null : position,
        at,
        capture,
        text: textOf(fate, told),
      },
    ];
  });
}

function textOf({ before, after }: Fate, { change }: Told): string {
  if (after === null)
    return change.kind === 'ddl' ? `gone from ${placeText(before)}` : `removed from ${placeText(before)}`;
  if (samePlace(before, after)) return `written into ${placeText(after)} again`;
  if (change.kind === 'write') return `written into ${placeText(after)} as ${after.data}`;
  return before === null
    ? `back in ${placeText(after)}`
    : `moved from ${placeText(before)} to ${placeText(after)}`;
}

function placeText(place: Place | null): string {
  if (place === null) return 'nowhere';
  return place.partition === null ? place.table : `${place.partition} of ${place.table}`;
}

/** Whether rows next to each other had the same done to them by the same commands. */
function sameStory(a: RowStory, b: RowStory): boolean {
  return a.to + 1 === b.from && key(a) === key(b);
}

function key({ writer, upstream, downstream, divergence }: RowStory): string {
  const plain = ({ text, ...rest }: Moment): unknown => ({ ...rest, text: text.replace(/ as \S+$/, '') });
  const moments = [upstream, downstream].map((side) => side.map(plain));
  return JSON.stringify([writer?.command, moments, divergence]);
}
