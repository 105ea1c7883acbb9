import { expect, test } from 'vitest';
import { viewFixedPayload } from './payloads.ts';

const QUEUE = { location_id: 1001, name: 'North', trucks_waiting: 9, threshold: 8, started_at: '2026-06-10T12:00:00.000Z' };

test('EVT-14 a payload that lacks one of its fields is not sent', () => {
  const { name: _, ...lacking } = QUEUE;
  expect(() => viewFixedPayload('queue.congestion_started', lacking)).toThrow(/name/);
});
