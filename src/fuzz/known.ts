import { isPartOf, type Signature } from '../check/signature.js';

/**
 * Of these signatures the first that explains a failure, if all that it shows is explained by one of them or another: a run of many commands
 * often shows several failures at once, and more kinds of commands than they need. Null where something about it is new.
 */
export function explaining<K extends { readonly signature: Signature }>(
  failure: Signature,
  known: readonly K[],
): K | null {
  const parts = known.filter(({ signature }) => isPartOf(signature, failure));
  const isExplained = (name: string): boolean => parts.some(({ signature }) => shows(signature, name));
  return Object.keys(failure).every(isExplained) ? (parts[0] ?? null) : null;
}

/** Rows in the wrong table are lost in one and extra in another. */
function shows(signature: Signature, name: string): boolean {
  if (name in signature) return true;
  return 'wrongTable' in signature && (name === 'lostRows' || name === 'extraRows');
}
