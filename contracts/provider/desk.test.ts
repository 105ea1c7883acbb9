import type { ActorName, ActorSettings, Arrival } from '#client';
import { sendJson, serve } from '#client/testing/server';
import { makeSettings } from '#client/testing/settings';
import { expect, test } from 'vitest';
import { Desk, MESSAGE_PATH, STATE_PATH } from './desk.ts';
import { placesOn } from './target.ts';
import type { State } from './state.ts';

const ARRIVAL = {
  raw: Buffer.from('{"id": "evt_1"}'),
  headers: { 'svc-event': 'bid.accepted', 'content-type': 'application/json' },
};

const STATES: readonly State[] = [
  {
    name: 'a lot',
    makes: 'A lot.',
    params: { size: '' },
    values: {},
    make: (_t, { size }) => Promise.resolve({ values: { lot_id: size } }),
  },
  { name: 'a fault', makes: 'None.', params: {}, values: {}, make: () => Promise.reject(new Error('the elevator is shut')) },
  {
    name: 'bid.accepted is sent',
    makes: 'A delivery.',
    params: {},
    values: {},
    event: 'bid.accepted',
    // Of an arrival no more is read.
    make: () => Promise.resolve({ values: { event_id: 'evt_1' }, arrival: ARRIVAL as unknown as Arrival }),
  },
];

interface OpenDesk extends AsyncDisposable {
  desk: Desk;
  /** What reached the target. */
  seen: string[];
  post: (path: string, body: object) => Promise<{ status: number; text: string; metadata: string | null }>;
  get: (path: string, authorization?: string) => Promise<number>;
}

/** A desk before a target that takes everything, with a buyer's token. */
async function openDesk(): Promise<OpenDesk> {
  const seen: string[] = [];
  const target = await serve((request, response) => {
    seen.push(`${request.method ?? ''} ${request.url ?? ''} ${request.headers.authorization ?? 'nobody'}`);
    sendJson(response, 200, { ok: true });
  });
  const buyer: ActorSettings = { token: 'secret-of-the-buyer', team_id: undefined, user_id: undefined };
  const settings = makeSettings({ base_url: target.base_url, actors: new Map<ActorName, ActorSettings>([['buyer', buyer]]) });
  const desk = await Desk.open({ open: placesOn(settings, undefined), states: STATES, hook: undefined, actor: undefined });
  const origin = `http://127.0.0.1:${desk.port}`;
  return {
    desk,
    seen,
    post: async (path, body) => {
      const answer = await fetch(`${origin}${path}`, { method: 'POST', body: JSON.stringify(body) });
      return { status: answer.status, text: await answer.text(), metadata: answer.headers.get('pact-message-metadata') };
    },
    get: async (path, authorization) =>
      (await fetch(`${origin}${path}`, authorization === undefined ? {} : { headers: { authorization } })).status,
    [Symbol.asyncDispose]: async () => {
      await desk.close();
      await target[Symbol.asyncDispose]();
    },
  };
}

test('a state answers its values, and a request reaches the target with the token of whoever calls', async () => {
  await using open = await openDesk();
  const { post, get, seen, desk } = open;
  const made = await post(STATE_PATH, { state: 'a lot', params: { size: 'inv_9' }, action: 'setup' });
  expect(JSON.parse(made.text)).toEqual({ lot_id: 'inv_9' });
  expect(await get('/v1/inventory/inv_9?units=BU', 'Bearer $TOKEN_BUYER')).toBe(200);
  await post(STATE_PATH, { state: 'a lot', params: {}, action: 'teardown' });
  await post(STATE_PATH, { state: '', params: {}, action: 'setup' });
  expect(await get('/grades')).toBe(200);
  expect(seen).toEqual(['GET /v1/inventory/inv_9?units=BU Bearer secret-of-the-buyer', 'GET /v1/grades nobody']);
  expect(desk.scenes.map(({ sent }) => sent?.actor)).toEqual(['buyer', 'nobody']);
});

test.each([
  [
    'a fault',
    {},
    'Bearer $TOKEN_BUYER',
    { blame: 'set_up', message: "the state 'a fault' could not be made: Error: the elevator is shut" },
  ],
  ['a lto', {}, 'Bearer $TOKEN_BUYER', { blame: 'pact', message: expect.stringContaining("Did you mean 'a lot'?") as string }],
  ['a lot', { actor: 'farmer' }, 'Bearer abc', { blame: 'pact', message: expect.stringContaining('names no actor') as string }],
  ['a lot', {}, 'Bearer $TOKEN_RIVAL', { blame: 'set_up', message: expect.stringContaining('(set actors.rival)') as string }],
  ['a lot', {}, 'Bearer $TOKEN_FARMER', { blame: 'pact', message: expect.stringContaining('there is no such actor') as string }],
])('what cannot be played is not sent: %s %j as %s', async (state, params, authorization, problem) => {
  await using open = await openDesk();
  const { post, get, seen, desk } = open;
  expect((await post(STATE_PATH, { state, params, action: 'setup' })).status).toBe(200);
  expect(await get('/grades', authorization)).toBe(599);
  expect(seen).toEqual([]);
  expect(desk.scenes[0]?.problem).toEqual(problem);
});

test('a message is the delivery as it came, with its headers as metadata; one that nothing sends is told', async () => {
  await using open = await openDesk();
  const { post, desk } = open;
  await post(STATE_PATH, { state: 'bid.accepted is sent', params: {}, action: 'setup' });
  const { text, metadata } = await post(MESSAGE_PATH, { description: 'whatever' });
  expect(text).toBe('{"id": "evt_1"}');
  const told: unknown = JSON.parse(Buffer.from(metadata ?? '', 'base64').toString('utf8'));
  expect(told).toEqual({
    'svc-event': 'bid.accepted',
    'SVC-Event': 'bid.accepted',
    'content-type': 'application/json',
    contentType: 'application/json',
  });
  await post(STATE_PATH, { state: '', params: {}, action: 'teardown' });
  expect((await post(MESSAGE_PATH, { description: 'an event' })).status).toBe(599);
  expect(desk.scenes[1]?.problem).toMatchObject({
    blame: 'pact',
    message: expect.stringContaining("the message 'an event'") as string,
  });
});
