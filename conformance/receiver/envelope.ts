/** Events as the marketplace would send them, made up: realistic payloads with ids of their own. */
import { randomBytes } from 'node:crypto';
import { EVENTS } from '#spec/events';
import { nowIso } from '#client';

/** The types that are delivered: all of the document's table but the reserved one (WHK-4). */
export const DELIVERED_TYPES: readonly string[] = Object.entries(EVENTS)
  .filter(([, { audience }]) => audience !== 'reserved')
  .map(([type]) => type);

/** What a delivery carries (EVT-1). */
export interface Envelope {
  id: string;
  type: string;
  event: string;
  livemode: boolean;
  created_at: string;
  data: Readonly<Record<string, unknown>>;
}

export interface EnvelopeOptions {
  livemode?: boolean;
  /** Unless given: now. */
  created_at?: string;
  /** Unless given: what the type carries, with ids that occur nowhere else. */
  data?: Readonly<Record<string, unknown>>;
}

/** An event of a type, known or not, that never happened before. */
export function makeEnvelope(type: string, options: EnvelopeOptions = {}): Envelope {
  const { livemode = true, created_at = nowIso(), data = makePayload(type) } = options;
  return { id: `evt_${hex(16)}`, type, event: type, livemode, created_at, data };
}

/** What an event of a type carries (EVT-6 to EVT-12); an unknown one a note. */
export function makePayload(type: string): Readonly<Record<string, unknown>> {
  const row = Object.entries(EVENTS).find(([name]) => name === type)?.[1];
  if (row === undefined || row.audience === 'reserved') return { note_id: `nte_${hex(16)}` };
  return Object.fromEntries(Object.entries(row.example).map(([key, value]) => [key, refresh(key, value)]));
}

const PREFIXED = /^([a-z]+)_[0-9a-f]{16}$/;

/** Ids and references are new each time, all else is as in the example. */
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
