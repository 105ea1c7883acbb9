import { expect, test } from 'vitest';
import { addSubscription, recordAttempt, closeSubscription, expectEvent, replay, windowOf } from './events.ts';
import { UNKNOWN_READINGS, emptyModel, type DueEvent, type Model } from './model.ts';

const SUBSCRIPTION = { id: 'whk_1', owner: 'buyer', events: ['bid.accepted'], behavior: 'takes', is_open: true } as const;
const OWED = { to: ['buyer'], type: 'bid.accepted', clause: 'EVT-18', subject_ids: ['bid_1'], is_owed: true } as const;
const DELIVERED = { event_id: 'evt_1', named_id: 'bid_1' };

function subscribed(): Model {
  return addSubscription(emptyModel(UNKNOWN_READINGS), SUBSCRIPTION);
}

function dueOf(model: Model): DueEvent {
  const [due] = model.due_events;
  if (due === undefined) throw new Error('nothing is due');
  return due;
}

test.for([
  ['to its owner', OWED, 1],
  ['not to another team', { ...OWED, to: ['rival'] as const }, 0],
  ['not of another type', { ...OWED, type: 'bid.rejected' }, 0],
] as const)('EVT-4 EVT-24 an event is due %s', ([, owed, n]) => {
  expect(expectEvent(subscribed(), owed).due_events).toHaveLength(n);
});

test('WHK-13 a deleted subscription is due no new events, and pending ones are optional', () => {
  const closed = closeSubscription(expectEvent(subscribed(), OWED), SUBSCRIPTION.id);
  expect(dueOf(closed).state).toBe('lapsed');
  expect(expectEvent(closed, OWED).due_events).toHaveLength(1);
});

test.for([
  [200, 'delivered'],
  [204, 'delivered'],
  [400, 'failed'],
  [410, 'failed'],
  [408, 'retrying'],
  [429, 'retrying'],
  [500, 'retrying'],
  [0, 'retrying'],
] as const)('RTY-1 RTY-2 RTY-3 an attempt with status %i is %s', ([answered, state]) => {
  expect(dueOf(recordAttempt(expectEvent(subscribed(), OWED), 0, DELIVERED, answered, 0))).toMatchObject({
    state,
    attempts: 1,
    ...DELIVERED,
  });
});

test('RTY-4 RTY-6 after five attempts, each within its window, the delivery has failed', () => {
  let model = recordAttempt(expectEvent(subscribed(), OWED), 0, DELIVERED, 500, 0);
  const windows: (readonly [number, number])[] = [];
  for (let n = 2; n <= 5; n += 1) {
    const window = windowOf(dueOf(model));
    windows.push(window);
    // At the latest legal time.
    const [, latest] = window;
    model = recordAttempt({ ...model, now_s: latest }, 0, DELIVERED, 500, latest);
  }
  expect(windows.map(([from, to]) => [Math.floor(from), Math.ceil(to)])).toEqual([
    [9, 18],
    [66, 98],
    [336, 478],
    [1_976, 2_733],
  ]);
  expect(dueOf(model)).toMatchObject({ state: 'failed', attempts: 5 });
  expect(dueOf(replay(model, 0))).toMatchObject({ state: 'replayed', attempts: 0, event_id: 'evt_1' });
});

test('an attempt that arrived during a long wait counts as within its window', () => {
  const first = recordAttempt(expectEvent(subscribed(), OWED), 0, DELIVERED, 500, 0);
  const second = recordAttempt({ ...first, now_s: 3_600 }, 0, DELIVERED, 500, 0);
  expect(dueOf(second).last_s).toEqual([9, 17.5]);
});
