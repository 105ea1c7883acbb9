import { RESPONSE_FAULTS } from './responses.ts';
import { VERIFICATION_FAULTS } from './verification.ts';
import { BODY_FAULTS } from './bodies.ts';
import { CLOCK_FAULTS } from './clock.ts';
import { SHARED_STATE_FAULTS } from './load/shared-state.ts';
import { COMPARISON_FAULTS, ODD_COMPARISON_FAULTS } from './comparison.ts';
import { DUPLICATE_FAULTS } from './events/duplicates.ts';
import { EVENT_FAULTS } from './events.ts';
import { FRONT_FAULTS } from './front.ts';
import { HEADER_FAULTS } from './header.ts';
import { UNKNOWN_TYPE_FAULTS } from './events/unknown-types.ts';
import { HANDLER_FAULTS } from './handlers.ts';
import { IDENTITY_FAULTS } from './events/identity.ts';
import { LOST_WORK_FAULTS } from './load/lost-work.ts';
import { GATEWAY_FAULTS } from './gateways.ts';
import { DEPLOYMENT_FAULTS } from './deployment.ts';
import { BURST_FAULTS } from './load/bursts.ts';
import { CONNECTION_FAULTS } from './load/connections.ts';
import { FIELD_FAULTS } from './load/field.ts';
import { HEADER_FORM_FAULTS } from './header-forms.ts';
import { ODD_ID_FAULTS } from './events/odd-ids.ts';
import type { FaultyRow } from './row.ts';
import { SIGNING } from './signing.ts';
import { STATUS_FAULTS } from './statuses.ts';

export type { FaultyRow } from './row.ts';

export const FAULTY_ROWS: readonly FaultyRow[] = [
  ...SIGNING,
  ...BODY_FAULTS,
  ...HEADER_FAULTS,
  ...COMPARISON_FAULTS,
  ...ODD_COMPARISON_FAULTS,
  ...VERIFICATION_FAULTS,
  ...CLOCK_FAULTS,
  ...STATUS_FAULTS,
  ...EVENT_FAULTS,
  ...DUPLICATE_FAULTS,
  ...RESPONSE_FAULTS,
  ...FRONT_FAULTS,
  ...UNKNOWN_TYPE_FAULTS,
  ...HANDLER_FAULTS,
  ...IDENTITY_FAULTS,
  ...LOST_WORK_FAULTS,
  ...GATEWAY_FAULTS,
  ...DEPLOYMENT_FAULTS,
  ...SHARED_STATE_FAULTS,
  ...ODD_ID_FAULTS,
  ...HEADER_FORM_FAULTS,
  ...FIELD_FAULTS,
  ...CONNECTION_FAULTS,
  ...BURST_FAULTS,
];
