import type { ActorName, ActorSettings, Arrival } from '#client';
import { sendJson, serve } from '#client/testing/server';
import { makeSettings } from '#client/testing/settings';
import { expect, test } from 'vitest';
import { PactProxy, MESSAGE_PATH, STATE_PATH } from './pact-proxy.ts';
import { environmentsOn } from './environment.ts';
import type { StateHook } from './state-hook.ts';
import type { State } from './state.ts';

const ARRIVAL = {
  raw: Buffer.from('{"id": "evt_1"}'),
  headers: { 'svc-event': 'bid.accepted', 'content-type': 'application/json' },
};

const STATES: readonly State[] = [
  {
    name: 'a lot',
    description: 'A lot.',
    params: { size: '' },
    values: {},
    make: (_t, { size }) => Promise.resolve({ values: { lot_id: size } }),
  },
  { name: 'a fault', description: 'None.', values: {}, make: () => Promise.reject(new Error('the elevator is shut')) },
  {
    name: 'bid.accepted is sent',
    description: 'A delivery.',
    values: {},
    event: 'bid.accepted',
    // No other field of an arrival is used.
    make: () => Promise.resolve({ values: { event_id: 'evt_1' }, arrival: ARRIVAL as unknown as Arrival }),
  },
];

interface OpenProxy extends AsyncDisposable {
  proxy: PactProxy;
  /** The requests that reached the target. */
  seen: string[];
  post: (path: string, body: object) => Promise<{ status: number; text: string; metadata: string | null }>;
  get: (path: string, authorization?: string) => Promise<number>;
}

/** A proxy in front of a target that accepts every request, with a buyer's token. */
async function openProxy(hook?: StateHook): Promise<OpenProxy> {
  const seen: string[] = [];
  const target = await serve((request, response) => {
    seen.push(`${request.method ?? ''} ${request.url ?? ''} ${request.headers.authorization ?? 'nobody'}`);
    sendJson(response, 200, { ok: true });
  });
  const buyer: ActorSettings = { token: 'secret-of-the-buyer', team_id: undefined, user_id: undefined };
  const settings = makeSettings({ base_url: target.base_url, actors: new Map<ActorName, ActorSettings>([['buyer', buyer]]) });
  const proxy = await PactProxy.open({
    open: environmentsOn(settings, undefined),
    states: STATES,
    hook,
    actor: undefined,
  });
  const origin = `http://127.0.0.1:${proxy.port}`;
  return {
    proxy,
    seen,
    post: async (path, body) => {
      const response = await fetch(`${origin}${path}`, { method: 'POST', body: JSON.stringify(body) });
      return { status: response.status, text: await response.text(), metadata: response.headers.get('pact-message-metadata') };
    },
    get: async (path, authorization) =>
      (await fetch(`${origin}${path}`, authorization === undefined ? {} : { headers: { authorization } })).status,
    [Symbol.asyncDispose]: async () => {
      await proxy.close();
      await target[Symbol.asyncDispose]();
    },
  };
}

test("a state returns its values, and a request reaches the target with its actor's token", async () => {
  await using open = await openProxy();
  const { post, get, seen, proxy } = open;
  const made = await post(STATE_PATH, { state: 'a lot', params: { size: 'inv_9' }, action: 'setup' });
  expect(JSON.parse(made.text)).toEqual({ lot_id: 'inv_9' });
  expect(await get('/v1/inventory/inv_9?units=BU', 'Bearer $TOKEN_BUYER')).toBe(200);
  await post(STATE_PATH, { state: 'a lot', params: {}, action: 'teardown' });
  await post(STATE_PATH, { state: '', params: {}, action: 'setup' });
  expect(await get('/grades')).toBe(200);
  expect(seen).toEqual(['GET /v1/inventory/inv_9?units=BU Bearer secret-of-the-buyer', 'GET /v1/grades nobody']);
  expect(proxy.interactions.map(({ sent }) => sent?.actor)).toEqual(['buyer', 'nobody']);
});

test.each([
  [
    'a fault',
    {},
    'Bearer $TOKEN_BUYER',
    { blame: 'set_up', message: "the state 'a fault' could not be created: Error: the elevator is shut" },
  ],
  [
    'a lot',
    { actor: 'farmer' },
    'Bearer abc',
    { blame: 'pact', message: expect.stringContaining('is "farmer", which is not an actor') as string },
  ],
  [
    'a lot',
    {},
    'Bearer $TOKEN_RIVAL',
    { blame: 'set_up', message: expect.stringContaining('(set actors.rival, or pass --token-env RIVAL=VARIABLE)') as string },
  ],
  ['a lot', {}, 'Bearer $TOKEN_FARMER', { blame: 'pact', message: expect.stringContaining('there is no such actor') as string }],
])('an interaction that cannot run sends nothing: %s %j as %s', async (state, params, authorization, problem) => {
  await using open = await openProxy();
  const { post, get, seen, proxy } = open;
  expect((await post(STATE_PATH, { state, params, action: 'setup' })).status).toBe(200);
  expect(await get('/grades', authorization)).toBe(599);
  expect(seen).toEqual([]);
  expect(proxy.interactions[0]?.problem).toEqual(problem);
});

test('if the teardown of a state fails, the other states are still torn down', async () => {
  const ended: string[] = [];
  await using open = await openProxy({
    call: (state, _params, action) => {
      if (action === 'setup') return Promise.resolve({});
      ended.push(state);
      return Promise.reject(new Error(`${state} stays`));
    },
  });
  await open.post(STATE_PATH, { state: 'a lot', params: {}, action: 'setup' });
  await open.post(STATE_PATH, { state: 'a bid', params: {}, action: 'setup' });
  await open.post(STATE_PATH, { state: 'a lot', params: {}, action: 'teardown' });
  expect(ended).toEqual(['a lot', 'a bid']);
  expect(open.proxy.interactions[0]?.problem?.message).toBe("the teardown of the state 'a lot' failed: a lot stays");
});

test('with a state hook, a message interaction does not run, because no event reaches the verifier', async () => {
  await using open = await openProxy({ call: () => Promise.resolve({}) });
  await open.post(STATE_PATH, { state: 'bid.accepted is sent', params: {}, action: 'setup' });
  expect((await open.post(MESSAGE_PATH, { description: 'a bid.accepted event' })).status).toBe(599);
  expect(open.proxy.interactions[0]?.problem).toEqual({
    blame: 'set_up',
    message: 'a state hook cannot deliver messages; verify them without --state-hook',
  });
});

test('a message is the delivery with its headers as metadata; a message without an event is an error', async () => {
  await using open = await openProxy();
  const { post, proxy } = open;
  await post(STATE_PATH, { state: 'bid.accepted is sent', params: {}, action: 'setup' });
  const { text, metadata } = await post(MESSAGE_PATH, { description: 'whatever' });
  expect(text).toBe('{"id": "evt_1"}');
  const sent_metadata: unknown = JSON.parse(Buffer.from(metadata ?? '', 'base64').toString('utf8'));
  expect(sent_metadata).toEqual({
    'svc-event': 'bid.accepted',
    'SVC-Event': 'bid.accepted',
    'content-type': 'application/json',
    contentType: 'application/json',
  });
  await post(STATE_PATH, { state: '', params: {}, action: 'teardown' });
  expect((await post(MESSAGE_PATH, { description: 'an event' })).status).toBe(599);
  expect(proxy.interactions[1]?.problem).toMatchObject({
    blame: 'pact',
    message: expect.stringContaining("the message 'an event'") as string,
  });
});
