/** A database file that cannot be written: one sentence that names it, and nothing that was acknowledged is lost. */
import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { personas } from '#fixtures/personas';
import { createMock } from '#mock';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../conform/run-cli.ts';
import { ROOT } from '../repository.ts';

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** @param wrapper a command that starts the mock, such as one that takes rights away from it */
function startMock(db: string, wrapper: readonly string[] = []): Child {
  const args = [process.execPath, join(ROOT, 'cli/main.ts'), 'mock', '--port', '0', '--lots', '20', '--db', db, '--json'];
  const [file = '', ...rest] = [...wrapper, ...args];
  // Started directly, without npm.
  const { npm_lifecycle_event: _, ...env } = process.env;
  const child = spawn(file, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

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
  const child = startMock(db, AS_USER);
  const [complaint] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  chmodSync(folder.path, 0o777);
  expect(child.exitCode).toBe(2);
  expect(complaint).toContain(`--db: '${db}' ${REFUSED}`);
  expect(complaint).not.toContain('    at ');
});

const BUYER = { Authorization: `Bearer ${personas.buyer.token}`, 'Content-Type': 'application/json' };

async function readAddress({ stdout }: Child): Promise<string> {
  const [line] = await once(createInterface(stdout), 'line');
  return JSON.parse(String(line)).base_url;
}

test('a file that cannot grow: writes get 500, reads still work, one line is printed, and a restart has what was acknowledged', async () => {
  using folder = makeFolder();
  const db = join(folder.path, 'world.db');
  await (await createMock({ db, lots: 20 })).close();
  // A limit on the size of files, a little above that of the world. Beyond it, writing fails as on a full disk.
  const limited = startMock(db, ['sh', '-c', 'ulimit -f 3000; exec "$0" "$@"']);
  const complaint = text(limited.stderr);
  const base_url = await readAddress(limited);
  const placed: string[] = [];
  const refused: string[] = [];
  for (let sent = 0; sent < 2_000 && refused.length < 3; sent += 1) {
    const body = JSON.stringify({ url: `http://127.0.0.1:9/${'x'.repeat(1_800)}`, events: ['bid.accepted'] });
    const made = await fetch(`${base_url}/webhooks`, { method: 'POST', headers: BUYER, body });
    const answer = await made.text();
    if (made.status !== 201) refused.push(answer);
    else {
      const { id } = JSON.parse(answer).data;
      placed.push(id);
      // A team has a limited number of subscriptions. The rows of deleted ones stay.
      if (placed.length % 10 === 0)
        for (const old of placed.splice(0, 9)) await fetch(`${base_url}/webhooks/${old}`, { method: 'DELETE', headers: BUYER });
    }
  }
  for (const answer of refused) expect(JSON.parse(answer)).toMatchObject({ error: { status: 500, code: 'internal_error' } });
  expect(refused).toHaveLength(3);
  expect((await fetch(`${base_url}/webhooks`, { headers: BUYER })).status).toBe(200);
  limited.kill('SIGKILL');
  expect((await complaint).trim().split('\n')).toEqual([expect.stringContaining(`'${db}'`)]);

  const again = await readAddress(startMock(db));
  const listed = await (await fetch(`${again}/webhooks?limit=50`, { headers: BUYER })).json();
  const ids = (listed as { items: { id: string }[] }).items.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(placed));
});
