import type { Anomaly } from '../check/anomaly.js';
import type { Dialect } from '../sql/dialect.js';
import type { Conclusion, Removal, RowStory } from './explanation.js';
import { findingOf } from './finding.js';
import { needless } from './needless.js';
import type { Scene } from './scene.js';

/** What the verdict is made of. */
export interface Findings {
  readonly anomalies: readonly Anomaly[];
  readonly stories: readonly RowStory[];
  readonly scene: Scene;
  /** Runs without a failure that are enough to say that it does not fail. */
  readonly enough: number;
  readonly needed: readonly Removal[];
}

/**
 * The verdict, from the evidence of one failing run and from the commands without which it does not happen. Of several anomalies it is
 * about the first one whose cause the evidence tells.
 */
export function verdictOn(findings: Findings, dialect: Dialect): Conclusion {
  const { anomalies, stories, scene, enough, needed } = findings;
  const found = anomalies.map((anomaly) => findingOf(anomaly, stories, scene, dialect));
  const best = found.find(({ divergence }) => divergence !== null) ?? found[0];
  if (best === undefined) {
    return {
      sentence: 'it did not fail, so there is nothing to explain',
      table: null,
      commands: [],
      divergence: null,
    };
  }
  const { text, table, commands, divergence } = best;
  const others = found.length - 1;
  const more = others === 0 ? '' : ` (and ${others} more ${others === 1 ? 'anomaly' : 'anomalies'})`;
  const without = needless(needed, enough, commands, stories, scene.commands);
  return {
    sentence: `${text}${more}${without === null ? '' : `; ${without.text}`}`,
    table,
    commands: [...new Set([...commands, ...(without?.commands ?? [])])],
    divergence,
  };
}
