/** All oracles: checks that look at every response and every delivery. */
import { ENVELOPE_ORACLES } from './deliveries/envelopes.ts';
import { MEMORY_ORACLES } from './deliveries/memory.ts';
import { PAYLOAD_ORACLES } from './deliveries/payloads.ts';
import { ROW_ORACLES } from './deliveries/rows.ts';
import { SIGNATURE_ORACLES } from './deliveries/signatures.ts';
import { ERRORS_ORACLES } from './errors.ts';
import { INVENTORY_ORACLES } from './inventory.ts';
import { LEARNED_NAMES_ORACLES } from './learned-names.ts';
import { LISTS_OF_OTHERS_ORACLES } from './lists-of-others.ts';
import type { Oracle } from './oracle.ts';
import { ofItems } from './oracle.ts';
import { PLACE_ORACLES, PRIVACY_ORACLES } from './privacy.ts';
import { SAME_RECORD_ORACLES } from './same-record.ts';
import { ENVELOPES_ORACLES } from './shapes/envelopes.ts';
import { IDS_ORACLES } from './shapes/ids.ts';
import { PAGES_ORACLES } from './shapes/pages.ts';
import { VALUES_ORACLES } from './shapes/values.ts';

export const ORACLES: readonly Oracle[] = [
  ...ofItems(PRIVACY_ORACLES),
  ...PLACE_ORACLES,
  ...ofItems(LEARNED_NAMES_ORACLES),
  ...LISTS_OF_OTHERS_ORACLES,
  ...ofItems(INVENTORY_ORACLES),
  ...SAME_RECORD_ORACLES,
  ...ofItems(IDS_ORACLES),
  ...ENVELOPES_ORACLES,
  ...PAGES_ORACLES,
  ...ofItems(VALUES_ORACLES),
  ...ERRORS_ORACLES,
  // Every delivery to any address of the run is checked, no matter which check caused it.
  ...ENVELOPE_ORACLES,
  ...MEMORY_ORACLES,
  ...PAYLOAD_ORACLES,
  ...SIGNATURE_ORACLES,
  ...ROW_ORACLES,
];
