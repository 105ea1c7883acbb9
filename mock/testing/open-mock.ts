import type { PlaceBid, PlaceListing } from '#spec';
import type { MockOptions } from '../server/options.ts';
import type { Mock } from '../server/server.ts';
import { createMock } from '../server/server.ts';
import type { JudgeAnswer } from './documented.ts';
import { createAnswerJudge } from './documented.ts';

/** Where the clock of a test's world stands: nothing moves but what the test moves. */
export const TEST_NOW = '2026-06-10T12:00:00.000Z';

export interface Answer {
  status: number;
  /** Whatever JSON came; tests say what they expect of it. */
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
  /** Calls as the holder of `dev_<who>`, or of the token given; null sends none. Fails the test where the answer is not as documented. */
  call: (who: string | null, method: string, path: string, options?: CallOptions) => Promise<Answer>;
  /** The same of a mock that deviates on purpose: whatever it answers is let pass. */
  callDeviant: (who: string | null, method: string, path: string, options?: CallOptions) => Promise<Answer>;
  /** Has the default world deviate so, and in no other way: names of violations and of variants. */
  deviate: (names: { violations?: readonly string[]; variants?: readonly string[] }) => Promise<void>;
  /** Calls the control plane. */
  control: (method: string, path: string, body?: unknown) => Promise<Answer>;
}

let judge: JudgeAnswer | undefined;

/** A mock of its own for a test file, in process, small, frozen, on a free port. */
export async function openTestMock(options: MockOptions = {}): Promise<TestMock> {
  judge ??= createAnswerJudge();
  const judgeAnswer = judge;
  const mock = await createMock({ lots: 120, clock: TEST_NOW, ...options });

  const send = async (
    url: string,
    method: string,
    token: string | undefined,
    { body, headers = {} }: CallOptions,
  ): Promise<Answer> => {
    const response = await fetch(url, {
      method,
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    // What it is, the tests say.
    const body_sent = text === '' ? undefined : (JSON.parse(text) as unknown);
    return {
      status: response.status,
      body: body_sent,
      headers: response.headers,
      text,
    };
  };

  const callDeviant: TestMock['call'] = (who, method, path, call = {}) => {
    const token = who === null ? undefined : (mock.tokens[who] ?? who);
    return send(`${mock.base_url}${path}`, method, token, call);
  };

  return {
    mock,
    callDeviant,
    deviate: ({ violations = [], variants = [] }) => mock.worlds.default.deviate({ violations, variants }),
    call: async (who, method, path, call = {}) => {
      const answer = await callDeviant(who, method, path, call);
      const problem = judgeAnswer(method, path, answer.status, answer.body);
      if (problem !== undefined) throw new Error(problem);
      return answer;
    },
    control: (method, path, body) => send(`${mock.control_url}${path}`, method, undefined, { body }),
    [Symbol.asyncDispose]: () => mock.close(),
  };
}

/** The resource of an answer that succeeded, as far as the makers below look at it. */
function readData({ body }: Answer): { id: string } {
  // The answer was judged by the document, which gives every resource an id.
  return (body as { data: { id: string } }).data;
}

/** A farm of a seller, with or without a payment method; live farms need one to publish (LST-4). */
export async function makeFarm(test: TestMock, who: string, has_payment_method = true): Promise<string> {
  const body = {
    name: 'Quiet Coulee',
    latitude: 50.312477,
    longitude: -107.801932,
    nearest_city: 'Swift Current',
    nearest_province: 'SK',
  };
  const farm = await test.call(who, 'POST', '/me/farms', { body });
  const { id } = readData(farm);
  await test.mock.worlds.default.store.write((tx) =>
    tx
      .updateTable('farms')
      .set({ has_payment_method: has_payment_method ? 1 : 0 })
      .where('id', '=', id)
      .execute(),
  );
  return id;
}

/** A published graded lot of 100 t, unless told otherwise; answers its id. */
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
  const made = await test.call(who, 'POST', '/me/inventory', { body });
  if (made.status !== 201) throw new Error(`the lot was not made: ${made.text}`);
  return readData(made).id;
}

/** A valid bid on the lot above. */
export function bidBody(change: Partial<PlaceBid> = {}): PlaceBid {
  return { price: { amount: 630, unit: 'MT' }, quantity_mt: 40, delivery: { from: '2026-07-01', to: '2026-07-31' }, ...change };
}

/** Places a bid and answers its id. */
export async function makeBid(test: TestMock, who: string, lot_id: string, change: Partial<PlaceBid> = {}): Promise<string> {
  const placed = await test.call(who, 'POST', `/inventory/${lot_id}/bids`, { body: bidBody(change) });
  if (placed.status !== 201) throw new Error(`the bid was not placed: ${placed.text}`);
  return readData(placed).id;
}
