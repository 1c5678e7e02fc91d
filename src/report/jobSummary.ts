import { appendFileSync } from 'node:fs';

/** Appends Markdown to the summary of a job of GitHub Actions; elsewhere nothing. */
export function appendToJobSummary(markdown: string, env: NodeJS.ProcessEnv = process.env): void {
  const file = env['GITHUB_STEP_SUMMARY'] ?? '';
  if (file !== '') appendFileSync(file, `${markdown}\n`);
}
