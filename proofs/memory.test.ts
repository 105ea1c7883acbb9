/** The mock does not keep what clients send: a process with a small heap survives requests that are larger in total than the heap. */
import { personas } from '#fixtures/personas';
import { expect, test } from 'vitest';
import { forEachAtOnce } from './call.ts';
import { startMockProcess } from '#client/testing/mock-process';

/** The mock itself needs about 30 MB. */
const HEAP_MB = 96;
const CONNECTIONS = 4;
const BODY_BYTES = 256_000;

interface Flood {
  requests: number;
  token: string | undefined;
  body: string;
  status: number;
}

function manyFields(): string {
  const names = Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 1]);
  return JSON.stringify(Object.fromEntries(names));
}

/** Each attack would exceed the heap if the mock kept the requests or responses. */
const FLOODS: Readonly<Record<string, Flood>> = {
  'bodies without a token': { requests: 400, token: undefined, body: 'x'.repeat(BODY_BYTES), status: 401 },
  // The response names each field, so it is five times as long as the request.
  'bodies with many unknown fields': { requests: 100, token: personas.buyer.token, body: manyFields(), status: 422 },
};

test.for(Object.entries(FLOODS))(`a heap of ${HEAP_MB} MB survives $0`, async ([, { requests, token, body, status }]) => {
  await using mock = await startMockProcess(['--lots', '20'], { node: [`--max-old-space-size=${HEAP_MB}`] });
  const headers = { 'Content-Type': 'application/json', ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) };
  const statuses = new Set<number>();
  await forEachAtOnce(CONNECTIONS, Array.from({ length: requests }), async () => {
    const response = await fetch(`${mock.addresses.base_url}/webhooks`, { method: 'POST', headers, body });
    statuses.add(response.status);
    await response.arrayBuffer();
  });
  expect([...statuses]).toEqual([status]);
});
