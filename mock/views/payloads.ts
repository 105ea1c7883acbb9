/** What a delivery carries (EVT-1), and the payloads that never change once the event has happened; the others are made in parties.ts. */
import type { Envelope, EventPayload, EventType } from '#spec';
import { EVENTS } from '#spec';
import type { Row } from '../store/tables.ts';
import type { Seen } from './seen.ts';
import { show } from './seen.ts';

/** The types whose whole payload is written down with the event. */
export type FixedType = Extract<EventType, `analysis.${string}` | `queue.${string}`>;

/**
 * EVT-10, EVT-12, EVT-14, EVT-26: the fields that the type is declared with, and no other.
 * @throws ZodError where one of them is missing
 */
export function viewFixedPayload(type: FixedType, data: unknown): Seen<EventPayload<FixedType>> {
  return show(EVENTS[type].payload.parse(data));
}

/** EVT-1, EVT-3, EVT-19, EVT-20, VER-3: id and time are the event's own, on every attempt the same. */
export function viewEnvelope(event: Row<'events'>, type: EventType, data: Seen<Record<string, unknown>>): Seen<Envelope> {
  return show({ id: event.id, type, event: type, livemode: event.livemode === 1, created_at: event.created_at, data });
}
