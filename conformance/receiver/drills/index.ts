/** All drills, in the order of the report. */
import type { Drill } from '../drill.ts';
import { BODY_DRILLS } from './body.ts';
import { CONNECTION_DRILLS } from './connections.ts';
import { DISTINCT_DRILLS } from './distinct.ts';
import { EVENT_DRILLS } from './events.ts';
import { FAILURE_DRILLS } from './failures.ts';
import { HEADER_DRILLS } from './header.ts';
import { ID_DRILLS } from './ids.ts';
import { LOAD_DRILLS } from './load.ts';
import { PAYLOAD_DRILLS } from './payloads.ts';
import { REPLAY_DRILLS } from './replays.ts';
import { REQUEST_HEADER_DRILLS } from './request-headers.ts';
import { SIGNATURE_DRILLS } from './signature.ts';
import { TIME_DRILLS } from './time.ts';
import { WHOLE_RUN_DRILLS } from './whole-run.ts';

export const DRILLS: readonly Drill[] = [
  ...SIGNATURE_DRILLS,
  ...HEADER_DRILLS,
  ...TIME_DRILLS,
  ...REQUEST_HEADER_DRILLS,
  ...BODY_DRILLS,
  ...EVENT_DRILLS,
  ...PAYLOAD_DRILLS,
  ...CONNECTION_DRILLS,
  ...LOAD_DRILLS,
  ...REPLAY_DRILLS,
  ...DISTINCT_DRILLS,
  ...ID_DRILLS,
  ...WHOLE_RUN_DRILLS,
  ...FAILURE_DRILLS,
];
