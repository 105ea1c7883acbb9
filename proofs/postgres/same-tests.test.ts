/** The tests of the store and of the queue run on PostgreSQL too. They are the same files, with another database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ROOT } from '../text-file.ts';
import { startPostgres } from '../postgres.ts';

/** In CI, what is about the database itself. */
const FOLDERS =
  process.env['PROOFS'] === 'full'
    ? ['mock/market/store', 'mock/server/handlers', 'mock/server/webhooks', 'mock/server/http']
    : ['mock/market/store'];

const PATIENCE_MS = 60_000;

test('the tests of the store pass on PostgreSQL', async () => {
  // Each test file uses its own worlds.
  await using postgres = await startPostgres({ settings: { max_connections: '300', max_locks_per_transaction: '256' } });
  const env = { ...process.env, TEST_POSTGRES: await postgres.createDatabase('tests') };
  // The world of a test takes longer to make there.
  const patience = [`--testTimeout=${PATIENCE_MS}`, `--hookTimeout=${PATIENCE_MS}`];
  const run = ['vitest', 'run', '--project', 'quick', '--maxWorkers=1', ...patience, ...FOLDERS];
  const child = spawn('npx', run, { cwd: ROOT, env });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect(code, output).toBe(0);
  expect(output).toMatch(/Tests .*\d\d passed/);
});
