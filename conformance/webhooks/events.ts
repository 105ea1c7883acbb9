import type { EventPayload, EventType } from '#spec';

interface Envelope {
  /** The same for every attempt and every replay of one event (EVT-3): remember it, so that the event takes effect once (SIG-7). */
  id: string;
  /** A deprecated alias of `type` (VER-3). */
  event?: string;
  livemode: boolean;
  /** RFC 3339. */
  created_at: string;
}

/** An event of the document, by its `type`. Payloads are thin (EVT-14): fetch the resource for more. */
export type KnownEvent = { [Type in EventType]: Envelope & { type: Type; data: EventPayload<Type> } }[EventType];

/** An event that is newer than this package (VER-2): return 2xx, and ignore it. */
export interface UnknownEvent extends Envelope {
  type: string;
  data: Record<string, unknown>;
}

export type WebhookEvent = KnownEvent | UnknownEvent;

/** Every type of the document's table. The compiler compares it with the contract, which is not loaded at run time. */
const KNOWN: Readonly<Record<EventType, true>> = {
  'bid.accepted': true,
  'bid.rejected': true,
  'bid.countered': true,
  'bid.received': true,
  'trade.created': true,
  'trade.settled': true,
  'cashbid.offer_received': true,
  'analysis.requested': true,
  'analysis.sample_received': true,
  'analysis.graded': true,
  'analysis.photo_added': true,
  'queue.congestion_started': true,
  'queue.congestion_cleared': true,
  'inventory.matched': true,
};

/**
 * Whether an event is of a type that the document lists, so that `event.type` determines the type of `event.data`. An unknown type is valid: new
 * types are added without a new version (VER-2, SIG-6). Does not check the fields of `data`.
 */
export function isKnownEvent(event: WebhookEvent): event is KnownEvent {
  return Object.hasOwn(KNOWN, event.type);
}

/** The event in a verified body, or the reason why there is none. Checks the envelope (EVT-1), and of `data` only that it is an object. */
export function readEvent(raw: Uint8Array): WebhookEvent | 'not_json' | 'not_an_event' {
  let value: unknown;
  try {
    // Do not replace invalid UTF-8: that would be another body than the one that was signed.
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    return 'not_json';
  }
  return isEvent(value) ? value : 'not_an_event';
}

function isEvent(value: unknown): value is UnknownEvent {
  if (!isObject(value)) return false;
  const { id, type, livemode, created_at, data } = value;
  return isText(id) && isText(type) && typeof livemode === 'boolean' && isText(created_at) && isObject(data);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
