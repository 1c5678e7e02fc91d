import type { Credentials } from '../link.js';

/** The URI of a MySQL-compatible sink. It holds the password, so it goes into one call of the OpenAPI and nowhere else. */
export function sinkUri(
  { host, port }: { readonly host: string; readonly port: number },
  { user, password }: Credentials,
  parameters: Readonly<Record<string, string>>,
): string {
  const uri = new URL(`mysql://${host.includes(':') ? `[${host}]` : host}:${port}/`);
  uri.username = user;
  uri.password = password;
  for (const [name, value] of Object.entries(parameters)) uri.searchParams.set(name, value);
  return uri.href;
}
