import { Command, InvalidArgumentError, type OutputConfiguration } from 'commander';
import { isPath } from '../conf/path.js';
import { isSeed } from '../conf/seed.js';
import { readVersion } from '../conf/packageFolder.js';
import { shardOf, type Shard } from '../fuzz/strands.js';
import { compareSaved } from './compare.js';
import { listCorpus, minimiseCorpus, replayCorpus } from './corpus.js';
import { doctor } from './doctor.js';
import { explainSaved } from './explain.js';
import { fuzz } from './fuzz.js';
import { merge } from './merge.js';
import { replay } from './replay.js';
import { runSearch } from './runSearch.js';
import { shrinkAgain } from './shrinkAgain.js';

/** The command line. What a command throws reaches `main`; usage errors are commander's, with exit code 2 there. */
export function program(): Command {
  const cli = new Command('cdcheck')
    .description(
      'Finds data loss in change data capture: random DDL, DML and kills, checked against a model.',
    )
    .version(readVersion())
    .exitOverride();
  cli
    .command('run')
    .description('run random sequences until one fails, then shrink and explain it')
    .option('-c, --cluster <name>', 'a name under conf/clusters, a .toml file, or auto', 'auto')
    .option('-w, --workload <name>', 'a name under conf/workloads, or a .toml file', 'smoke')
    .option('-n, --runs <n>', 'runs at the most', wholeNumber, 100)
    .option('-m, --minutes <n>', 'time at the most; a run that has begun is finished', positive)
    .option('--shrink-minutes <n>', 'time for shrinking at the most, from the first failure on', positive, 10)
    .option('--explain-minutes <n>', 'time for explaining it at the most, 0 for none', zeroOrMore, 2)
    .option('-s, --seed <n>', 'seed; drawn afresh where it is not given', seed)
    .option('-p, --path <path>', 'with --seed: the one run to repeat', path)
    .option('-o, --out <folder>', 'where folders of counterexamples are made', 'cdcheck-failures')
    .action(runSearch);
  cli
    .command('replay')
    .description('run a saved counterexample again')
    .argument('<file>', 'its counterexample.json')
    .option('-c, --cluster <name>', 'another cluster than the one that it was found on')
    .option('-n, --runs <n>', 'how often', wholeNumber, 10)
    .action(replay);
  cli
    .command('shrink')
    .description('go on shrinking a saved counterexample, then explain it')
    .argument('<file>', 'its counterexample.json')
    .option('-c, --cluster <name>', 'another cluster than the one that it was found on')
    .option('-m, --minutes <n>', 'time at the most; a run that has begun is finished', positive)
    .option('--explain-minutes <n>', 'time for explaining it at the most, 0 for none', zeroOrMore, 2)
    .option('-o, --out <folder>', 'where the folder of the smaller one is made', 'cdcheck-failures')
    .action(shrinkAgain);
  cli
    .command('explain')
    .description('what each command of a saved counterexample is needed for, and what happened to its rows')
    .argument('<file>', 'its counterexample.json')
    .option('-c, --cluster <name>', 'another cluster than the one that it was found on')
    .option('-m, --minutes <n>', 'time at the most; a run that has begun is finished', positive, 2)
    .action(explainSaved);
  cli
    .command('compare')
    .description(
      'how a saved counterexample fails with another failover: no kill, TERM, one capture, other places',
    )
    .argument('<file>', 'its counterexample.json')
    .option('-c, --cluster <name>', 'another cluster than the one that it was found on')
    .option('-m, --minutes <n>', 'time at the most; a run that has begun is finished', positive, 2)
    .action(compareSaved);
  cli
    .command('fuzz')
    .description(
      'search for hours: shrink, explain and file each new failure, and go on; started again, it goes on from there',
    )
    .option('-c, --cluster <name>', 'a name under conf/clusters, a .toml file, or auto', 'auto')
    .option('-w, --workload <name>', 'a name under conf/workloads, or a .toml file', 'smoke')
    .option('--hours <n>', 'time at the most; a run that has begun is finished', positive)
    .option('-m, --minutes <n>', 'the same in minutes', positive)
    .option(
      '-n, --runs <n>',
      'runs at the most, those of earlier starts and other shards included',
      wholeNumber,
    )
    .option('--counterexamples <n>', 'new signatures at the most', wholeNumber)
    .option('--workers <n>', 'clusters side by side, each with a process of its own', wholeNumber)
    .option('--shard <i/n>', 'with --seed: only the i-th of n parts of the search', shard)
    .option('-s, --seed <n>', 'seed; drawn afresh where it is not given and the folder has none', seed)
    .option('--no-guidance', 'fresh sequences only, whatever they cover')
    .option('--shrink-minutes <n>', 'time for shrinking one finding at the most', positive, 5)
    .option('--explain-minutes <n>', 'time for explaining one finding at the most, 0 for none', zeroOrMore, 1)
    .option('-o, --out <folder>', 'the folder of the search', 'cdcheck-fuzz')
    .action(fuzz);
  cli
    .command('merge')
    .description('what several machines found, each with its --shard, as the folder of one search')
    .argument('<folder...>', 'folders of cdcheck fuzz')
    .requiredOption('-o, --out <folder>', 'the new folder')
    .action(merge);
  const corpus = cli
    .command('corpus')
    .description('the sequences that cdcheck fuzz has kept for what they cover');
  corpus
    .command('list')
    .description('what there is, in the order in which it was found')
    .argument('<folder>', 'the corpus, or the folder of a search')
    .action(listCorpus);
  corpus
    .command('minimise')
    .description('remove what the others cover as well')
    .argument('<folder>', 'the corpus, or the folder of a search')
    .action(minimiseCorpus);
  corpus
    .command('replay')
    .description('run each of them once')
    .argument('<folder>', 'the corpus, or the folder of a search')
    .option('-c, --cluster <name>', 'a name under conf/clusters, a .toml file, or auto', 'auto')
    .action(replayCorpus);
  cli
    .command('doctor')
    .description('what is installed, in which versions, and what can run here')
    .option(
      '-c, --cluster <name>',
      'look at each part of this cluster instead: what it lacks, and what to do',
    )
    .action(doctor);
  for (const command of [...cli.commands, ...corpus.commands])
    command.exitOverride().configureOutput(inOneLine(`cdcheck ${command.name()}`));
  return cli.configureOutput(inOneLine('cdcheck'));
}

/** A usage error is one line, like every other error: what is wrong, perhaps what was meant, and where to look. */
function inOneLine(name: string): OutputConfiguration {
  return {
    outputError: (text, write) => {
      const line = text
        .trimEnd()
        .replace(/^error: /, '')
        .replaceAll('\n', ' ')
        .replace(/\.$/, '');
      write(`cdcheck: ${line}; ${name} --help lists what there is\n`);
    },
  };
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return Number(text);
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
}

function zeroOrMore(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0)) throw new InvalidArgumentError('It must be a number from 0 on.');
  return value;
}

function seed(text: string): number {
  if (!isSeed(text)) throw new InvalidArgumentError('It must be a whole number of 32 bits.');
  return Number(text);
}

function shard(text: string): Shard {
  const found = shardOf(text);
  if (found === null)
    throw new InvalidArgumentError('It must be a part and how many there are, such as 1/4.');
  return found;
}

function path(text: string): string {
  if (!isPath(text)) throw new InvalidArgumentError('It must be a path as cdcheck printed it, such as 17.');
  return text;
}
