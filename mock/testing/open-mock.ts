import type { Server } from 'node:http';
import type { PlaceBid, PlaceListing } from '#spec';
import supertest from 'supertest';
import { afterAll, beforeAll } from 'vitest';
import type { MockOptions } from '../server/options.ts';
import type { Mock } from '../server/server.ts';
import { createMock } from '../server/server.ts';
import { idIn } from './responses.ts';
import type { ValidateResponse } from './documented.ts';
import { testDatabase } from './test-database.ts';
import { createResponseValidator } from './documented.ts';

/** The frozen time of a test's world. */
export const TEST_NOW = '2026-06-10T12:00:00.000Z';

export interface TestResponse {
  status: number;
  /** The parsed JSON. Untyped, because each test asserts the shape that it expects. */
  body: ReturnType<JSON['parse']>;
  headers: Headers;
  text: string;
}

export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestMock extends AsyncDisposable {
  mock: Mock;
  /**
   * Calls the API with the token `dev_<who>`, with `who` itself if no persona has that name, or without a token if it is null. Fails the test if
   * the response differs from the OpenAPI document.
   */
  call: (who: string | null, method: string, path: string, options?: CallOptions) => Promise<TestResponse>;
  /** Like `call`, without comparing the response with the OpenAPI document: for a mock that deviates on purpose. */
  callDeviant: (who: string | null, method: string, path: string, options?: CallOptions) => Promise<TestResponse>;
  /** Sets the violations and variants of the default world, by name. All others are turned off. */
  deviate: (names: { violations?: readonly string[]; variants?: readonly string[] }) => Promise<void>;
  /** Calls the control plane. */
  control: (method: string, path: string, body?: unknown) => Promise<TestResponse>;
}

let validator: ValidateResponse | undefined;

/** Starts a small mock with a frozen clock. The caller closes it: `await using mock = await openTestMock()`. */
export async function openTestMock(options: MockOptions = {}): Promise<TestMock> {
  validator ??= createResponseValidator();
  const validate = validator;
  const mock = await createMock({ lots: 120, clock: TEST_NOW, db: testDatabase(), ...options });

  const callDeviant: TestMock['call'] = (who, method, path, { body, headers = {} } = {}) => {
    const authorization = who === null ? {} : { Authorization: `Bearer ${mock.tokens[who] ?? who}` };
    return send(mock.server, method, `/v1${path}`, body, { ...authorization, ...headers });
  };

  return {
    mock,
    callDeviant,
    deviate: ({ violations = [], variants = [] }) => mock.worlds.default.deviate({ violations, variants }),
    call: async (who, method, path, call = {}) => {
      const response = await callDeviant(who, method, path, call);
      const problem = validate(method, path, response.status, response.body);
      if (problem !== undefined) throw new Error(problem);
      return response;
    },
    control: (method, path, body) => send(mock.server, method, `/_gristmill${path}`, body),
    [Symbol.asyncDispose]: () => mock.close(),
  };
}

/** Starts a mock before the tests of a file, or of a `describe`, and closes it after them. Hooks and tests can use it. */
export function useMock(options: MockOptions = {}): TestMock {
  let open: TestMock | undefined;
  beforeAll(async () => {
    open = await openTestMock(options);
  });
  afterAll(() => open?.[Symbol.asyncDispose]());
  const get = (): TestMock => {
    if (open === undefined) throw new Error('useMock: the mock is open in hooks and tests only');
    return open;
  };
  return {
    get mock() {
      return get().mock;
    },
    call: (...call) => get().call(...call),
    callDeviant: (...call) => get().callDeviant(...call),
    deviate: (names) => get().deviate(names),
    control: (...call) => get().control(...call),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

async function send(
  server: Server,
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestResponse> {
  const request = supertest(server).get(path);
  request.method = method;
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  request.set({ ...type, ...headers });
  if (body !== undefined) request.send(typeof body === 'string' ? body : JSON.stringify(body));
  const response = await request;
  // Superagent leaves `text` out if there is no body, and its types do not have the values of headers.
  const { text = '', headers: received } = response as { text?: string; headers: Record<string, string | string[]> };
  return {
    status: response.status,
    // Untyped, because each test asserts the shape that it expects.
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
    headers: new Headers(Object.entries(received).map(([name, value]): [string, string] => [name, String(value)])),
    text,
  };
}

/** Creates a farm with a payment method, which live farms need to publish (LST-4). */
export async function makeFarm(test: TestMock, who: string): Promise<string> {
  const body = {
    name: 'Quiet Coulee',
    latitude: 50.312477,
    longitude: -107.801932,
    nearest_city: 'Swift Current',
    nearest_province: 'SK',
  };
  const id = idIn(await test.call(who, 'POST', '/me/farms', { body }));
  await test.mock.worlds.default.store.write((tx) =>
    tx.updateTable('farms').set({ has_payment_method: 1 }).where('id', '=', id).execute(),
  );
  return id;
}

/** Creates a lot and returns its id. Default: a listed graded lot of 100 t. */
export async function makeLot(test: TestMock, who = 'seller', change: Partial<PlaceListing> = {}): Promise<string> {
  const farm_id = change.farm_id ?? (await makeFarm(test, who));
  const body: PlaceListing = {
    commodity: 'canola',
    grade: 'No. 1 Canada',
    quantity_mt: 100,
    crop_year: 2025,
    target_price: { amount: 640 },
    ...change,
    farm_id,
  };
  return idIn(await test.call(who, 'POST', '/me/inventory', { body }));
}

/** A valid bid on the lot above. */
export function bidBody(change: Partial<PlaceBid> = {}): PlaceBid {
  return { price: { amount: 630, unit: 'MT' }, quantity_mt: 40, delivery: { from: '2026-07-01', to: '2026-07-31' }, ...change };
}

/** Places a bid and returns its id. */
export async function makeBid(test: TestMock, who: string, lot_id: string, change: Partial<PlaceBid> = {}): Promise<string> {
  return idIn(await test.call(who, 'POST', `/inventory/${lot_id}/bids`, { body: bidBody(change) }));
}
