import { ENVELOPE_ORACLES } from './deliveries/envelopes.ts';
import { MEMORY_ORACLES } from './deliveries/memory.ts';
import { PAYLOAD_ORACLES } from './deliveries/payloads.ts';
import { ROW_ORACLES } from './deliveries/rows.ts';
import { SIGNATURE_ORACLES } from './deliveries/signatures.ts';
import type { Oracle } from './oracle.ts';

/** Every delivery to any address of the run is checked, no matter which check caused it. */
export const DELIVERIES_ORACLES: readonly Oracle[] = [
  ...ENVELOPE_ORACLES,
  ...MEMORY_ORACLES,
  ...PAYLOAD_ORACLES,
  ...SIGNATURE_ORACLES,
  ...ROW_ORACLES,
];
