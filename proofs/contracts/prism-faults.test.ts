/** Prism's opinion is worth something: each of these faults is planted in an answer of the mock, and each is reported. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PrismGate } from '#contracts/prism/prism-gate';
import { openPrismGate } from '#contracts/prism/prism-gate';
import { describeSighting, summarise } from '#contracts/prism/sightings';
import type { Mock } from '#mock';
import { createMock } from '#mock';
import type { Answer, Change, Tamperer } from './tamper.ts';
import { tamperWith } from './tamper.ts';

type Json = Record<string, unknown>;

/** An object at a path below the body. A border: the tests know the answers that they break. */
function at({ json }: Answer, ...path: readonly (string | number)[]): Json {
  let found: unknown = json;
  for (const key of path) found = (found as Readonly<Record<string, unknown>>)[String(key)];
  return found as Json;
}

interface Fault {
  title: string;
  get: string;
  as?: string;
  plant: Change;
  said: RegExp;
}

const FAULTS: readonly Fault[] = [
  {
    title: 'a required field is missing',
    get: '/inventory?limit=2',
    plant: (answer) => delete at(answer, 'items', 0)['listed_at'],
    said: /items\.0 .*required property 'listed_at'/,
  },
  {
    title: 'a number is a text',
    get: '/inventory?limit=2',
    plant: (answer) => (at(answer, 'items', 1)['quantity_mt'] = '120'),
    said: /items\.1\.quantity_mt .*number/,
  },
  {
    title: 'a text is a number',
    get: '/teams',
    plant: (answer) => (at(answer, 'items', 0)['id'] = 7),
    said: /items\.0\.id .*string/,
  },
  {
    title: 'a value is none of its enumeration',
    get: '/bids?limit=2',
    plant: (answer) => (at(answer, 'items', 0)['status'] = 'won'),
    said: /items\.0\.status .*allowed values/,
  },
  {
    title: 'null stands where it may not',
    get: '/inventory?limit=2',
    plant: (answer) => (at(answer, 'items', 0, 'location')['province'] = null),
    said: /location.*province .*string/,
  },
  {
    title: 'an instant is none',
    get: '/inventory?limit=2',
    plant: (answer) => (at(answer, 'items', 0)['listed_at'] = 'yesterday'),
    said: /items\.0\.listed_at .*date-time/,
  },
  {
    title: 'an integer has decimals',
    get: '/bids?limit=2',
    plant: (answer) => (at(answer)['total'] = 2.5),
    said: /total .*integer/,
  },
  {
    title: 'a list is an object',
    get: '/delivery-locations',
    as: 'dev_elevator',
    plant: (answer) => (at(answer)['items'] = {}),
    said: /items .*array/,
  },
  {
    title: 'a list has entries of another type',
    get: '/inventory/filters',
    plant: (answer) => (at(answer, 'data')['crop_years'] = ['2025']),
    said: /crop_years\.0 .*integer/,
  },
  {
    title: 'an error has no code',
    get: '/bids/bid_0000000000000000',
    plant: (answer) => delete at(answer, 'error')['code'],
    said: /error .*required property 'code'/,
  },
  {
    title: 'a status is none of those that are documented',
    get: '/grades',
    plant: (answer) => (answer.status = 206),
    said: /status code/,
  },
  {
    title: 'the answer is no JSON',
    get: '/grades',
    plant: (answer) => (answer.content_type = 'text/html'),
    said: /media type/,
  },
];

describe('a fault in an answer is reported by Prism', () => {
  let mock: Mock;
  let tamperer: Tamperer;
  let gate: PrismGate;
  beforeAll(async () => {
    mock = await createMock({ lots: 60 });
    tamperer = await tamperWith(mock);
    gate = await openPrismGate({ base_url: tamperer.base_url });
  });
  afterAll(async () => {
    await gate[Symbol.asyncDispose]();
    await tamperer[Symbol.asyncDispose]();
    await mock[Symbol.asyncDispose]();
  });

  test('there are ten and more', () => {
    expect(FAULTS.length).toBeGreaterThanOrEqual(10);
  });

  test('PRIV-1 a field too many is legal to Prism too: it is no judge of privacy', async () => {
    tamperer.change = (answer) => (at(answer, 'items', 0)['farm'] = 'Hollow Creek Farms');
    const leaking = await fetch(`${gate.base_url}/inventory?limit=1`, { headers: { Authorization: 'Bearer dev_buyer' } });
    expect(await leaking.text()).toContain('Hollow Creek Farms');
    expect(gate.sightings.at(-1)).toMatchObject({ operation: 'listInventory', way: 'prism', status: 200, of_response: [] });
  });

  test.each(FAULTS)('$title', async ({ get, as = 'dev_buyer', plant, said }) => {
    const ask = async (change: Change | undefined): Promise<string> => {
      tamperer.change = change;
      await fetch(`${gate.base_url}${get}`, { headers: { Authorization: `Bearer ${as}` } });
      const seen = gate.sightings.at(-1);
      return seen === undefined || seen.of_response.length === 0 ? 'clean' : describeSighting(seen);
    };
    // The same request, whose answer is as the mock gives it, is beyond reproach.
    expect(await ask(undefined)).toBe('clean');
    expect(await ask(plant)).toMatch(said);
  });
});

test('a request that the document does not allow is told apart by whether it was taken', async () => {
  await using strict = await createMock({ lots: 20 });
  await using lenient = await createMock({ lots: 20, lenient: true });
  const [refused, taken] = await Promise.all(
    [strict, lenient].map(async (mock) => {
      await using gate = await openPrismGate({ base_url: mock.base_url });
      const headers = { Authorization: 'Bearer dev_buyer', 'Content-Type': 'application/json' };
      const body = JSON.stringify({ url: 'http://127.0.0.1:9/hook', events: ['bid.accepted'], colour: 'blue' });
      await fetch(`${gate.base_url}/webhooks`, { method: 'POST', headers, body });
      return summarise(gate.sightings);
    }),
  );
  expect(refused).toMatchObject({ refused: 1, taken: [], answers: [] });
  expect(taken).toMatchObject({ refused: 0, answers: [] });
  expect(taken?.taken.map(describeSighting)).toEqual([expect.stringMatching(/^POST \/webhooks 201: .*colour/)]);
});
