import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from '#client/testing/server';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Ran } from '../testing/run-here.ts';
import { runHere } from '../testing/run-here.ts';

const SECRET = 'whsec_trigger_test';

beforeEach(() => {
  vi.stubEnv('GRISTMILL_WEBHOOK_SECRET', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

async function trigger(...args: string[]): Promise<Ran> {
  return runHere('trigger', ...args);
}

interface Got {
  headers: IncomingHttpHeaders;
  body: string;
  json: { id: string; type: string; event: string; livemode: boolean; created_at: string; data: Record<string, unknown> };
}

interface Endpoint {
  url: string;
  got: Got[];
}

/** A receiver that returns this response for every delivery. */
async function openEndpoint(status: number, body = '', headers: Record<string, string> = {}): Promise<Endpoint> {
  const got: Got[] = [];
  const server = await serve((request, response) => {
    const take = (sent: string): void => {
      got.push({ headers: request.headers, body: sent, json: JSON.parse(sent) as Got['json'] }); // what is looked at below
      response.writeHead(status, headers).end(body);
    };
    void text(request).then(take);
  });
  onTestFinished(async () => server[Symbol.asyncDispose]());
  return { url: `${server.base_url}/hooks`, got };
}

/** SIG-1, by other code than what signs. */
function isSigned({ headers, body }: Got, secret: string): boolean {
  const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['svc-signature'])) ?? [];
  return createHmac('sha256', secret).update(`${t}.${body}`).digest('hex') === v1;
}

test('EVT-1 SIG-1 sends one valid event and prints the response', async () => {
  const { url, got } = await openEndpoint(201, '{"ok":true}');
  const { code, out, complaint } = await trigger('bid.accepted', '--to', url, '--secret', SECRET);
  const [delivery] = got;
  if (delivery === undefined) throw new Error('nothing came');
  expect([code, got.length, complaint]).toEqual([0, 1, '']);
  expect(isSigned(delivery, SECRET)).toBe(true);
  expect(delivery.headers).toMatchObject({ 'svc-event': 'bid.accepted', 'content-type': 'application/json' });
  expect(delivery.json).toMatchObject({ type: 'bid.accepted', event: 'bid.accepted', livemode: true });
  expect(Object.keys(delivery.json.data).toSorted()).toEqual(['bid_id', 'inventory_id', 'reference', 'status', 'type']);
  expect(out).toContain(delivery.json.id);
  expect(out).toMatch(/201 in \d+ ms: accepted \(RTY-1\)\n {2}\{"ok":true\}/);
});

test.each<[status: number, headers: Record<string, string>, code: number, said: RegExp]>([
  [204, {}, 0, /accepted \(RTY-1\)/],
  [302, { location: '/there' }, 1, /lost: redirects .*\(RTY-12\); it points to \/there/],
  [400, {}, 1, /lost: .*\(RTY-2\)[^]*gristmill receiver http/],
  [404, {}, 1, /lost: .*\(RTY-2\)/],
  [408, {}, 1, /again after 10 s \(RTY-3\)/],
  [429, {}, 1, /again after 10 s \(RTY-3\)/],
  [503, {}, 1, /again after 10 s \(RTY-3\), up to five attempts/],
])('a response of %i with %j ends with exit code %i', async (status, headers, code, said) => {
  const { url } = await openEndpoint(status, '', headers);
  const ran = await trigger('bid.accepted', '--to', url, '--secret', SECRET);
  expect(ran.code).toBe(code);
  expect(ran.out).toMatch(said);
});

test('no response ends with exit code 3 after one attempt', async () => {
  const { url } = await openEndpoint(200);
  const nobody = url.replace(/:\d+/, ':9');
  const { code, out } = await trigger('bid.accepted', '--to', nobody, '--secret', SECRET, '--count', '3');
  expect(code).toBe(3);
  expect(out.match(/no response/g)?.length).toBe(1);
});

test('SIG-7 --count sends the same event again; --sandbox says livemode false', async () => {
  const { url, got } = await openEndpoint(200);
  const { code, out } = await trigger('trade.created', '--to', url, '--secret', SECRET, '--count', '3', '--sandbox', '--json');
  expect([code, got.length, new Set(got.map(({ body }) => body)).size]).toEqual([0, 3, 1]);
  expect(got[0]?.json.livemode).toBe(false);
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  expect(lines).toEqual(
    Array.from({ length: 3 }, () =>
      expect.objectContaining({ id: got[0]?.json.id, status: 200, is_accepted: true, livemode: false }),
    ),
  );
});

test.each<[status: number, code: number, said: RegExp]>([
  [400, 0, /rejected, as a forged delivery must be/],
  [401, 1, /must get 400/],
  [200, 1, /accepted although the signature is forged/],
])('SIG-4 --forge exits according to the response: %i ends with %i', async (status, code, said) => {
  const { url, got } = await openEndpoint(status);
  const ran = await trigger('bid.accepted', '--to', url, '--secret', SECRET, '--forge');
  expect(got.map((one) => isSigned(one, SECRET))).toEqual([false]);
  expect(ran.code).toBe(code);
  expect(ran.out).toMatch(said);
});

describe('the secret', () => {
  test('is that of the environment, or on this machine the development secret, which is printed', async () => {
    const { url, got } = await openEndpoint(200);
    const plain = await trigger('bid.accepted', '--to', url);
    expect(plain.complaint).toContain('development secret whsec_gristmill_development');
    vi.stubEnv('GRISTMILL_WEBHOOK_SECRET', 'whsec_usual');
    const usual = await trigger('bid.accepted', '--to', url);
    vi.stubEnv('MY_HOOK', 'whsec_named');
    await trigger('bid.accepted', '--to', url, '--secret-env', 'MY_HOOK');
    expect(usual.complaint).toBe('');
    const secrets = ['whsec_gristmill_development', 'whsec_usual', 'whsec_named'];
    expect(got.map((one, i) => isSigned(one, secrets[i] ?? ''))).toEqual([true, true, true]);
  });
});

describe('--override', () => {
  test('sets a value in data if the envelope has no such field', async () => {
    const { url, got } = await openEndpoint(200);
    const overrides = ['price.amount=310', 'data.quantity_mt=12.5', 'status=Completed', 'bid_id=7', 'id=evt_again'];
    await trigger('trade.created', '--to', url, '--secret', SECRET, ...overrides.flatMap((one) => ['--override', one]));
    expect(got[0]?.json).toMatchObject({
      id: 'evt_again',
      data: { price: { amount: 310, currency: 'CAD' }, quantity_mt: 12.5, status: 'Completed', bid_id: '7' },
    });
  });

  test('sets items of lists, the type of a payload, and any JSON with :=', async () => {
    const { url, got } = await openEndpoint(200);
    const flags = ['--to', url, '--secret', SECRET];
    await trigger(
      'analysis.requested',
      ...flags,
      '--override',
      'analysis_types.0=moisture',
      '--override',
      'analysis_types[2]=ash',
    );
    await trigger('bid.accepted', ...flags, '--override', 'data.type=multi_grade', '--override', 'status:={"a":[1]}');
    await trigger('cow.milked', ...flags, '--any', '--override', 'milk.litres=3');
    expect(got.map(({ json }) => json.data)).toMatchObject([
      { analysis_types: ['moisture', 'falling_number', 'ash'] },
      { type: 'multi_grade', status: { a: [1] } },
      { milk: { litres: 3 } },
    ]);
  });
});

test.each<[args: string[], said: string | RegExp]>([
  [[], /^<event>: is missing; the types are bid\.accepted, /],
  [
    ['bid.acepted'],
    /^<event>: there is no event 'bid\.acepted' in the document \(did you mean bid\.accepted\?\); the types are .*--any$/,
  ],
  [['inventory.matched'], /^<event>: inventory\.matched is reserved and never sent \(WHK-4\)/],
  [['a b', '--any'], /^<event>: 'a b' is not an event type/],
  [['bid.accepted', '--to', 'localhost:3000'], /^--to: 'localhost:3000' /],
  [['bid.accepted', '--to', 'https://hooks.example.com/'], /^--secret: is missing; /],
  [['bid.accepted', '--secret-env', 'NOT_THERE_AT_ALL'], /^--secret-env: the environment variable NOT_THERE_AT_ALL is not set/],
  [['bid.accepted', '--secret', 'a', '--secret-env', 'B'], '--secret: give either --secret or --secret-env, not both'],
  [['bid.accepted', '--secret', ' whsec_a'], /^--secret: the secret begins or ends with white space/],
  [['bid.accepted', '--count', '21'], /^--count: '21' .* 1 to 20$/],
  [['bid.accepted', '--override', 'status'], /^--override: 'status' is not an override; give path=value/],
  [
    ['trade.created', '--override', 'price.amuont=1'],
    '--override: trade.created has no data.price.amuont; did you mean data.price.amount?',
  ],
  [['trade.created', '--override', 'amount=1'], '--override: trade.created has no data.amount; did you mean data.price.amount?'],
  [['trade.created', '--override', 'zzzzzzz=1'], /^--override: trade\.created has no data\.zzzzzzz; its fields are id, type, /],
  [['trade.created', '--override', 'price.amount=much'], /^--override: 'price\.amount=much': the field takes a number; .* :=$/],
  [['trade.created', '--override', 'livemode=1'], /the field takes true or false/],
  [['trade.created', '--override', 'price=1'], /the field takes an object, as JSON/],
  [['trade.created', '--override', 'price.amount:=much'], /the value after := is not JSON$/],
  [['bid.accepted', '--override', 'status=sold'], /^--override: 'status=sold': the document does not allow this value \(/],
  [['bid.accepted', '--override', 'created_at=noon'], /give an instant such as 2026-06-01T15:04:05\.000Z/],
  [['bid.accepted', '--override', 'type=multi'], /the event type is the argument of the command; .* data\.type$/],
  [['analysis.requested', '--override', 'analysis_types.5=ash'], /has no data\.analysis_types\.5/],
])('wrong usage %j sends nothing and prints one line', async (args, said) => {
  const { code, out, complaint } = await trigger(...args);
  expect([code, out]).toEqual([2, '']);
  expect(complaint).toMatch(/^gristmill: [^\n]+\n$/);
  const message = complaint.slice('gristmill: '.length, -1);
  if (typeof said === 'string') expect(message).toBe(said);
  else expect(message).toMatch(said);
});

test('--print sends nothing and shows no given secret', async () => {
  const { url, got } = await openEndpoint(200);
  const { code, out } = await trigger('bid.accepted', '--to', url, '--secret', SECRET, '--print');
  expect([code, got.length]).toEqual([0, 0]);
  expect(out).toMatch(/^POST http/);
  expect(out).toContain('SVC-Signature: t=');
  expect(out).toContain('curl ');
  expect(out).not.toContain(SECRET);
});

test('--list shows every type that is delivered', async () => {
  const { code, out } = await trigger('--list');
  expect(code).toBe(0);
  expect(out).toContain("bid.accepted              A seller accepted the team's bid.");
  expect(out).not.toContain('inventory.matched');
});
