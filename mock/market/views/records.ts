/** Views of the caller's own records and of public reference data: teams, locations, cash bids, subscriptions, deliveries, market data. */
import type { PriceRecord } from '#fixtures/records';
import type {
  CashBid,
  CommodityCoverage,
  CreatedSubscription,
  Delivery,
  DeliveryLocation,
  Grade,
  HistoryPoint,
  InventoryFilters,
  MarketPrice,
  Page,
  PriceHistory,
  Redelivery,
  SandboxUser,
  Subscription,
  Team,
  Unit,
} from '#spec';
import type { Row } from '../records/tables.ts';
import type { Visible } from './visible.ts';
import { show } from './visible.ts';
import { commodityOf, moneyOf, quantityOf } from './values.ts';

/** TEAM-3, TEAM-4 */
export function viewTeam(team: Row<'teams'>, role: Team['role']): Visible<Team> {
  return show({
    id: team.id,
    name: team.name,
    role,
    type: team.type,
    is_verified_elevator: team.is_verified_elevator === 1,
    created_at: team.created_at,
  });
}

/** DLOC-1 */
export function viewDeliveryLocation(location: Row<'delivery_locations'>): Visible<DeliveryLocation> {
  const { id, name, formatted, city, province } = location;
  return show({ id, name, formatted, city, province });
}

/** CB-8, CB-11 */
export function viewCashBid(cashBid: Row<'cash_bids'>, units: Unit = 'MT'): Visible<CashBid> {
  return show({
    id: cashBid.id,
    reference: cashBid.reference,
    is_active: cashBid.is_active === 1,
    commodity: commodityOf(cashBid.commodity),
    grade: cashBid.grade,
    crop_year: cashBid.crop_year,
    price: moneyOf(cashBid.price_amount, cashBid.price_unit),
    quantity_mt: cashBid.quantity_mt,
    quantity: quantityOf(cashBid.quantity_mt, units, cashBid.commodity),
    delivery: { from: cashBid.delivery_from, to: cashBid.delivery_to },
    delivery_location_id: cashBid.delivery_location_id,
    created_at: cashBid.created_at,
  });
}

function eventsOf(subscription: Row<'subscriptions'>): string[] {
  // Cast: the store writes it as a JSON array.
  return JSON.parse(subscription.events) as string[];
}

/** WHK-12: without the secret. */
export function viewSubscription(subscription: Row<'subscriptions'>): Visible<Subscription> {
  return show({
    id: subscription.id,
    url: subscription.url,
    events: eventsOf(subscription),
    is_active: subscription.is_active === 1,
    livemode: subscription.livemode === 1,
    created_at: subscription.created_at,
  });
}

/** WHK-2: the only response with the secret. */
export function viewCreatedSubscription(subscription: Row<'subscriptions'>): Visible<CreatedSubscription> {
  return show({ ...viewSubscription(subscription), secret: subscription.secret });
}

/** RTY-7, RTY-8, RTY-13 */
export function viewDelivery(delivery: Row<'deliveries'>): Visible<Delivery> {
  const { id, event, event_id, status, response_status, attempts, delivered_at, created_at } = delivery;
  return show({ id, event, event_id, status, response_status, attempts, delivered_at, created_at });
}

/** WHK-5 */
export function viewDeleted(id: string): Visible<{ deleted: boolean; id: string }> {
  return show({ deleted: true, id });
}

/** WHK-8 */
export function viewRedelivery(event: { type: string; id: string }): Visible<Redelivery> {
  return show({ queued: true, event: event.type, event_id: event.id });
}

/** MKT-4 */
export function viewCoverage(slug: string, { from, to, count }: CommodityCoverage['coverage']): Visible<CommodityCoverage> {
  return show({ ...commodityOf(slug), coverage: { from, to, count } });
}

/** MKT-4: `change` is relative to the day before, in CAD per tonne. */
export function viewMarketPrice(price: PriceRecord, change: number | null): Visible<MarketPrice> {
  return show({ commodity: commodityOf(price.commodity), date: price.date, price: moneyOf(price.price_amount, 'MT'), change });
}

/** MKT-4 */
export function viewHistoryPoint({ date, price_amount, low, high }: Omit<PriceRecord, 'commodity'>): Visible<HistoryPoint> {
  return show({ date, price: moneyOf(price_amount, 'MT'), low, high });
}

/** MKT-4: a page of points, with their commodity and interval. */
export function viewPriceHistory(
  page: Visible<Page<HistoryPoint>>,
  slug: string,
  interval: PriceHistory['interval'],
): Visible<PriceHistory> {
  return show({ ...page, commodity: commodityOf(slug), interval });
}

/** SBX-12 */
export function viewGrade(grade: Grade): Visible<Grade> {
  return show({ name: grade.name, commodity: grade.commodity });
}

/** SBX-12 */
export function viewSandboxUser(user: SandboxUser): Visible<SandboxUser> {
  const { id, email, role, access_token, expires_in, team_id, created_at } = user;
  return show({ id, email, role, access_token, expires_in, team_id, created_at });
}

/** INV-12, INV-13 */
export function viewFilters(
  values: Omit<InventoryFilters, 'commodities'> & { commodities: string[] },
): Visible<InventoryFilters> {
  const { commodities, grades, provinces, crop_years } = values;
  return show({ commodities: commodities.map(commodityOf), grades, provinces, crop_years });
}
