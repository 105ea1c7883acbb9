/** `--db`: one file is for one process, and goes on with what it was made with; `--public-url`: who else can reach the mock. */
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Addresses } from '#mock';
import { DatabaseInUseError, createMock } from '#mock';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gristmill-db-'));
});
afterAll(() => rm(folder, { recursive: true }));

function start(...args: string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [MAIN, 'mock', '--port', '0', ...args], { env: { ...process.env, NO_COLOR: '1' } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function addressesOf(child: ChildProcessWithoutNullStreams): Promise<Addresses> {
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]; // a line is text
  return JSON.parse(line) as Addresses;
}

async function end(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

async function statusOf({ base_url }: Addresses, path: string, init: RequestInit = {}): Promise<number> {
  const headers = { Authorization: 'Bearer dev_buyer', 'Content-Type': 'application/json' };
  return (await fetch(`${base_url}${path}`, { headers, ...init })).status;
}

test('a second process is refused in one line with exit code 2, and after a kill -9 the file goes on', async () => {
  const db = join(folder, 'one.db');
  const first = start('--lots', '20', '--json', '--db', db);
  const running = await addressesOf(first);
  const body = JSON.stringify({ url: 'http://127.0.0.1:9/', events: ['bid.accepted'] });
  expect(await statusOf(running, '/webhooks', { method: 'POST', body })).toBe(201);

  const second = start('--lots', '20', '--json', '--db', db);
  const [stdout, stderr, ended] = await Promise.all([text(second.stdout), text(second.stderr), once(second, 'exit')]);
  expect([stdout, stderr, ended[0]]).toEqual([
    '',
    `gristmill: --db: '${db}' is in use by another mock: one file is for one process; stop that one, or give another file\n`,
    2,
  ]);
  await expect(createMock({ db, lots: 20 })).rejects.toThrow(DatabaseInUseError);
  expect(await statusOf(running, '/inventory')).toBe(200);

  await end(first, 'SIGKILL');
  const again = await addressesOf(start('--lots', '20', '--json', '--db', db));
  const listed = await fetch(`${again.base_url}/webhooks`, { headers: { Authorization: 'Bearer dev_buyer' } });
  expect(await listed.json()).toMatchObject({ total: 1 });
});

test('a world that is there keeps its seed and its lots; what was asked for instead is told, and only that', async () => {
  const db = join(folder, 'made.db');
  const made = start('--seed', 'made', '--lots', '30', '--json', '--db', db);
  await addressesOf(made);
  await end(made, 'SIGTERM');

  const other = start('--seed', 'other', '--lots', '40', '--clock', 'frozen', '--json', '--db', db);
  const complaint = text(other.stderr);
  const { control_url } = await addressesOf(other);
  const read = async (url: string): Promise<unknown> => (await fetch(`${url}/worlds`)).json();
  expect(await read(control_url)).toMatchObject({ items: [{ seed: 'made', lots: 30 }] });
  // So is a world that is made as the default one is, and one that is new again.
  await fetch(`${control_url}/worlds`, { method: 'POST' });
  await fetch(`${control_url}/reset`, { method: 'POST' });
  expect(await read(control_url)).toMatchObject({ items: [{}, { seed: 'made', lots: 30 }] });
  await end(other, 'SIGTERM');
  expect(await complaint).toBe(
    `gristmill: --seed other and --lots 40 and --clock frozen: ignored, since '${db}' holds a world that was made with --seed made --lots 30 --clock real, and goes on where it was\n`,
  );

  // A world other than that which was asked for is told though nothing else is.
  const quiet = start('--seed', 'other', '--quiet', '--db', db);
  const [told] = (await once(createInterface(quiet.stderr), 'line')) as [string]; // a line is text
  expect(told).toContain('--seed other: ignored');
  await end(quiet, 'SIGTERM');

  const silent = start('--seed', 'made', '--json', '--db', db);
  const nothing = text(silent.stderr);
  await addressesOf(silent);
  await end(silent, 'SIGTERM');
  expect(await nothing).toBe('');
});

test('where a proxy makes it known to others it is as shared as one that listens to them', async () => {
  const child = start('--lots', '20', '--public-url', 'https://mock.example');
  const screen: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    screen.push(line);
    if (line.startsWith('Stop it')) break;
  }
  expect(screen.join('\n')).toContain('developer tokens are off');
  expect(screen.join('\n')).toContain('Start it with --admin-token to have tokens made.');
  expect(screen.join('\n')).toContain('for nobody: it takes --admin-token behind a --public-url');

  const json = start('--lots', '20', '--json', '--public-url', 'http://localhost:8080');
  expect((await addressesOf(json)).tokens).toMatchObject({ buyer: 'dev_buyer' });
});
