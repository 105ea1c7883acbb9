import { EVENT_AUDIENCES } from './events/audiences.ts';
import { EVENT_ENVELOPES } from './events/envelopes.ts';
import { EVENT_PAYLOADS } from './events/payloads.ts';

export const EVENTS_VIOLATED = [...EVENT_ENVELOPES, ...EVENT_PAYLOADS, ...EVENT_AUDIENCES];
