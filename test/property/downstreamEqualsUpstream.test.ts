import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { chooseCluster } from '../../src/cluster/openCluster.js';
import { readEnvironment } from '../../src/conf/environment.js';
import { withPlantedFaults } from '../../src/conf/plantedFaults.js';
import { loadWorkload } from '../../src/conf/workload.js';
import { reap } from '../../src/process/reap.js';
import { progressLine } from '../../src/report/progress.js';
import { failureLine } from '../../src/report/summary.js';
import { hunt } from '../../src/search/hunt.js';

/** A line of progress every so many ms. */
const BETWEEN_LINES = 15_000;

test('downstream = upstream = model under DDL, DML and capture kills', async ({ signal }) => {
  const {
    cluster,
    workload: name,
    runs,
    path,
    out,
    shrinkMinutes,
    ...environment
  } = readEnvironment(process.env);
  const seed = environment.seed ?? randomInt(2 ** 31);
  const workload = loadWorkload(name);
  const { conf: chosen, why } = await chooseCluster(cluster);
  const conf = withPlantedFaults(chosen, process.env['CDCHECK_FAULTS']);
  reap();
  const begun = performance.now();
  let said = begun;
  const caught = await hunt({
    conf,
    workload,
    runs,
    seed,
    path,
    out,
    minutes: null,
    shrinkMinutes,
    isInterrupted: () => signal.aborted,
    onOpen: () => {
      console.log(`${why}, workload ${name}, ${runs} runs, seed ${seed}`);
    },
    onFailure: ({ verdict }) => {
      console.log(failureLine(verdict));
    },
    onRun: (phase, statistics) => {
      const now = performance.now();
      if (now - said < BETWEEN_LINES) return;
      said = now;
      console.log(progressLine({ phase, statistics, elapsed: now - begun, runs, limit: null }));
    },
  });
  const { statistics } = caught;
  console.log(`${statistics.runs} runs, ${statistics.commands} commands, ${statistics.kills} kills`);
  if (caught.kind !== 'passed') expect.fail(caught.text);
});
