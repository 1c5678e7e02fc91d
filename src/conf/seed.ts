/** Whether this is a seed: a whole number of 32 bits with its sign. fast-check cuts off what is more, so two of them would be one. */
export function isSeed(text: string): boolean {
  return /^-?\d{1,10}$/.test(text) && Number(text) === (Number(text) | 0);
}
