/** A database file that cannot be written: one sentence that names it, and nothing that was acknowledged is lost. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { personas } from '#fixtures/personas';
import { createMock } from '#mock';
import { expect, test } from 'vitest';
import type { TestResponse } from '#mock/testing/open-mock';
import { call } from '../call.ts';
import { makeFolder } from '../conform/run-cli.ts';
import { startMockProcess } from '#client/testing/mock-process';

/** Root may write everything, unless it gives up this capability. As another user, it could not read a checkout that only root can enter. */
const WITHOUT = '-dac_override,-dac_read_search';
const AS_USER = process.getuid?.() === 0 ? ['setpriv', `--bounding-set=${WITHOUT}`, `--inh-caps=${WITHOUT}`, '--'] : [];
const REFUSED = 'cannot be written; change its permissions or those of its folder, or use another path';

test.each([
  ['file', 0o444, 0o777],
  ['folder', 0o666, 0o555],
])('a read-only %s is refused in one sentence', async (_what, file_mode, folder_mode) => {
  using folder = makeFolder();
  const db = join(folder.path, 'world.db');
  await (await createMock({ db, lots: 20 })).close();
  chmodSync(db, file_mode);
  chmodSync(folder.path, folder_mode);
  const complaint = await startMockProcess(['--lots', '20', '--db', db], { wrapper: AS_USER }).then(() => 'it started', String);
  chmodSync(folder.path, 0o777);
  expect(complaint).toContain('the mock ended with 2 ');
  expect(complaint).toContain(`--db: '${db}' ${REFUSED}`);
  expect(complaint).not.toContain('    at ');
});

const BUYER = personas.buyer.token;

test('a file that cannot grow: writes get 503, reads still work, one line is printed, and acknowledged writes survive a restart', async () => {
  using folder = makeFolder();
  const db = join(folder.path, 'world.db');
  await (await createMock({ db, lots: 20 })).close();
  // A limit on the size of files, a little above that of the world. Beyond it, writing fails as on a full disk.
  const wrapper = ['sh', '-c', 'ulimit -f 3000; exec "$0" "$@"'];
  await using limited = await startMockProcess(['--lots', '20', '--db', db], { wrapper });
  const hooks = `${limited.addresses.base_url}/webhooks`;
  const body = { url: `http://127.0.0.1:9/${'x'.repeat(1_800)}`, events: ['bid.accepted'] };
  const placed: string[] = [];
  const refused: TestResponse[] = [];
  for (let sent = 0; sent < 2_000 && refused.length < 3; sent += 1) {
    const made = await call(BUYER, 'POST', hooks, { body });
    if (made.status !== 201) refused.push(made);
    else placed.push(String(made.body.data.id));
    // A team has a limited number of subscriptions. The rows of deleted ones stay.
    if (placed.length === 10) for (const old of placed.splice(0, 9)) await call(BUYER, 'DELETE', `${hooks}/${old}`);
  }
  for (const response of refused) expect(response.body).toMatchObject({ error: { status: 503, code: 'unavailable' } });
  expect(refused).toHaveLength(3);
  expect((await call(BUYER, 'GET', hooks)).status).toBe(200);
  await limited.kill('SIGKILL');
  expect(limited.errors().trim().split('\n')).toEqual([expect.stringContaining(`'${db}'`)]);

  await using again = await startMockProcess(['--lots', '20', '--db', db]);
  const listed = await call(BUYER, 'GET', `${again.addresses.base_url}/webhooks?limit=50`);
  const { items } = listed.body as { items: { id: string }[] }; // the shape of our page
  expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(placed));
});
