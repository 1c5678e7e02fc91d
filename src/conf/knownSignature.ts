import { kinds, type Kind } from '../../model/command.js';
import { anomalyKinds } from '../check/anomaly.js';
import type { Signature } from '../check/signature.js';

/** The signature that has this text, as `signatureText` makes it: `lostRows(insert, truncateTable) + failed 1507(dropPartition)`; null where it has no meaning. */
export function signatureNamed(text: string): Signature | null {
  const parts = text.split(' + ').map((part): [string, readonly Kind[]] | null => {
    const [, name = '', number = '', inside] =
      /^([A-Za-z]+)( \d+)?(?:\(([A-Za-z, ]+)\))?$/.exec(part.trim()) ?? [];
    const named = inside?.split(',').map((kind) => kind.trim()) ?? [];
    const found = kinds.filter((kind) => named.includes(kind));
    const isKnown = anomalyKinds.some((kind) => kind === name) && found.length === named.length;
    return isKnown ? [`${name}${number}`, [...found].sort()] : null;
  });
  const all = parts.filter((part) => part !== null);
  return all.length === parts.length ? Object.fromEntries(all) : null;
}

/** What is wrong with a text that is no signature. */
export function notASignature(text: string): string {
  return `known: '${text}' is no signature; copy one as cdcheck prints it, such as 'failed 1507(dropPartition)'`;
}
