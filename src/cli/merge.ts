import { mergeFolders } from '../fuzz/mergeFolders.js';
import { filedText, statisticsText } from '../fuzz/view.js';

/** `cdcheck merge DIR… --out DIR`: what several machines found as one search. */
export function merge(folders: readonly string[], { out }: { readonly out: string }): void {
  const { state, filed, entries } = mergeFolders(folders, out);
  const lines = [
    ...filed.map((each) => `${each.text}: ${filedText(each)}; ${each.folder}`),
    statisticsText(state),
    `${folders.length} folders merged into ${out}, ${entries} entries in its corpus`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
