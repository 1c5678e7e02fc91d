import { randomInt } from 'node:crypto';
import { test, type TestContext } from 'vitest';
import { live } from '../../src/cli/live.js';
import { chooseCluster } from '../../src/cluster/openCluster.js';
import { readEnvironment } from '../../src/conf/environment.js';
import { withPlantedFaults } from '../../src/conf/plantedFaults.js';
import { loadWorkload } from '../../src/conf/workload.js';
import { reap } from '../../src/process/reap.js';
import { progressLine, totalsLine } from '../../src/report/progress.js';
import { failureLine } from '../../src/report/summary.js';
import { hunt } from '../../src/search/hunt.js';
import { inOneLine, Told } from '../told.js';

/** What vitest shows of a test: whole lines. */
const screen = live({
  isTTY: false,
  write: (text) => {
    console.log(text.trimEnd());
  },
});

test('downstream = upstream = model under DDL, DML and capture kills', (context) =>
  inOneLine(() => searched(context)));

async function searched({ signal, annotate }: TestContext): Promise<void> {
  const {
    cluster,
    workload: name,
    runs,
    path,
    out,
    shrinkMinutes,
    explainMinutes,
    ...environment
  } = readEnvironment(process.env);
  const seed = environment.seed ?? randomInt(2 ** 31);
  const workload = loadWorkload(name);
  const { conf: chosen, why } = await chooseCluster(cluster);
  const conf = withPlantedFaults(chosen, process.env['CDCHECK_FAULTS']);
  reap();
  const begun = performance.now();
  const caught = await hunt({
    conf,
    workload,
    runs,
    seed,
    path,
    out,
    minutes: null,
    shrinkMinutes,
    explainMinutes,
    isInterrupted: () => signal.aborted,
    onOpen: () => {
      screen.say(`${why}, workload ${name}, ${runs} runs, seed ${seed}`);
    },
    onFailure: ({ verdict }) => {
      screen.say(failureLine(verdict));
    },
    onRun: (phase, statistics) => {
      const elapsed = performance.now() - begun;
      screen.update(() => progressLine({ phase, statistics, elapsed, runs, limit: null }));
    },
  });
  screen.say(totalsLine(caught.statistics));
  if (caught.kind === 'passed') return;
  if (process.env['GITHUB_ACTIONS'] === 'true') await annotate(caught.text, 'error');
  throw new Told(caught.text);
}
