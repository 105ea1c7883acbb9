/** What CI tests of a long list: another part with each commit, so that everything is tested over time (decision 0048). */
import { execFileSync } from 'node:child_process';

/** The part of this commit. @param parts the number of parts @returns from 0 to `parts` - 1, by the hash of the commit @throws Error outside a clone */
export function partOfCommit(parts: number): number {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' });
  return Number.parseInt(commit.slice(0, 8), 16) % parts;
}
