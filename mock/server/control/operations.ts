import { AGENDA } from './dashboard/agenda.ts';
import { ANALYSES } from './market/analyses.ts';
import { CASH_BIDS } from './market/cash-bids.ts';
import { CLAUSES } from './dashboard/clauses.ts';
import { CLIENTS } from './market/clients.ts';
import { COACH } from './dashboard/coach.ts';
import { CLOCK } from './worlds/clock.ts';
import { DELIVERY_LOCATIONS } from './market/delivery-locations.ts';
import { DEVIATIONS } from './worlds/deviations.ts';
import type { ControlOperation } from './endpoint/operation.ts';
import { FAULTS } from './worlds/faults.ts';
import { HAR } from './journal/har.ts';
import { HEALTH } from './endpoint/health.ts';
import { INBOX } from './dashboard/inbox.ts';
import { LAST_REPORT } from './dashboard/last-report.ts';
import { JOURNAL } from './journal/journal.ts';
import { METRICS } from './journal/metrics.ts';
import { OVERVIEW } from './dashboard/overview.ts';
import { PEOPLE } from './market/people.ts';
import { RECORDS } from './dashboard/records.ts';
import { REQUEST_DETAIL } from './dashboard/request-detail.ts';
import { SNAPSHOTS } from './worlds/snapshots.ts';
import { STREAM } from './journal/stream.ts';
import { SWITCHES } from './market/switches.ts';
import { TENANTS } from './tenants/tenants.ts';
import { TOKENS } from './market/tokens.ts';
import { TRADES } from './market/trades.ts';
import { TRUTH } from './market/truth.ts';
import { WAIT } from './journal/wait.ts';
import { WORLDS } from './worlds/worlds.ts';

/** The operations of the control plane by area, which is their tag in the OpenAPI document. */
export const OPERATIONS_BY_AREA: Readonly<Record<string, readonly ControlOperation[]>> = {
  health: [...HEALTH, ...METRICS],
  worlds: WORLDS,
  tenants: TENANTS,
  snapshots: SNAPSHOTS,
  clock: CLOCK,
  trades: TRADES,
  'cash-bids': CASH_BIDS,
  switches: SWITCHES,
  deviations: DEVIATIONS,
  faults: FAULTS,
  analyses: ANALYSES,
  'delivery-locations': DELIVERY_LOCATIONS,
  tokens: TOKENS,
  clients: CLIENTS,
  people: PEOPLE,
  truth: TRUTH,
  journal: [...JOURNAL, ...HAR, ...STREAM],
  wait: WAIT,
  dashboard: [...OVERVIEW, ...AGENDA, ...RECORDS, ...REQUEST_DETAIL, ...CLAUSES, ...INBOX, ...LAST_REPORT],
  coach: COACH,
};

export const CONTROL_OPERATIONS: readonly ControlOperation[] = Object.values(OPERATIONS_BY_AREA).flat();
