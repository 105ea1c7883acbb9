/** `--db`: one file is for one process, and goes on with what it was made with; `--public-url`: who else can reach the mock. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Addresses, Mock } from '#mock';
import { DatabaseInUseError, createMock } from '#mock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { end, readAddresses, readScreen, runToEnd, start as startCommand, startMock } from '../testing/start-mock.ts';

/** Without --lots, so that only named flags are given. */
function start(...args: string[]): ReturnType<typeof startMock> {
  return startCommand(['mock', '--port', '0', ...args]);
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gristmill-db-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function statusOf({ base_url }: Addresses, path: string, init: RequestInit = {}): Promise<number> {
  const headers = { Authorization: 'Bearer dev_buyer', 'Content-Type': 'application/json' };
  return (await fetch(`${base_url}${path}`, { headers, ...init })).status;
}

test('a second process exits with 2 and one line; after kill -9, the file can be used again', async () => {
  const db = join(folder, 'one.db');
  const first = startMock('--json', '--db', db);
  const running = await readAddresses(first);
  const body = JSON.stringify({ url: 'http://127.0.0.1:9/', events: ['bid.accepted'] });
  expect(await statusOf(running, '/webhooks', { method: 'POST', body })).toBe(201);

  const second = await runToEnd('mock', '--port', '0', '--db', db);
  expect(second).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(`--db: '${db}' is in use by another mock`),
  });
  await expect(createMock({ db, lots: 20 })).rejects.toThrow(DatabaseInUseError);
  expect(await statusOf(running, '/inventory')).toBe(200);

  await end(first, 'SIGKILL');
  const again = await readAddresses(startMock('--json', '--db', db));
  const listed = await fetch(`${again.base_url}/webhooks`, { headers: { Authorization: 'Bearer dev_buyer' } });
  expect(await listed.json()).toMatchObject({ total: 1 });
});

test('an existing world keeps its seed and lots, and each ignored option is reported', async () => {
  const db = join(folder, 'made.db');
  const made = start('--seed', 'made', '--lots', '30', '--json', '--db', db);
  await readAddresses(made);
  await end(made, 'SIGTERM');

  const other = start('--seed', 'other', '--lots', '40', '--clock', 'frozen', '--json', '--db', db);
  const complaint = text(other.stderr);
  const { control_url } = await readAddresses(other);
  const read = async (url: string): Promise<unknown> => (await fetch(`${url}/worlds`)).json();
  expect(await read(control_url)).toMatchObject({ items: [{ seed: 'made', lots: 30 }] });
  // So is a world that is made as the default one is, and one that is new again.
  await fetch(`${control_url}/worlds`, { method: 'POST' });
  await fetch(`${control_url}/reset`, { method: 'POST' });
  expect(await read(control_url)).toMatchObject({ items: [{}, { seed: 'made', lots: 30 }] });
  await end(other, 'SIGTERM');
  expect(await complaint).toBe(
    `gristmill: --seed other and --lots 40 and --clock frozen: ignored, since '${db}' has a world that was made with --seed made --lots 30 --clock real; give another --db for a new world\n`,
  );

  // With --quiet, only the warning about ignored options is printed.
  const quiet = start('--seed', 'other', '--quiet', '--db', db);
  const [told] = (await once(createInterface(quiet.stderr), 'line')) as [string]; // a line is text
  expect(told).toContain('--seed other: ignored');
  await end(quiet, 'SIGTERM');

  const silent = start('--seed', 'made', '--json', '--db', db);
  const nothing = text(silent.stderr);
  await readAddresses(silent);
  await end(silent, 'SIGTERM');
  expect(await nothing).toBe('');
});

test('the start says which violations are on, also those that the file has kept, and which flags are ignored', async () => {
  const [FIRST, SECOND] = ['BID-26/reject-without-effect', 'PAGE-9/no-total'];
  const db = join(folder, 'broken.db');
  const put = async ({ control_url }: Mock, names: readonly string[]): Promise<Response> =>
    fetch(`${control_url}/violations`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ names }),
    });

  {
    await using correct = await createMock({ db, lots: 20 });
    expect((await put(correct, [FIRST])).status).toBe(200);
  }
  // Not started with flags, and still broken.
  const kept = start('--db', db);
  expect(await readScreen(kept)).toContain(`Broken on purpose (violations): ${FIRST}`);
  await end(kept, 'SIGTERM');

  {
    await using broken = await createMock({ db, violations: [SECOND] });
    expect((await put(broken, [])).status).toBe(200);
  }
  // Turned off after it was given, and still off.
  const again = start('--json', '--violate', SECOND, '--db', db);
  const complaint = text(again.stderr);
  expect(await readAddresses(again)).not.toHaveProperty('violations');
  await end(again, 'SIGTERM');
  expect(await complaint).toContain(`--violate ${SECOND}: ignored, since the world of '${db}' keeps its violations and variants`);
});

test('a mock behind a public proxy has the restrictions of a shared mock', async () => {
  const child = startMock('--public-url', 'https://mock.example');
  const screen = await readScreen(child);
  expect(screen.join('\n')).toContain('Developer tokens are off');
  expect(screen.join('\n')).toContain('To create tokens, start the mock with --admin-token.');
  expect(screen.join('\n')).toContain('closed: --public-url also needs --admin-token');

  const json = startMock('--json', '--public-url', 'http://localhost:8080');
  expect((await readAddresses(json)).tokens).toMatchObject({ buyer: 'dev_buyer' });
});
