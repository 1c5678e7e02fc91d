import { appendFileSync } from 'node:fs';

/** Prints what the real program says of its version, and ends, where that is asked for. */
export function tellVersion(asked) {
  if (process.argv[2] !== asked) return;
  console.log(`Release Version: ${process.env.FAKE_VERSION ?? 'v8.5.5'}\nEdition: Community`);
  process.exit(0);
}

/** The value of `--name=value`; the arguments go into the file of FAKE_ARGUMENTS. */
export function arg(name) {
  const found = process.argv.find((each) => each.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? '';
}

/** Notes the arguments of this process, so that a test can search them. */
export function noteArguments() {
  const file = process.env.FAKE_ARGUMENTS;
  if (file !== undefined) appendFileSync(file, `${process.argv.slice(1).join(' ')}\n`);
}

/** Never returns: the program lives, and does nothing. */
export function hang() {
  setInterval(() => undefined, 1_000_000);
  return new Promise(() => undefined);
}
