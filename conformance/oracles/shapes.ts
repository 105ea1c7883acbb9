/** The shape of every response body: conventions, paging, and formats. */
import type { Oracle } from './oracle.ts';
import { ofItems } from './oracle.ts';
import { ENVELOPES_ORACLES } from './shapes/envelopes.ts';
import { IDS_ORACLES } from './shapes/ids.ts';
import { PAGES_ORACLES } from './shapes/pages.ts';
import { VALUES_ORACLES } from './shapes/values.ts';

export const SHAPES_ORACLES: readonly Oracle[] = [
  ...ofItems(IDS_ORACLES),
  ...ENVELOPES_ORACLES,
  ...PAGES_ORACLES,
  ...ofItems(VALUES_ORACLES),
];
