/** Realistic events with new ids. */
import { randomBytes } from 'node:crypto';
import { EVENTS } from '#spec/events';
import { nowIso, type JsonObject } from '#client';

/** The types that are delivered: all in the document's table except the reserved one (WHK-4). */
export const DELIVERED_TYPES: readonly string[] = Object.entries(EVENTS)
  .filter(([, { audience }]) => audience !== 'reserved')
  .map(([type]) => type);

/** The body of a delivery (EVT-1). */
export interface Envelope {
  id: string;
  type: string;
  event: string;
  livemode: boolean;
  created_at: string;
  data: JsonObject;
}

export interface EnvelopeOptions {
  livemode?: boolean;
  /** Default: now. */
  created_at?: string;
  /** Default: the payload of the type, with new ids. */
  data?: JsonObject;
}

/** A new event of a type, known or not. */
export function makeEnvelope(type: string, options: EnvelopeOptions = {}): Envelope {
  const { livemode = true, created_at = nowIso(), data = makePayload(type) } = options;
  return { id: `evt_${hex(16)}`, type, event: type, livemode, created_at, data };
}

/** The payload of a type (EVT-6 to EVT-12). An unknown type has a note. */
export function makePayload(type: string): JsonObject {
  const row = Object.entries(EVENTS).find(([name]) => name === type)?.[1];
  if (row === undefined || row.audience === 'reserved') return { note_id: `nte_${hex(16)}` };
  return Object.fromEntries(Object.entries(row.example).map(([key, value]) => [key, refresh(key, value)]));
}

const PREFIXED = /^([a-z]+)_[0-9a-f]{16}$/;

/** Ids and references are new each time; everything else is as in the example. */
function refresh(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const prefix = PREFIXED.exec(value)?.[1];
  if (prefix !== undefined) return `${prefix}_${hex(16)}`;
  if (key === 'reference') return `${value.slice(0, 4)}${hex(8).toUpperCase()}`;
  return value;
}

function hex(length: number): string {
  return randomBytes(length / 2).toString('hex');
}

export type Write = (envelope: Envelope) => string;

/** Writes an envelope with a member added to its data. @param text the member as JSON: `"note":"x"` */
export function withMember(text: string): Write {
  // `data` comes last, and is an object with members.
  return (envelope) => `${JSON.stringify(envelope).slice(0, -2)},${text}}}`;
}

/** @param note the text inside the quotes, escaped as it is to be sent */
export function withNote(note: string): Write {
  return withMember(`"note":"${note}"`);
}
