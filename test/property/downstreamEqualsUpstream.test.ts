import { randomInt } from 'node:crypto';
import { test, type TestContext } from 'vitest';
import { live } from '../../src/cli/live.js';
import { chooseCluster } from '../../src/cluster/openCluster.js';
import { keptFolder, readEnvironment } from '../../src/conf/environment.js';
import { withPlantedFaults } from '../../src/conf/plantedFaults.js';
import { clusterFor, hasShellCommands } from '../../src/conf/savedCluster.js';
import { loadWorkload } from '../../src/conf/workload.js';
import { reap } from '../../src/process/reap.js';
import { loadCounterexample } from '../../src/report/loadCounterexample.js';
import { progressLine, totalsLine } from '../../src/report/progress.js';
import { failureLine } from '../../src/report/summary.js';
import { hunt } from '../../src/search/hunt.js';
import { keptIn, replayKept } from '../../src/search/regression.js';
import { inOneLine, Told } from '../told.js';

/** What vitest shows of a test: whole lines. */
const screen = live({
  isTTY: false,
  write: (text) => {
    console.log(text.trimEnd());
  },
});

for (const file of keptIn(keptFolder(process.env))) {
  test(`${file} fails no more`, ({ signal }) =>
    inOneLine(async () => {
      const saved = loadCounterexample(file).cluster.conf;
      const named = hasShellCommands(saved) ? process.env['CDCHECK_CLUSTER'] : undefined;
      const conf = clusterFor(file, saved, named, process.env['CDCHECK_FAULTS']);
      const failure = await replayKept(file, conf, () => (signal.aborted ? 'interrupted' : null));
      if (failure !== null) throw new Told(failure);
    }));
}

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
