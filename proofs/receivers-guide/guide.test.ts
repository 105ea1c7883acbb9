/** Runs the receivers in docs/receivers.md unchanged and sends them valid and invalid deliveries. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { REASONS } from '#conformance/webhooks/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../text-file.ts';
import { compileSnippets, writeSnippets, startSnippet, type Receiver, type Snippets } from './snippets.ts';

const SECRET = 'whsec_guide';

interface Delivery {
  body?: string | Buffer;
  /** Seconds from now. */
  offset?: number;
  secret?: string;
  headers?: (t: number, v1: string) => Record<string, string>;
}

function event(id: string, more: Readonly<Record<string, unknown>> = {}): string {
  const type = 'bid.accepted';
  const data = { bid_id: `bid_${id}`, reference: 'BID-é', inventory_id: 'inv_1', status: 'accepted', type: 'single_grade' };
  return JSON.stringify({ id, type, event: type, livemode: false, created_at: '2026-06-10T12:00:00.000Z', data, ...more });
}

function sign(content: string | Buffer, t: number, secret: string = SECRET): string {
  return createHmac('sha256', secret).update(`${t}.`).update(content).digest('hex');
}

async function deliver(url: string, { body = event('evt_0'), offset = 0, secret, headers }: Delivery): Promise<number> {
  const t = Math.floor(Date.now() / 1_000) + offset;
  const v1 = sign(body, t, secret);
  const signature = headers?.(t, v1) ?? { 'SVC-Signature': `t=${t},v1=${v1}` };
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...signature }, body: Buffer.from(body) };
  const response = await fetch(url, init);
  await response.arrayBuffer();
  return response.status;
}

const BAD: readonly (readonly [string, Delivery])[] = [
  ['another secret', { secret: 'whsec_other' }],
  ['the secret without its prefix', { secret: 'guide' }],
  ['no header', { headers: () => ({}) }],
  ['no v1', { headers: (t) => ({ 'SVC-Signature': `t=${t}` }) }],
  ['no t', { headers: (_, v1) => ({ 'SVC-Signature': `v1=${v1}` }) }],
  ['t that is not a number', { headers: (_, v1) => ({ 'SVC-Signature': `t=now,v1=${v1}` }) }],
  ['the legacy segment alone', { headers: (t, v1) => ({ 'SVC-Signature': `t=${t},sha256=${v1}` }) }],
  ['a body that was changed', { headers: (t) => ({ 'SVC-Signature': `t=${t},v1=${sign(event('evt_1'), t)}` }) }],
  ['a body that was reserialized', { headers: (t) => ({ 'SVC-Signature': `t=${t},v1=${sign(`${event('evt_0')}\n`, t)}` }) }],
  ['ten seconds too old', { offset: -310 }],
  ['ten seconds too new', { offset: 310 }],
  ['bytes that are not UTF-8', { body: Buffer.from(event('evt_0'), 'latin1') }],
  ['no body', { body: '' }],
  ['a body that is not an event', { body: '[]' }],
];

const GOOD: readonly (readonly [string, Delivery])[] = [
  ['unchanged', {}],
  ['the segments reversed', { headers: (t, v1) => ({ 'SVC-Signature': `v1=${v1},t=${t}` }) }],
  ['a wrong legacy segment', { headers: (t, v1) => ({ 'SVC-Signature': `sha256=${'0'.repeat(64)},t=${t},v1=${v1}` }) }],
  ['in upper case', { headers: (t, v1) => ({ 'SVC-Signature': `t=${t},v1=${v1.toUpperCase()}` }) }],
  ['old, within the tolerance', { offset: -290 }],
  ['ahead, within the tolerance', { offset: 290 }],
  ['with another content type', { headers: (t, v1) => ({ 'SVC-Signature': `t=${t},v1=${v1}`, 'Content-Type': 'text/plain' }) }],
  [
    'with the content type of a form',
    { headers: (t, v1) => ({ 'SVC-Signature': `t=${t},v1=${v1}`, 'Content-Type': 'application/x-www-form-urlencoded' }) },
  ],
  ['with white space that a parser drops', { body: JSON.stringify(JSON.parse(event('evt_0')), null, 2) }],
  ['with a newline at the end', { body: `${event('evt_0')}\r\n` }],
  ['with an escape that a parser resolves', { body: event('evt_0').replace('é', '\\u00e9') }],
  ['with a byte order mark', { body: `\uFEFF${event('evt_0')}` }],
  ['of 1 MiB and more', { body: event('evt_0', { note: 'x'.repeat(1_048_576) }) }],
];

let snippets: Snippets;
beforeAll(async () => {
  snippets = await writeSnippets();
});
afterAll(async () => {
  await snippets[Symbol.asyncDispose]();
});

test('the guide has the store and four receivers, and they compile', async () => {
  expect(snippets.names.toSorted()).toEqual(['express.ts', 'fastify.ts', 'hono.ts', 'route.ts', 'store.ts']);
  expect(await compileSnippets(snippets)).toBe('');
});

test('the guide names every reason', () => {
  const guide = readFileSync(join(ROOT, 'docs/receivers.md'), 'utf8');
  const named = [...guide.matchAll(/^\| (`[a-z_`, ]+`) \| /gm)].flatMap(([, cell = '']) => cell.replaceAll('`', '').split(', '));
  expect(named).toEqual(expect.arrayContaining(Object.keys(REASONS)) as unknown);
});

describe.each([['express.ts'], ['fastify.ts'], ['hono.ts'], ['next.ts']])('%s', (name) => {
  let receiver: Receiver;
  let url: string;
  let database: DatabaseSync;
  beforeAll(async () => {
    const path = join(snippets.folder, `${name}.sqlite`);
    receiver = await startSnippet(snippets, name, { secret: SECRET, database: path });
    url = receiver.url;
    database = new DatabaseSync(path);
  });
  afterAll(async () => {
    database.close();
    await receiver[Symbol.asyncDispose]();
  });

  const countEffects = (id: string): unknown =>
    database.prepare('SELECT count(*) AS effects FROM resources_to_fetch WHERE path = ?').get(`/bids/bid_${id}`)?.['effects'];

  test.each(GOOD)('SIG-1 SIG-5 SIG-10 accepts a valid delivery: %s', async (_, delivery) => {
    expect(await deliver(url, delivery)).toBe(204);
    expect(countEffects('evt_0')).toBe(1);
  });

  test.each(BAD)('SIG-3 SIG-4 returns 400: %s', async (_, delivery) => {
    const id = `evt_${name}_refused`;
    const body = delivery.body ?? event(id);
    expect(await deliver(url, { ...delivery, body })).toBe(400);
    expect(countEffects(id)).toBe(0);
  });

  test('SIG-6 VER-2 ignores an unknown event type and returns 2xx', async () => {
    expect(
      await deliver(url, { body: event('evt_unknown', { type: 'grain.teleported', data: { bid_id: 'bid_evt_unknown' } }) }),
    ).toBe(204);
    expect(countEffects('evt_unknown')).toBe(0);
  });

  test('SIG-7 processes an event once, although it arrives ten times concurrently and once more later', async () => {
    const body = event('evt_often');
    const statuses = await Promise.all(Array.from({ length: 10 }, (_, index) => deliver(url, { body, offset: -index })));
    expect(new Set([...statuses, await deliver(url, { body })])).toEqual(new Set([204]));
    expect(countEffects('evt_often')).toBe(1);
  });

  test('RTY-3 returns 500 while the effect fails, and processes the retry', async () => {
    const body = event('evt_again');
    database.exec(`CREATE TRIGGER broken BEFORE INSERT ON resources_to_fetch
      WHEN new.path = '/bids/bid_evt_again' BEGIN SELECT raise(ABORT, 'broken'); END`);
    expect(await deliver(url, { body })).toBe(500);
    database.exec('DROP TRIGGER broken');
    expect(countEffects('evt_again')).toBe(0);
    expect(await deliver(url, { body })).toBe(204);
    expect(await deliver(url, { body })).toBe(204);
    expect(countEffects('evt_again')).toBe(1);
  });
});

test('a receiver without a secret returns 500 to a valid delivery, so that it is retried', async () => {
  await using receiver = await startSnippet(snippets, 'hono.ts', { secret: '', database: ':memory:' });
  expect(await deliver(receiver.url, {})).toBe(500);
});
