import { NO_LEDGER, Run, type Arrival, type Receipt } from '#client';
import { makeHttpExchange } from '#client/testing/exchange';
import { makeSettings } from '#client/testing/settings';
import { expect, test } from 'vitest';
import { PAYLOAD_ORACLES } from './deliveries/payloads.ts';
import { ID_ORACLES } from './shapes/ids.ts';

const INHERITED = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];

function receiptOf(type: string): Receipt {
  const json: unknown = { id: 'evt_1', type, event: type, livemode: true, created_at: '2026-06-01T12:00:00Z', data: {} };
  const text = JSON.stringify(json);
  const times = { at_ms: 0, stalled_ms: 0, answered_at_ms: undefined, given_up_at_ms: undefined };
  const arrival: Arrival = {
    n: 1,
    ...times,
    method: 'POST',
    target: '/',
    headers: {},
    raw: Buffer.from(text),
    text,
    json,
    answered: 200,
  };
  return { check: 'EVT-1/x', actor: 'buyer', arrival, subscription: undefined };
}

test.each(INHERITED)(
  'EVT-14 the event type %s, which every JavaScript object has as a member, is an unknown one',
  async (type) => {
    const run = new Run(makeSettings(), NO_LEDGER);
    const opinions = PAYLOAD_ORACLES.map((one) => one.checkReceipt?.(receiptOf(type), run));
    await run.close();
    expect(opinions).toEqual(PAYLOAD_ORACLES.map(() => undefined));
  },
);

test.each(INHERITED)('CONV-10 an object under the key %s has an id of no known kind', async (key) => {
  const run = new Run(makeSettings(), NO_LEDGER);
  const json: unknown = JSON.parse(`{"items":[{"id":"bid_1","${key}":{"id":"x1"}}]}`);
  const opinions = ID_ORACLES.map((one) => one.check?.(makeHttpExchange({ json }), run));
  await run.close();
  expect(opinions.filter((opinion) => opinion !== undefined && opinion !== 'fine')).toEqual([]);
});
