import { expect, test } from 'vitest';
import { bidRow, offerRow, tradeRow } from '../../testing/rows.ts';
import {
  viewBidPayload,
  viewEnvelope,
  viewFixedPayload,
  viewOfferPayload,
  viewTradeCreatedPayload,
  viewTradeSettledPayload,
} from './payloads.ts';
import { show } from './visible.ts';

test('EVT-1 VER-3 the field `event` of an envelope repeats `type`', () => {
  const event = {
    seq: 7,
    id: 'evt_1',
    type: 'bid.received',
    livemode: 0,
    created_at: '',
    subject_id: 'bid_1',
    data: '{}',
  } as const;
  const { id, type, event: alias, livemode } = viewEnvelope(event, 'bid.received', show({}));
  expect({ id, type, alias, livemode }).toEqual({ id: 'evt_1', type: 'bid.received', alias: 'bid.received', livemode: false });
});

test('EVT-14 a payload that lacks a field is not sent', () => {
  const queue = { location_id: 1001, trucks_waiting: 9, threshold: 8, started_at: '2026-06-10T12:00:00.000Z' };
  expect(() => viewFixedPayload('queue.congestion_started', queue)).toThrow(/name/);
});

test('EVT-21 a bid has its status at send time; a trade and an offer have the status of their event', () => {
  expect(viewBidPayload(bidRow({ status: 'accepted' })).status).toBe('accepted');
  const settled = tradeRow({ status: 'Completed' });
  expect(viewTradeCreatedPayload(settled).status).toBe('Pending');
  expect(viewTradeSettledPayload(settled).status).toBe('Completed');
  expect(viewOfferPayload(offerRow({ status: 'accepted' })).status).toBe('pending');
});
