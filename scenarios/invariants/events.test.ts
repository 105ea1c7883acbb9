import { expect, test } from 'vitest';
import { EXPIRY_S, addBid } from '../model/bids.ts';
import { addLot } from '../model/lots.ts';
import { UNKNOWN_READINGS, emptyModel, type Model, type Subscription } from '../model/model.ts';
import { BID, LOT } from '../testing/lot-and-bid.ts';
import { recordAttempt, closeSubscription, expectEvent } from '../model/events.ts';
import { findAwaited, freeDue, isExpiryNotice } from './events.ts';

const SUBSCRIPTION: Subscription = { id: 'whk', owner: 'buyer', events: ['bid.rejected'], behavior: 'takes', is_open: true };
const EXPIRED = { id: 'evt', type: 'bid.rejected', data: { bid_id: 'bid', status: 'expired' } } as const;
const PENDING = { ...EXPIRED, data: { ...EXPIRED.data, status: 'pending' } };

function after(seconds: number): Model {
  return { ...addBid(addLot(emptyModel(UNKNOWN_READINGS), LOT), BID), now_s: seconds };
}

const EIGHT_DAYS_S = EXPIRY_S + 86_400;

test.for([
  ['the bidder, after its bid expired', after(EIGHT_DAYS_S), SUBSCRIPTION, EXPIRED, true],
  ['the bidder, before its bid expired', after(86_400), SUBSCRIPTION, EXPIRED, false],
  ['the bidder, before its bid expired, with status pending', after(86_400), SUBSCRIPTION, PENDING, false],
  ['another team', after(EIGHT_DAYS_S), { ...SUBSCRIPTION, owner: 'rival' }, EXPIRED, false],
  [
    'a team that is not subscribed to the type',
    after(EIGHT_DAYS_S),
    { ...SUBSCRIPTION, events: ['trade.created'] },
    EXPIRED,
    false,
  ],
  ['a team that has unsubscribed', after(EIGHT_DAYS_S), { ...SUBSCRIPTION, is_open: false }, EXPIRED, false],
  [
    'the bidder, with another status',
    after(EIGHT_DAYS_S),
    SUBSCRIPTION,
    { ...EXPIRED, data: { ...EXPIRED.data, status: 'accepted' } },
    false,
  ],
  ['the bidder, with the type bid.accepted', after(EIGHT_DAYS_S), SUBSCRIPTION, { ...EXPIRED, type: 'bid.accepted' }, false],
] as const)('whether an expiry event can go to %s', ([, model, subscription, envelope, is_legal]) => {
  expect(isExpiryNotice(model, subscription, envelope)).toBe(is_legal);
});

test('WHK-13 an event from before the deletion of its subscription can still be delivered, and one from after it cannot', () => {
  const subscribed: Model = { ...after(0), subscriptions: [SUBSCRIPTION] };
  const rejection = { to: ['buyer'], type: 'bid.rejected', clause: 'EVT-27', subject_ids: ['bid'], is_owed: true } as const;
  const envelope = { id: 'evt', type: 'bid.rejected', data: { bid_id: 'bid', status: 'rejected' } };
  const earlier = closeSubscription(expectEvent(subscribed, rejection), SUBSCRIPTION.id);
  expect(findAwaited(earlier.due_events, envelope)).toMatchObject({ state: 'lapsed' });
  const later = expectEvent(closeSubscription(subscribed, SUBSCRIPTION.id), rejection);
  expect(findAwaited(later.due_events, envelope)).toBeUndefined();
});

test('EVT-6 an event that names the new bid fits the due event of either counter, whichever comes first', () => {
  const subscribed: Model = { ...after(0), subscriptions: [{ ...SUBSCRIPTION, events: ['bid.countered'] }] };
  const counter = { to: ['buyer'], type: 'bid.countered', clause: 'EVT-18' } as const;
  const buyers = expectEvent(subscribed, { ...counter, subject_ids: ['b1', 'b2'], is_owed: false });
  const both = expectEvent(buyers, { ...counter, subject_ids: ['b2', 'b3'], is_owed: true });
  const late = { id: 'evt_1', type: 'bid.countered', data: { bid_id: 'b2' } };
  const taken = recordAttempt(both, findAwaited(both.due_events, late)?.n ?? -1, { event_id: late.id, named_id: 'b2' }, 200, 0);
  const next = { id: 'evt_2', type: 'bid.countered', data: { bid_id: 'b3' } };
  expect(findAwaited(taken.due_events, next)).toBeUndefined();
  const freed = freeDue(taken, taken.due_events, next);
  expect(freed.due_events.map(({ event_id, state }) => [event_id, state])).toEqual([
    ['evt_1', 'delivered'],
    [undefined, 'awaited'],
  ]);
  expect(findAwaited(freed.due_events, next)?.n).toBe(1);
  const again = { id: 'evt_3', type: 'bid.countered', data: { bid_id: 'b3' } };
  const all = recordAttempt(freed, 1, { event_id: next.id, named_id: 'b3' }, 200, 0);
  expect(freeDue(all, all.due_events, again)).toBe(all);
});
