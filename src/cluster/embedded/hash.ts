/** A number from two numbers, all bits stirred: 32 bits, unsigned. The finaliser is that of MurmurHash3 (public domain). */
export function mix(a: number, b: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ b;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A number from a text: 32 bits, unsigned (FNV-1a). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** A share in [0, 1) from a hash. */
export function share(hash: number): number {
  return hash / 0x1_0000_0000;
}
