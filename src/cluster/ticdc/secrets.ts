/** The password of a URI, as it stands there and as it is meant; empty where it has none. */
export function passwordsIn(uri: string): readonly string[] {
  const { password } = new URL(uri);
  return password === '' ? [] : [password, decodeURIComponent(password)];
}

/** The text with every secret struck out. */
export function strikeOut(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}
