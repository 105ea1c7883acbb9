/** Requests with JSON to a mock, in this process or another, and the test data that most of them need. */
import { dateFromToday, parseJson } from '#client';
import type { Addresses } from '#mock';
import { idIn } from '#mock/testing/responses';
import type { TestResponse } from '#mock/testing/open-mock';

interface CallOptions {
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

/** Sends a request, with a bearer token unless it is null. @returns the response; `body` is undefined if it is not JSON */
export async function call(token: string | null, method: string, url: string, options: CallOptions = {}): Promise<TestResponse> {
  const { body, headers = {}, signal = null } = options;
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parseJson(text) };
}

/** Runs `act` for all items, with at most `at_once` of them at the same time. */
export async function forEachAtOnce<Item>(
  at_once: number,
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const work = async (): Promise<void> => {
    for (const item of waiting) await act(item);
  };
  await Promise.all(Array.from({ length: at_once }, work));
}

export type Place = Pick<Addresses, 'base_url' | 'control_url'>;

/** Creates a farm that can publish. @param token of a live seller @returns its id */
export async function makeFarm({ base_url, control_url }: Place, token: string): Promise<string> {
  const place = { latitude: 50.312477, longitude: -107.801932, nearest_city: 'Swift Current', nearest_province: 'SK' };
  const farm_id = idIn(await call(token, 'POST', `${base_url}/me/farms`, { body: { name: 'Quiet Coulee', ...place } }));
  const { status, text } = await call(null, 'PATCH', `${control_url}/farms/${farm_id}`, { body: { payment_method: true } });
  if (status !== 200) throw new Error(`the farm could not be set up: ${text}`);
  return farm_id;
}

/** A listing of canola, without its farm. */
export const LOT = {
  commodity: 'canola',
  grade: 'No. 1 Canada',
  quantity_mt: 100,
  crop_year: 2025,
  target_price: { amount: 640 },
};

/** Publishes a lot on a new farm. @param token of a live seller @returns its id */
export async function publishLot(place: Place, token: string, change: Partial<typeof LOT> = {}): Promise<string> {
  const body = { ...LOT, ...change, farm_id: await makeFarm(place, token) };
  return idIn(await call(token, 'POST', `${place.base_url}/me/inventory`, { body }));
}

/** A bid on such a lot in a world with the machine's time. */
export const BID = {
  price: { amount: 300, unit: 'MT' },
  quantity_mt: 1,
  delivery: { from: dateFromToday(30), to: dateFromToday(60) },
};
