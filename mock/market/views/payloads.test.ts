import { expect, test } from 'vitest';
import type { Row } from '../records/tables.ts';
import { viewEnvelope, viewFixedPayload } from './payloads.ts';
import { show } from './visible.ts';

const EVENT: Row<'events'> = {
  seq: 7,
  id: 'evt_1',
  type: 'bid.received',
  livemode: 1,
  created_at: '2026-06-10T12:00:00.000Z',
  subject_id: 'bid_1',
  data: '{"secret":"of the store"}',
};

test.for([1, 0] as const)(
  'EVT-1 VER-3 FMT-6 an envelope of livemode %i has its six fields, and `event` says what `type` says',
  (livemode) => {
    const envelope = viewEnvelope({ ...EVENT, livemode }, 'bid.received', show({ bid_id: 'bid_1' }));
    expect(envelope).toEqual({
      id: 'evt_1',
      type: 'bid.received',
      event: 'bid.received',
      livemode: livemode === 1,
      created_at: '2026-06-10T12:00:00.000Z',
      data: { bid_id: 'bid_1' },
    });
  },
);

const QUEUE = { location_id: 1001, name: 'North', trucks_waiting: 9, threshold: 8, started_at: '2026-06-10T12:00:00.000Z' };

test('EVT-14 a payload that lacks one of its fields is not sent', () => {
  const { name: _, ...lacking } = QUEUE;
  expect(() => viewFixedPayload('queue.congestion_started', lacking)).toThrow(/name/);
});
