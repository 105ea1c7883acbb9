import { expect, test } from 'vitest';
import type { Shown, ShownFinding } from '../findings/counterexample.ts';
import { symptomOf } from './symptom.ts';

const MADE = 'bid_1';

function show(finding: Partial<ShownFinding>, response_body: unknown, status = 200): Shown {
  const exchange = {
    actor: 'buyer',
    method: 'GET',
    url: 'http://127.0.0.1/v1/bids/bid_1',
    request_headers: {},
    status,
    response_headers: { date: 'Mon, 01 Jun 2026 12:00:00 GMT' },
    response_body: JSON.stringify(response_body),
    duration_ms: 1,
    curl: '',
  };
  return {
    finding: { invariant: 'agreement/bid', clause: 'BID-20', message: 'It is wrong.', exchange: 1, ...finding },
    steps: [],
    actions: [{ type: 'exchange', step: 1, phase: 'read_back', number: 1, exchange }],
    base_url: 'http://127.0.0.1/v1',
  };
}

function symptom(finding: Partial<ShownFinding>, body: unknown, status?: number): unknown {
  return symptomOf(show(finding, body, status), (id) => id === MADE);
}

test('a wrong status is identified by the status', () => {
  expect(symptom({ expected: 'status 422', observed: 'status 200: {}' }, {})).toEqual({ by: 'status', status: 200 });
});

test('a secret is identified by its text, in any place', () => {
  const observed = '"Rare Farm", unchanged, at /data/variety';
  expect(symptom({ pointer: '/data/variety', observed }, {})).toEqual({ by: 'text', status: 200, text: 'Rare Farm' });
});

test('a value is identified by its pointer; parts that vary are generalized', () => {
  const data = {
    status: 'pending',
    party: { id: 'bid_1', trade_id: 'trd_9', name: 'Somebody', quantity_mt: 6, at: '2026-06-01' },
  };
  expect(symptom({ pointer: '/data/status', observed: '"pending"' }, { data })).toMatchObject({ value: 'pending' });
  expect(symptom({ pointer: '/data/party', observed: '{}' }, { data })).toMatchObject({
    pointer: '/data/party',
    value: { id: MADE, trade_id: '<another id>', name: '<any text>', quantity_mt: 6, at: '<any text>' },
  });
});

test('an instant is identified by its distance from now', () => {
  const body = { data: { expires_at: '2026-06-02T12:00:00Z' } };
  expect(symptom({ pointer: '/data/expires_at', observed: '"…"' }, body)).toMatchObject({ value: '<in 86400 s>' });
});

test('a missing member is identified by its absence, and an unknown pointer by the whole response', () => {
  expect(symptom({ pointer: '/data/next', observed: 'undefined' }, { data: {} })).toMatchObject({ pointer: '/data/next' });
  const unresolved = symptom({ pointer: '/data/price/amount', observed: '310' }, { data: { amount: 310 } });
  expect(unresolved).toMatchObject({ pointer: '', value: { data: { amount: 310 } } });
});

test('a symptom across two responses is not identified by the last one', () => {
  const total = { invariant: 'lists/total', pointer: '/total', expected: '2', observed: '4' };
  expect(symptom(total, { total: 4 })).toEqual({ by: 'nothing' });
});

test.for([
  ['a delivery of bid.rejected', 0],
  ['a delivery of bid.rejected, in addition to 2 delivered', 2],
] as const)('a missing event is identified by the number of events: %s', ([expected, delivered]) => {
  const message = 'No bid.rejected about bid 1 or bid 2 was delivered to subscription 1 of buyer.';
  expect(symptom({ invariant: 'events/all-due', clause: 'EVT-18', message, expected }, {})).toEqual({
    by: 'delivery',
    event: 'bid.rejected',
    to: 'subscription 1',
    about: ['bid 1', 'bid 2'],
    delivered,
    is_missing: true,
  });
});

test.for([
  ['EVT-24', 'no such event', 0],
  ['WHK-13', 'no such event', 0],
  ['EVT-4', 'no such event, in addition to 1 delivered', 1],
] as const)('an unexpected event is identified by the number of events: %s, %s', ([clause, expected, delivered]) => {
  const message = 'An unexpected trade.created about trade 1 was delivered to subscription 2 of rival.';
  expect(symptom({ invariant: 'events/none-else', clause, message, expected }, {})).toEqual({
    by: 'delivery',
    event: 'trade.created',
    to: 'subscription 2',
    about: ['trade 1'],
    delivered,
    is_missing: false,
  });
});

test('attempts depend on a receiver, which a script does not have', () => {
  const message = 'The trade.created was sent to subscription 1 of buyer again after its delivery succeeded.';
  expect(symptom({ invariant: 'events/no-more-attempts', clause: 'RTY-1', message, expected: '1 attempts' }, {})).toEqual({
    by: 'nothing',
  });
});
