import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Arrival } from '#client';
import { DEVELOPMENT_SECRET, verifyDelivery } from './verify-delivery.ts';

const SECRET = 'whsec_c2VjcmV0';
const NOW = 1_790_000_000;
const EVENT = {
  id: 'evt_1',
  type: 'bid.accepted',
  event: 'bid.accepted',
  livemode: true,
  created_at: '2026-09-21T12:00:00Z',
  data: {},
};

/** SIG-1, implemented separately: it shares no code with what is tested. */
function sign(text: string, secret: string | Buffer = SECRET, t: number | string = NOW): string {
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${text}`).digest('hex')}`;
}

function arrive(text: string, headers: Record<string, string>): Arrival {
  const raw = Buffer.from(text);
  const json: unknown = JSON.parse(text);
  const times = { at_ms: NOW * 1_000, stalled_ms: 0, answered_at_ms: undefined, given_up_at_ms: undefined };
  return { n: 1, ...times, method: 'POST', target: '/', headers, raw, text, json, answered: 0 };
}

const TEXT = JSON.stringify(EVENT);
const good = (event: object): Arrival => {
  const text = JSON.stringify(event);
  return arrive(text, { 'svc-signature': sign(text), 'svc-event': 'bid.accepted' });
};
const signedBy = (header: string): Arrival => arrive(TEXT, { 'svc-signature': header, 'svc-event': 'bid.accepted' });

test('SIG-1 a valid delivery has no explanation', () => {
  expect(verifyDelivery(good(EVENT), SECRET)).toMatchObject({
    verdict: { valid: true },
    id: 'evt_1',
    type: 'bid.accepted',
    livemode: true,
    explanation: undefined,
    notes: [],
  });
});

test.each<[what: string, header: string, secret: string, said: RegExp | undefined]>([
  ['a t of ten minutes ago', sign(TEXT, SECRET, NOW - 600), SECRET, /600 s old/],
  ['a t of ten minutes ahead', sign(TEXT, SECRET, NOW + 600), SECRET, /600 s ahead/],
  ['a t in milliseconds', sign(TEXT, SECRET, NOW * 1_000), SECRET, /milliseconds/],
  ['a secret without its prefix', sign(TEXT, SECRET.replace('whsec_', '')), SECRET, /prefix whsec_/],
  ['a decoded secret', sign(TEXT, Buffer.from('c2VjcmV0', 'base64')), SECRET, /base64-decoded/],
  ['the development secret', sign(TEXT, DEVELOPMENT_SECRET), SECRET, /signed with the development secret/],
  ['another secret', sign(TEXT, 'whsec_own'), DEVELOPMENT_SECRET, /It was verified with the development secret/],
  ['an unknown secret', sign(TEXT, 'whsec_own'), SECRET, undefined],
])('SIG-4 a delivery signed with %s is invalid, with an explanation', (_what, header, secret, said) => {
  const { verdict, explanation } = verifyDelivery(signedBy(header), secret);
  expect(verdict.valid).toBe(false);
  if (said === undefined) expect(explanation).toBeUndefined();
  else expect(explanation).toMatch(said);
});

describe('a valid delivery can have a warning', () => {
  test.each<[clause: string, arrival: Arrival]>([
    ['EVT-2', { ...good(EVENT), headers: { 'svc-signature': sign(TEXT) } }],
    ['EVT-2', { ...good(EVENT), headers: { 'svc-signature': sign(TEXT), 'svc-event': 'bid.rejected' } }],
    ['EVT-1', good({ ...EVENT, event: 'bid.rejected' })],
    ['EVT-1', good({ ...EVENT, event: undefined })],
  ])('%s', (clause, arrival) => {
    const { verdict, notes } = verifyDelivery(arrival, SECRET);
    expect(verdict.valid).toBe(true);
    expect(notes).toEqual([expect.stringContaining(clause)]);
  });

  test('SIG-6 an unknown event type', () => {
    const text = JSON.stringify({ ...EVENT, type: 'bid.sung', event: 'bid.sung' });
    const { verdict, notes } = verifyDelivery(arrive(text, { 'svc-signature': sign(text), 'svc-event': 'bid.sung' }), SECRET);
    expect(verdict.valid).toBe(true);
    expect(notes).toEqual([expect.stringContaining('SIG-6')]);
  });
});
