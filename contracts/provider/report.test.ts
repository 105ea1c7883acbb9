import { expect, test } from 'vitest';
import { renderVerdicts } from './report.ts';
import { checkInteraction, type Played } from './results.ts';

const SENT = { method: 'GET', path: '/v1/bids', actor: 'its own token', status: 401 };
const RESULT = { consumer: 'desk', description: 'its bids', pending: false, result: 'Error' };

function interactionOf(overrides: Partial<Played>): Played {
  return { states: [], problem: undefined, sent: undefined, ...overrides };
}

test('a difference has its location, both values, and the rule; the status comes first', () => {
  const mismatches = [
    {
      type: 'HeaderMismatch',
      key: 'Content-Type',
      expected: 'application/json',
      actual: 'text/html',
      mismatch:
        "Expected header 'Content-Type' to have value 'application/json' but was 'text/html' - Expected 'text/html' to match 'application/json.*'",
    },
    { type: 'BodyMismatch', path: '$.total', expected: '1', actual: 'null', mismatch: 'Expected null (Null) to be an integer' },
    { type: 'StatusMismatch', expected: 200, actual: 401, mismatch: 'expected 200 but was 401' },
  ];
  const interaction = interactionOf({
    states: [
      { name: '', params: {} },
      { name: 'a pending bid', params: { price: 300 } },
    ],
    sent: SENT,
  });
  const verdict = checkInteraction('market', { ...RESULT, mismatch: { mismatches } }, interaction);
  const verified = checkInteraction('market', { ...RESULT, result: 'OK' }, interactionOf({}));
  expect(renderVerdicts([verdict, verified]).split('\n')).toEqual([
    'desk → market: 1 verified, 1 failed',
    '',
    'FAILED  desk: its bids',
    '  given     a pending bid {"price":300}',
    '  sent      GET /v1/bids as its own token: 401',
    '  status',
    '    expected  200',
    '    actual    401',
    '    rule      expected 200 but was 401',
    '  $.total',
    '    expected  1',
    '    actual    null',
    '    rule      Expected null (Null) to be an integer',
    '  header Content-Type',
    '    expected  application/json',
    '    actual    text/html',
    "    rule      Expected 'text/html' to match 'application/json.*'",
    '  why       the pact sends a hard-coded token: use Bearer $TOKEN_BUYER, name an actor in a state, or pass --actor',
  ]);
});

test('an interaction that did not run is neither failed nor verified', () => {
  const problem = { blame: 'set_up', message: 'the hook pay_invoice failed' } as const;
  const verdict = checkInteraction('market', { ...RESULT, result: 'OK' }, interactionOf({ problem }));
  expect(verdict).toMatchObject({ kind: 'not_run', reason: 'the hook pay_invoice failed', differences: [] });
  const wrong = checkInteraction(
    'market',
    { ...RESULT, result: 'OK' },
    interactionOf({ problem: { ...problem, blame: 'pact' } }),
  );
  expect(wrong.kind).toBe('failed');
});

test('a pending pact of a broker does not fail', () => {
  expect(checkInteraction('market', { ...RESULT, pending: true }, interactionOf({})).kind).toBe('pending');
});

test('WHK-2 a signing secret in a response is not printed', () => {
  const actual = '"whsec_8f2a61c09b7d4e35"';
  const mismatch = {
    mismatches: [{ type: 'BodyMismatch', path: '$.data.secret', expected: '1', actual, mismatch: `Expected ${actual} to be 1` }],
  };
  const verdict = checkInteraction('market', { ...RESULT, mismatch }, interactionOf({}));
  expect(renderVerdicts([verdict])).not.toContain('8f2a61c0');
  expect(verdict.differences).toEqual([
    { where: '$.data.secret', expected: '1', actual: '"whsec_…"', rule: 'Expected "whsec_…" to be 1' },
  ]);
});
