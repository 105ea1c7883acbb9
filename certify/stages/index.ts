import { AUTH } from './auth.ts';
import { EVENT_ORDER } from './event-order.ts';
import { EVENTS } from './events.ts';
import { FAILURES } from './failures.ts';
import { BID_LIFECYCLE } from './bid-lifecycle.ts';
import { PAGES } from './pages.ts';
import { PLACING } from './placing.ts';
import { RECEIVER } from './receiver.ts';
import type { Stage } from './stage.ts';
import { REFUSALS } from './refusals.ts';
import { REQUESTS } from './requests.ts';
import { SURROUNDINGS } from './surroundings.ts';
import { TOLERANCE } from './tolerance.ts';

const ALL: readonly Stage[] = [
  ...PLACING,
  ...REFUSALS,
  ...PAGES,
  ...REQUESTS,
  ...TOLERANCE,
  ...FAILURES,
  ...EVENTS,
  ...EVENT_ORDER,
  ...BID_LIFECYCLE,
  ...AUTH,
  ...RECEIVER,
  ...SURROUNDINGS,
];

/** The exam. Stages that start the client afresh come last. */
export const STAGES: readonly Stage[] = [
  ...ALL.filter((stage) => stage.is_fresh !== true),
  ...ALL.filter((stage) => stage.is_fresh === true),
];
