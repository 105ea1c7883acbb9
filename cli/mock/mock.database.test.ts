/** `--db`: only one process can use a file, and the file keeps its world. `--public-url`: others can reach the mock. */
import { join } from 'node:path';
import { makeTestFolder } from '#client/testing/folder';
import { startMockProcess } from '#client/testing/mock-process';
import type { Addresses, Mock } from '#mock';
import { DatabaseInUseError, createMock } from '#mock';
import { expect, test } from 'vitest';
import { parseAddresses, splitScreen, startMockHere } from '../testing/mock-here.ts';
import { runHere } from '../testing/run-here.ts';

const folder = makeTestFolder();

async function statusOf({ base_url }: Pick<Addresses, 'base_url'>, path: string, init: RequestInit = {}): Promise<number> {
  const headers = { Authorization: 'Bearer dev_buyer', 'Content-Type': 'application/json' };
  return (await fetch(`${base_url}${path}`, { headers, ...init })).status;
}

test('a second process exits with 2 and one line; after kill -9, the file can be used again', async () => {
  const db = join(folder, 'one.db');
  await using first = await startMockProcess(['--lots', '20', '--db', db]);
  const running = first.addresses;
  const body = JSON.stringify({ url: 'http://127.0.0.1:9/', events: ['bid.accepted'] });
  expect(await statusOf(running, '/webhooks', { method: 'POST', body })).toBe(201);

  const second = await runHere('mock', '--port', '0', '--db', db);
  expect(second).toEqual({
    code: 2,
    out: '',
    complaint: expect.stringContaining(`--db: '${db}' is in use by another mock`),
  });
  await expect(createMock({ db, lots: 20 })).rejects.toThrow(DatabaseInUseError);
  expect(await statusOf(running, '/inventory')).toBe(200);

  await first.kill('SIGKILL');
  const again = parseAddresses(await startMockHere('--json', '--db', db));
  const listed = await fetch(`${again.base_url}/webhooks`, { headers: { Authorization: 'Bearer dev_buyer' } });
  expect(await listed.json()).toMatchObject({ total: 1 });
});

test('an existing world keeps its seed and lots, and each ignored option is reported', async () => {
  const db = join(folder, 'made.db');
  const made = await startMockHere('--seed', 'made', '--lots', '30', '--json', '--db', db);
  await made.stop('SIGTERM');

  const other = await startMockHere('--seed', 'other', '--lots', '40', '--clock', 'frozen', '--json', '--db', db);
  const { control_url } = parseAddresses(other);
  const read = async (url: string): Promise<unknown> => (await fetch(`${url}/worlds`)).json();
  expect(await read(control_url)).toMatchObject({ items: [{ seed: 'made', lots: 30 }] });
  // New worlds and reset ones also have the seed and lots of the file.
  await fetch(`${control_url}/worlds`, { method: 'POST' });
  await fetch(`${control_url}/reset`, { method: 'POST' });
  expect(await read(control_url)).toMatchObject({ items: [{}, { seed: 'made', lots: 30 }] });
  await other.stop('SIGTERM');
  expect(other.printed.complaint).toBe(
    `gristmill: --seed other and --lots 40 and --clock frozen: ignored, since '${db}' has a world that was made with --seed made --lots 30 --clock real; give another --db for a new world\n`,
  );

  // With --quiet, only the warning about ignored options is printed.
  const quiet = await startMockHere('--seed', 'other', '--quiet', '--db', db);
  await quiet.stop('SIGTERM');
  expect(quiet.printed).toEqual({ out: '', complaint: expect.stringMatching(/^[^\n]*--seed other: ignored[^\n]*\n$/) });

  const silent = await startMockHere('--seed', 'made', '--json', '--db', db);
  await silent.stop('SIGTERM');
  expect(silent.printed.complaint).toBe('');
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
  // Without flags, the mock has the violation that the file keeps.
  const kept = await startMockHere('--db', db);
  await kept.stop('SIGTERM');
  expect(splitScreen(kept)).toContain(`Broken on purpose (violations): ${FIRST}`);

  {
    await using broken = await createMock({ db, violations: [SECOND] });
    expect((await put(broken, [])).status).toBe(200);
  }
  // The violation was turned off in the file, so the flag does not turn it on.
  const again = await startMockHere('--json', '--violate', SECOND, '--db', db);
  await again.stop('SIGTERM');
  expect(parseAddresses(again)).not.toHaveProperty('violations');
  expect(again.printed.complaint).toContain(
    `--violate ${SECOND}: ignored, since the world of '${db}' keeps its violations and variants`,
  );
});

test('a mock behind a public proxy has the restrictions of a shared mock', async () => {
  const mock = await startMockHere('--lots', '20', '--public-url', 'https://mock.example');
  await mock.stop('SIGTERM');
  const screen = splitScreen(mock);
  expect(screen.join('\n')).toContain('Developer tokens are off');
  expect(screen.join('\n')).toContain('To create tokens, start the mock with --admin-token.');
  expect(screen.join('\n')).toContain('closed: --public-url also needs --admin-token');

  const json = await startMockHere('--lots', '20', '--json', '--public-url', 'http://localhost:8080');
  expect(parseAddresses(json).tokens).toMatchObject({ buyer: 'dev_buyer' });
});
