import { AUTH_STAGES } from './auth.ts';
import { EVENT_ORDER_STAGES } from './event-order.ts';
import { EVENTS_STAGES } from './events.ts';
import { FAILURES_STAGES } from './failures.ts';
import { BID_LIFECYCLE_STAGES } from './bid-lifecycle.ts';
import { PAGES_STAGES } from './pages.ts';
import { PLACING_STAGES } from './placing.ts';
import { RECEIVER_STAGES } from './receiver.ts';
import type { Stage } from './stage.ts';
import { REFUSALS_STAGES } from './refusals.ts';
import { REQUESTS_STAGES } from './requests.ts';
import { RESTART_STAGES } from './restarts.ts';
import { SURROUNDINGS_STAGES } from './surroundings.ts';
import { TOLERANCE_STAGES } from './tolerance.ts';

const ALL: readonly Stage[] = [
  ...PLACING_STAGES,
  ...REFUSALS_STAGES,
  ...PAGES_STAGES,
  ...REQUESTS_STAGES,
  ...TOLERANCE_STAGES,
  ...FAILURES_STAGES,
  ...EVENTS_STAGES,
  ...EVENT_ORDER_STAGES,
  ...BID_LIFECYCLE_STAGES,
  ...AUTH_STAGES,
  ...RECEIVER_STAGES,
  ...RESTART_STAGES,
  ...SURROUNDINGS_STAGES,
];

/** The exam. Stages that restart the client come last. */
export const STAGES: readonly Stage[] = [
  ...ALL.filter((stage) => stage.is_fresh !== true),
  ...ALL.filter((stage) => stage.is_fresh === true),
];
