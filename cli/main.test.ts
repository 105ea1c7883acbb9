import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { start } from './testing/start-mock.ts';

test('a reader that stops early does not make a command fail', async () => {
  const child = start(['--help']);
  child.stdout.destroy();
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[unknown]>]); // the code comes first
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
});
