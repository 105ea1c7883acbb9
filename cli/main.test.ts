import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

test('whoever reads no further makes no command fail', async () => {
  const child = spawn(process.execPath, [MAIN, 'mock', '--list']);
  child.stdout.destroy();
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[unknown]>]); // the code comes first
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
});
