import { homedir } from 'node:os';

/** A text in which no path names the user's home folder: `~` stands for it. What is written to be sent to others goes through here. */
export function withoutHome(text: string, home = homedir()): string {
  if (!/^\/[^/]/.test(home)) return text;
  const escaped = home.replace(/\/+$/, '').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replaceAll(new RegExp(`(?<![\\w.-])${escaped}(?![\\w.-])`, 'g'), '~');
}
