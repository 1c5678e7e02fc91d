import type { Anomaly } from '../check/anomaly.js';
import type { Dialect } from '../sql/dialect.js';
import { causeOf, type Clause } from './cause.js';
import type { Divergence, RowStory } from './explanation.js';
import { nearestKill } from './nearest.js';
import { wrongText } from './phrases.js';
import type { Scene } from './scene.js';
import { refusal } from './refusal.js';
import { divergence as divergenceAt } from './divergence.js';
import { stuckAt } from './stuck.js';
import { tableDivergence } from './tableDivergence.js';

/** What an anomaly comes down to: a sentence, and where it happened. */
export interface Finding extends Clause {
  readonly table: string | null;
  readonly divergence: Divergence | null;
}

/** What the evidence tells of one anomaly. */
export function findingOf(
  anomaly: Anomaly,
  stories: readonly RowStory[],
  scene: Scene,
  dialect: Dialect,
): Finding {
  switch (anomaly.kind) {
    case 'lostRows':
    case 'extraRows':
    case 'wrongRows':
    case 'wrongTable':
    case 'wrongPartition':
      return rowFinding(anomaly, stories, scene);
    case 'missingTable':
    case 'extraTable':
    case 'schemaDiffers':
      return tableFinding(anomaly, scene);
    case 'failed':
      return refusalFinding(anomaly, scene, dialect);
    case 'stuck':
      return stuckFinding(anomaly, scene);
    case 'upstreamWrong':
      return upstreamFinding(anomaly);
    case 'logAlarm':
    case 'checkpointBackwards':
      return {
        text: `${anomaly.detail}: the evidence does not say by which command`,
        table: anomaly.table,
        commands: anomaly.commands,
        divergence: null,
      };
  }
}

function rowFinding(anomaly: Anomaly, stories: readonly RowStory[], scene: Scene): Finding {
  const own = stories.filter(({ anomaly: kind, table }) => kind === anomaly.kind && table === anomaly.table);
  const story = own.find(({ divergence }) => divergence !== null);
  if (story === undefined) return tableFinding(anomaly, scene);
  const { divergence, kill } = story;
  return {
    ...joined(wrongText(anomaly), causeOf(divergence, kill, scene)),
    table: anomaly.table,
    divergence,
  };
}

function tableFinding(anomaly: Anomaly, scene: Scene): Finding {
  const divergence = tableDivergence(anomaly.table ?? '', scene);
  const cause = causeOf(divergence, nearestKill(divergence, scene), scene);
  return { ...joined(wrongText(anomaly), cause), table: anomaly.table, divergence };
}

function refusalFinding(anomaly: Anomaly, whole: Scene, dialect: Dialect): Finding {
  const { server, table, command, divergence, scene } = refusal(anomaly, whole, dialect);
  const { commands } = scene;
  const on = table === null ? '' : ` of ${table}`;
  const change = command === null ? `a change${on}` : `${commands.name(command)}${on}`;
  const error = anomaly.errno === undefined ? 'an error' : `error ${anomaly.errno}`;
  const kill = nearestKill(divergence, scene, server);
  const why = whyRefused(command, divergence, kill, scene);
  return {
    text: `${server} refuses ${change} with ${error}: ${why.text}`,
    table,
    commands: [
      ...(command === null ? [] : [command]),
      ...why.commands.filter((number) => number !== command),
    ],
    divergence,
  };
}

function whyRefused(
  command: number | null,
  divergence: Divergence | null,
  kill: number | null,
  scene: Scene,
): Clause {
  const before = kill === null ? '' : `, before ${scene.commands.name(kill)}`;
  const killed = kill === null ? [] : [kill];
  const isItself = divergence?.command === command;
  const { against } = divergence ?? { against: null };
  const that = against === null ? 'another change' : scene.commands.name(against);
  switch (divergence?.kind) {
    case undefined:
      return { text: 'the evidence does not say why', commands: [] };
    case 'executedTwice':
      if (!isItself) break;
      return { text: `it had executed it already${before}`, commands: killed };
    case 'unrecorded':
      return {
        text: `it had executed it, at least in part${before}, and not recorded that`,
        commands: killed,
      };
    case 'writtenLate':
      if (!isItself || against === null) break;
      return { text: `it had executed ${that} before, which comes after it upstream`, commands: [against] };
    case 'writtenEarly':
      if (!isItself || against === null) break;
      return { text: `it had not executed ${that} yet, which comes before it upstream`, commands: [against] };
    case 'writtenAgain':
      if (command !== null || against === null) break;
      return {
        text: `it had executed all of upstream's, so it came once more, after ${that}`,
        commands: [against],
      };
    default:
      break;
  }
  return causeOf(divergence ?? null, kill, scene);
}

function stuckFinding(anomaly: Anomaly, scene: Scene): Finding {
  const stuck = stuckAt(scene);
  const command = stuck?.told.command ?? null;
  if (stuck === null || command === null) {
    const text = `${anomaly.detail}: the evidence does not say at which command`;
    return { text, table: null, commands: [], divergence: null };
  }
  const table = scene.commands.tablesOf(command)[0] ?? null;
  const on = table === null ? '' : ` of ${table}`;
  const how = stuck.wasExecuted ? 'although it was executed there' : 'which was never executed there';
  return {
    text: `downstream does not get past ${scene.commands.name(command)}${on}, ${how}`,
    table,
    commands: [command],
    divergence: divergenceAt('stuckAt', stuck.told, null),
  };
}

function upstreamFinding(anomaly: Anomaly): Finding {
  const [command = null] = anomaly.commands;
  const where = anomaly.table === null ? '' : ` in ${anomaly.table}`;
  return {
    text: `${wrongText(anomaly)}: upstream itself is wrong${where}, replication is not concerned`,
    table: anomaly.table,
    commands: anomaly.commands,
    divergence: { kind: 'upstream', command, against: null, capture: null, position: null, at: null },
  };
}

function joined(what: string, { text, commands }: Clause): Clause {
  return { text: `${what}: ${text}`, commands };
}
