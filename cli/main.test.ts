import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { createMock } from '#mock';
import { expect, test } from 'vitest';
import { start } from './testing/start.ts';

test('a reader that stops early does not make a command fail', async () => {
  const child = start('--help');
  child.stdout.destroy();
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[unknown]>]); // the code comes first
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
});

test('a run that cannot print why it stops still ends and cleans up', async () => {
  await using mock = await createMock({ lots: 20 });
  const child = start('conform', mock.base_url, '--no-ledger');
  child.stderr.destroy();
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  const [report] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(report).toContain('interrupted');
});
