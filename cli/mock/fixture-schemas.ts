/** The format of a fixtures file: every record of `fixtures/records.ts`, with all of its fields. */
import { commodities } from '#spec/reference/index';
import type { Batch as BatchRecords } from '#fixtures/records';
import { z } from 'zod';

const NAME_MAX = 200;
const AMOUNT_MAX = 1_000_000;
const QUANTITY_MAX_MT = 10_000_000;
/** Ids are parts of paths. */
const id = z
  .string()
  .max(NAME_MAX)
  .regex(/^[\w-]+$/, { error: 'must be letters, digits, _ and -' });
const text = z.string().min(1).max(NAME_MAX);
const instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, { error: 'must be an instant like 2026-06-01T12:00:00.000Z' });
const date = z.iso.date();
const amount = z.number().min(0).max(AMOUNT_MAX);
const quantity = z.number().min(0).max(QUANTITY_MAX_MT);
const measurement = z.number().min(0).max(AMOUNT_MAX).nullable();
const commodity = z.enum(commodities.map(({ slug }) => slug));
const unit = z.enum(['MT', 'BU', 'LB', 'CWT', 'ST']);
const bidStatus = z.enum(['pending', 'accepted', 'rejected', 'countered', 'expired']);
const location_id = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

const Team = z.strictObject({
  id,
  name: text,
  type: z.enum(['elevator', 'buyer']),
  is_verified_elevator: z.boolean(),
  has_good_credit: z.boolean(),
  created_at: instant,
});
const User = z.strictObject({ id, name: text, email: z.email(), created_by_client_id: id.nullable(), created_at: instant });
const Membership = z.strictObject({ team_id: id, user_id: id, role: z.enum(['owner', 'admin', 'member']) });
const Client = z.strictObject({ id, name: text, livemode: z.boolean(), is_approved_partner: z.boolean(), created_at: instant });
const Token = z.strictObject({
  token: z.string().regex(/^[\w.~+/-]+=*$/, { error: 'must be what a bearer token can be' }),
  client_id: id,
  user_id: id.nullable(),
  team_id: id.nullable(),
  scopes: z.string().regex(/^\S+(?: \S+)*$/, { error: 'must be scopes with a space between them' }),
  livemode: z.boolean(),
  expires_at: instant.nullable(),
  created_at: instant,
});
const Farm = z.strictObject({
  id,
  user_id: id,
  livemode: z.boolean(),
  name: text,
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  nearest_city: text,
  nearest_province: text,
  has_payment_method: z.boolean(),
  created_at: instant,
});
const Lot = z.strictObject({
  id,
  reference: text,
  user_id: id,
  farm_id: id,
  livemode: z.boolean(),
  commodity,
  variety: text.nullable(),
  grade: text.nullable(),
  is_organic: z.boolean(),
  crop_year: z.int().min(1900).max(2999).nullable(),
  quantity_mt: quantity,
  price_amount: amount.nullable(),
  price_firm: z.boolean().nullable(),
  protein: measurement,
  moisture: measurement,
  test_weight: measurement,
  dockage: measurement,
  falling_number: measurement,
  province: text,
  nearest_city: text,
  city_id: z.int().nullable(),
  status: z.enum(['listed', 'unlisted', 'archived']),
  listed_at: instant,
  expires_at: instant.nullable(),
  created_at: instant,
});
const Bid = z.strictObject({
  id,
  reference: text,
  lot_id: id,
  livemode: z.boolean(),
  buyer_team_id: id,
  buyer_user_id: id,
  seller_user_id: id,
  author: z.enum(['buyer', 'seller']),
  status: bidStatus,
  type: z.enum(['single_grade', 'multi_grade']),
  price_amount: amount.nullable(),
  price_unit: unit.nullable(),
  quantity_mt: quantity,
  delivery_from: date,
  delivery_to: date,
  fob_farm: z.boolean(),
  delivery_location_id: location_id.nullable(),
  subject_to_sample_approval: z.boolean(),
  additional_terms: z.string().nullable(),
  expires_at: instant,
  counter_to: id.nullable(),
  is_simulated: z.boolean(),
  created_at: instant,
});
const BidLine = z.strictObject({
  id,
  bid_id: id,
  position: z.int().min(0),
  grade: text,
  price_amount: amount,
  price_unit: unit,
  subject_to_sample_approval: z.boolean(),
  status: bidStatus,
});
const Trade = z.strictObject({
  id,
  reference: text,
  livemode: z.boolean(),
  bid_id: id.nullable(),
  offer_id: id.nullable(),
  lot_id: id.nullable(),
  buyer_team_id: id,
  seller_user_id: id,
  commodity,
  quantity_mt: quantity,
  price_amount: amount,
  price_unit: unit,
  delivery_from: date.nullable(),
  delivery_to: date.nullable(),
  status: z.enum(['Pending', 'Completed']),
  buyer_invoice_paid_at: instant.nullable(),
  seller_invoice_paid_at: instant.nullable(),
  created_at: instant,
  settled_at: instant.nullable(),
});
const CashBid = z.strictObject({
  id,
  reference: text,
  team_id: id,
  livemode: z.boolean(),
  commodity,
  grade: text.nullable(),
  crop_year: z.int().nullable(),
  price_amount: amount,
  price_unit: unit,
  quantity_mt: quantity,
  delivery_from: date,
  delivery_to: date,
  delivery_location_id: location_id,
  is_active: z.boolean(),
  created_at: instant,
});
const Offer = z.strictObject({
  id,
  cash_bid_id: id,
  seller_user_id: id,
  livemode: z.boolean(),
  status: z.enum(['pending', 'accepted', 'rejected', 'expired']),
  price_amount: amount,
  price_unit: unit,
  quantity_mt: quantity,
  trade_id: id.nullable(),
  created_at: instant,
});
const DeliveryLocation = z.strictObject({
  id: location_id,
  team_id: id,
  name: text,
  formatted: text,
  city: text,
  province: text,
  trucks_waiting: z.int().min(0),
  congestion_threshold: z.int().min(1),
});

/** The type makes sure that this matches the records of the world. */
export const Batch: z.ZodType<BatchRecords> = z.strictObject({
  teams: z.array(Team).exactOptional(),
  users: z.array(User).exactOptional(),
  memberships: z.array(Membership).exactOptional(),
  clients: z.array(Client).exactOptional(),
  tokens: z.array(Token).exactOptional(),
  farms: z.array(Farm).exactOptional(),
  lots: z.array(Lot).exactOptional(),
  bids: z.array(Bid).exactOptional(),
  bid_lines: z.array(BidLine).exactOptional(),
  trades: z.array(Trade).exactOptional(),
  cash_bids: z.array(CashBid).exactOptional(),
  offers: z.array(Offer).exactOptional(),
  delivery_locations: z.array(DeliveryLocation).exactOptional(),
});
