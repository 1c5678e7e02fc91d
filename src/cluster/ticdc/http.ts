/** What came of an HTTP request: an answer, or why there is none in a few words (`ECONNREFUSED`). */
export type Exchange =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  | { readonly kind: 'silent'; readonly why: string };

/** What to send besides the URL. */
export interface Sent {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly body?: string;
}

/** One request, which may take `timeout` ms at the most. Never throws. */
export async function exchange(
  url: string,
  timeout: number,
  sent: Sent = { method: 'GET' },
): Promise<Exchange> {
  const headers = sent.body === undefined ? {} : { headers: { 'content-type': 'application/json' } };
  try {
    const response = await fetch(url, { ...sent, ...headers, signal: AbortSignal.timeout(timeout) });
    return { kind: 'answered', status: response.status, text: await response.text() };
  } catch (error) {
    return { kind: 'silent', why: reasonOf(error, timeout) };
  }
}

/** undici says `fetch failed` and keeps the reason in `cause`. */
function reasonOf(error: unknown, timeout: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer in ${timeout / 1000} s`;
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}
