/**
 * A text of lines in at most so many bytes (UTF-8, about): its first quarter and its last three, in whole lines, with a line that tells
 * how many were left out between them.
 */
export function cutLines(text: string, most: number, note: (left: number) => string): string {
  if (Buffer.byteLength(text) <= most) return text;
  const lines = text.split('\n');
  const sizes = lines.map((line) => Buffer.byteLength(line) + 1);
  let [head, headSize] = [0, 0];
  while (headSize + (sizes[head] ?? Infinity) <= most / 4) headSize += sizes[head++] ?? 0;
  let [tail, tailSize] = [lines.length, 0];
  while (tail > head && tailSize + (sizes[tail - 1] ?? Infinity) <= most - headSize) {
    tailSize += sizes[--tail] ?? 0;
  }
  return [...lines.slice(0, head), note(tail - head), ...lines.slice(tail)].join('\n');
}
