/**
 * Whether this is a path as a failure prints it: the number of a run, counted from 0. Every run before it is drawn again to get
 * there, so more digits than a search can have runs are a mistake that would take for ever.
 */
export function isPath(text: string): boolean {
  return /^\d{1,7}$/.test(text);
}
