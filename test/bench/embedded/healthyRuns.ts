import * as fc from 'fast-check';
import { openEmbedded } from '../../../src/cluster/embedded/openEmbedded.js';
import { loadWorkload } from '../../../src/conf/workload.js';
import { run } from '../../../src/run/run.js';
import { sequencesFor } from '../../../src/search/arena.js';

/*
 * Healthy runs of 40 commands of partition-ddl on the embedded cluster, in a process of its own, built and without a test
 * runner around them: what `cdcheck run` does for each run (generation, model, check). The argument is how many. Ends with one
 * line of JSON on standard output.
 */

/**
 * What the runs took. `heaps`: the least MB in use during each tenth of them, which is what no collection takes away. It is not
 * asked for, since a collection that is throws compiled code away too.
 */
export interface HealthyRuns {
  readonly runs: number;
  readonly cpuSeconds: number;
  readonly seconds: number;
  readonly heaps: readonly number[];
  /** The first run that did not pass, as text; null where all did. */
  readonly alarm: string | null;
}

/** Runs between two looks at the heap. */
const LOOK = 100;

async function healthyRuns(wanted: number): Promise<HealthyRuns> {
  const cluster = await openEmbedded({ name: 'embedded', faults: [] });
  const workload = { ...loadWorkload('partition-ddl'), length: { min: 40, max: 40 } };
  const heaps: number[] = [];
  let runs = 0;
  let alarm: string | null = null;
  const property = fc.asyncProperty(sequencesFor(workload, cluster), async (sequence) => {
    const { verdict } = await run(sequence, cluster, { stuckAfter: 120_000, evidence: false });
    runs++;
    if (runs % LOOK === 0) {
      const tenth = Math.floor(((runs - 1) * 10) / wanted);
      heaps[tenth] = Math.min(heaps[tenth] ?? Infinity, process.memoryUsage().heapUsed / 1e6);
    }
    if (verdict.kind === 'passed') return true;
    alarm ??= JSON.stringify({ verdict, sequence });
    return false;
  });
  const begun = { cpu: process.cpuUsage(), at: performance.now() };
  await fc.check(property, { numRuns: wanted, seed: 2767, endOnFailure: true });
  const { user, system } = process.cpuUsage(begun.cpu);
  const seconds = (performance.now() - begun.at) / 1000;
  return { runs, cpuSeconds: (user + system) / 1e6, seconds, heaps, alarm };
}

process.stdout.write(`${JSON.stringify(await healthyRuns(Number(process.argv[2])))}\n`);
