/** The code blocks of the documentation, and a shell to paste them into. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { COMMAND } from '#client/testing/command';
import { ROOT } from './text-file.ts';

/** Reads a page, such as `docs/oauth.md`. @returns a function that finds the text of the fenced block with an info string */
export function readBlocks(path: string): (info: string) => string {
  const page = readFileSync(join(ROOT, path), 'utf8');
  return (info) => {
    const [, after = ''] = page.split(`\`\`\`${info}\n`);
    return after.split('\n```', 1)[0] ?? '';
  };
}

/** Runs a script, which can call `gristmill`, in a shell that stops at the first error. @returns what it prints */
export async function paste(script: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  // The node of this process comes first, as it does in an npm script.
  const PATH = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const options = { env: { ...process.env, PATH, NO_COLOR: '1', ...env } };
  const gristmill = `gristmill() { '${process.execPath}' '${COMMAND}' "$@"; }`;
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', `${gristmill}\n${script}`], options);
  return stdout;
}

/** The address of the mock in all pages. */
const ADDRESS = 'http://127.0.0.1:4010';

/** Pastes a block that uses a mock. @param auth_url of the mock to use @returns what it prints */
export async function pasteWithMock(block: string, auth_url: string): Promise<string> {
  if (!block.includes(ADDRESS)) throw new Error(`this block does not use ${ADDRESS}: ${block}`);
  return paste(block.replaceAll(ADDRESS, auth_url));
}
