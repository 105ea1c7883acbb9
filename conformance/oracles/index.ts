/** All oracles: checks that look at every response and every delivery. */
import { BUYER_LABEL_ORACLES } from './buyer-labels.ts';
import { DELIVERY_ENVELOPE_ORACLES } from './deliveries/envelopes.ts';
import { ACROSS_DELIVERIES_ORACLES } from './deliveries/across-deliveries.ts';
import { PAYLOAD_ORACLES } from './deliveries/payloads.ts';
import { DELIVERY_ROW_ORACLES } from './deliveries/rows.ts';
import { SIGNATURE_ORACLES } from './deliveries/signatures.ts';
import { E_MAIL_ORACLES } from './e-mail.ts';
import { ERROR_ORACLES } from './errors.ts';
import { INVENTORY_ORACLES } from './inventory.ts';
import { LEARNED_NAME_ORACLES } from './learned-names.ts';
import { LISTS_OF_OTHERS_ORACLES } from './lists-of-others.ts';
import { ofItems, type Oracle } from './oracle.ts';
import { PLACE_ORACLES, PRIVACY_ORACLES } from './privacy.ts';
import { SAME_RECORD_ORACLES } from './same-record.ts';
import { BID_ORACLES } from './shapes/bids.ts';
import { RESPONSE_ENVELOPE_ORACLES } from './shapes/envelopes.ts';
import { ID_ORACLES } from './shapes/ids.ts';
import { LINK_ORACLES } from './shapes/links.ts';
import { PAGE_ORACLES } from './shapes/pages.ts';
import { VALUE_ORACLES } from './shapes/values.ts';
import { WEBHOOK_SECRET_ORACLES } from './webhook-secrets.ts';

export const ORACLES: readonly Oracle[] = [
  ...ofItems(PRIVACY_ORACLES),
  ...PLACE_ORACLES,
  ...ofItems(LEARNED_NAME_ORACLES),
  ...ofItems(E_MAIL_ORACLES),
  ...LISTS_OF_OTHERS_ORACLES,
  ...BUYER_LABEL_ORACLES,
  ...ofItems(INVENTORY_ORACLES),
  ...SAME_RECORD_ORACLES,
  ...ofItems(ID_ORACLES),
  ...RESPONSE_ENVELOPE_ORACLES,
  ...PAGE_ORACLES,
  ...LINK_ORACLES,
  ...ofItems(VALUE_ORACLES),
  ...ofItems(BID_ORACLES),
  ...ERROR_ORACLES,
  ...WEBHOOK_SECRET_ORACLES,
  // Every delivery to any address of the run is checked, no matter which check caused it.
  ...DELIVERY_ENVELOPE_ORACLES,
  ...ACROSS_DELIVERIES_ORACLES,
  ...PAYLOAD_ORACLES,
  ...SIGNATURE_ORACLES,
  ...DELIVERY_ROW_ORACLES,
];
