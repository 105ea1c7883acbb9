import { expect, test } from 'vitest';
import { DeliveryDelay } from './delivery-delay.ts';

/** An arrival of an event that happened this many ms earlier. */
function arrival(id: string, lag_ms: number): { at_ms: number; json: unknown } {
  const at_ms = Date.parse('2026-05-01T12:00:00Z');
  return { at_ms, json: { id, created_at: new Date(at_ms - lag_ms).toISOString() } };
}

test('RTY-9 the longest delay of a first attempt counts, even if the clock of the target is ahead', () => {
  const delay = new DeliveryDelay();
  expect(delay.longest_ms).toBe(0);
  delay.note(arrival('evt_1', 3_000), 0);
  delay.note(arrival('evt_2', 100), 0);
  delay.note(arrival('evt_3', -60_000), 64_000);
  expect(delay.longest_ms).toBe(4_000);
});

test('RTY-4 retries and replays do not count, nor does an event of more than 20 s ago', () => {
  const delay = new DeliveryDelay();
  delay.note(arrival('evt_1', 50), 0);
  delay.note(arrival('evt_1', 10_050), 0);
  delay.note(arrival('evt_2', 20_001), 0);
  delay.note({ at_ms: 0, json: { id: 'evt_3', created_at: 'yesterday' } }, 0);
  expect(delay.longest_ms).toBe(50);
});
