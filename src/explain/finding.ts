import type { Anomaly } from '../check/anomaly.js';
import type { Dialect } from '../sql/dialect.js';
import { causeOf, type Clause } from './cause.js';
import type { Divergence, RowStory } from './explanation.js';
import { nearestKill } from './nearest.js';
import { wrongText } from './phrases.js';
import type { Scene } from './scene.js';
import { refusal, stuckAt } from './standstill.js';
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

function refusalFinding(anomaly: Anomaly, scene: Scene, dialect: Dialect): Finding {
  const { server, table, divergence } = refusal(anomaly, scene, dialect);
  const error = anomaly.errno === undefined ? 'an error' : `error ${anomaly.errno}`;
  const command = divergence?.command ?? null;
  if (divergence === null || command === null) {
    const text = `${server} stopped with ${error}: the evidence does not say at which command`;
    return { text, table, commands: [], divergence };
  }
  const kill = nearestKill(divergence, scene);
  const before = kill === null ? '' : `, before ${scene.commands.name(kill)}`;
  const on = table === null ? '' : ` of ${table}`;
  const what = `${server} refuses ${scene.commands.name(command)}${on} with ${error}`;
  const finding = (why: string, ...commands: readonly (number | null)[]): Finding => ({
    text: `${what}: ${why}`,
    table,
    commands: [command, ...commands.filter((number) => number !== null)],
    divergence,
  });
  if (divergence.kind === 'executedTwice') return finding(`it had executed it already${before}`, kill);
  if (divergence.kind === 'unrecorded') {
    return finding(`it had executed it, at least in part${before}, and not recorded that`, kill);
  }
  return finding('the evidence does not say why');
}

function stuckFinding(anomaly: Anomaly, scene: Scene): Finding {
  const { table, divergence, wasExecuted } = stuckAt(scene);
  const command = divergence?.command ?? null;
  if (command === null) {
    const text = `${anomaly.detail}: the evidence does not say at which command`;
    return { text, table, commands: [], divergence };
  }
  const on = table === null ? '' : ` of ${table}`;
  const how = wasExecuted ? 'although it was executed there' : 'which was never executed there';
  return {
    text: `downstream does not get past ${scene.commands.name(command)}${on}, ${how}`,
    table,
    commands: [command],
    divergence,
  };
}

function upstreamFinding(anomaly: Anomaly): Finding {
  const [command = null] = anomaly.commands;
  return {
    text: `${wrongText(anomaly)}: upstream itself is wrong, replication is not concerned`,
    table: anomaly.table,
    commands: anomaly.commands,
    divergence: { kind: 'upstream', command, against: null, capture: null, position: null, at: null },
  };
}

function joined(what: string, { text, commands }: Clause): Clause {
  return { text: `${what}: ${text}`, commands };
}
