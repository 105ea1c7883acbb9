import { ANALYSES } from './analyses.ts';
import { CASH_BIDS } from './cash-bids.ts';
import { CLIENTS } from './clients.ts';
import { CLOCK } from './clock.ts';
import { DELIVERY_LOCATIONS } from './delivery-locations.ts';
import { DEVIATIONS } from './deviations.ts';
import { FAULTS } from './faults.ts';
import { HAR } from './har.ts';
import { HEALTH } from './health.ts';
import { JOURNAL } from './journal.ts';
import { METRICS } from './metrics.ts';
import type { ControlOperation } from './operation.ts';
import { PEOPLE } from './people.ts';
import { SNAPSHOTS } from './snapshots.ts';
import { STREAM } from './stream.ts';
import { SWITCHES } from './switches.ts';
import { TOKENS } from './tokens.ts';
import { TRADES } from './trades.ts';
import { TRUTH } from './truth.ts';
import { WAIT } from './wait.ts';
import { WORLDS } from './worlds.ts';

/** Everything that the control plane can do: adding an operation is a row of one of these. */
export const CONTROL_OPERATIONS: readonly ControlOperation[] = [
  ...HEALTH,
  ...METRICS,
  ...WORLDS,
  ...SNAPSHOTS,
  ...CLOCK,
  ...TRADES,
  ...CASH_BIDS,
  ...SWITCHES,
  ...DEVIATIONS,
  ...FAULTS,
  ...ANALYSES,
  ...DELIVERY_LOCATIONS,
  ...TOKENS,
  ...CLIENTS,
  ...PEOPLE,
  ...TRUTH,
  ...JOURNAL,
  ...HAR,
  ...STREAM,
  ...WAIT,
];
