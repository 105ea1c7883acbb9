import { parseInstant } from '#spec';
import type { CheckContext } from '../../check/check-context.ts';
import { expectThat, findItem, readUntil, type Actor, type JsonNode, type Lot } from '#client';

/** More than a page has by default, and than the limits that an inner list usually has. */
const MANY_BIDS = 26;

/** A lot with many pending bids, for the checks of both views of received bids. */
export async function arrangeManyBids(t: CheckContext): Promise<{ lot: Lot; bid_ids: readonly string[] }> {
  return t.run.once('a lot with many bids', async () => {
    const lot = await t.arrange.lot({}, t.seller);
    const more = Array.from({ length: MANY_BIDS - 2 }, () => ({}));
    const bids = await t.arrange.bids(lot, [{}, {}, ...more]);
    return { lot, bid_ids: bids.map(({ id }) => id) };
  });
}

/** The entry of a lot in the inbox, on any page. @throws Unverifiable if only part of the inbox can be read (PAGE-14) */
export async function findInInbox(seller: Actor, lot_id: string): Promise<JsonNode | undefined> {
  return findItem(seller, '/me/bids-received', {}, (item) => item.get('listing').get('id').value === lot_id);
}

/** Waits until the entry of a lot in the inbox has these bids. @returns the entry as last read, if there is one */
export async function awaitInInbox(seller: Actor, lot_id: string, bids: readonly string[]): Promise<JsonNode | undefined> {
  return readUntil(
    () => findInInbox(seller, lot_id),
    (entry) => bids.every((id) => bidIdsIn(entry).includes(id)),
  );
}

/** Like `awaitInInbox`, for checks whose clause says that the lot is in the inbox. @throws Breach if there is no entry */
export async function expectInInbox(seller: Actor, lot_id: string, bids: readonly string[]): Promise<JsonNode> {
  const entry = await awaitInInbox(seller, lot_id, bids);
  expectThat(entry !== undefined, { message: 'GET /me/bids-received does not list a lot with a pending bid.', expected: lot_id });
  return entry;
}

/** The bids on these listings in the inbox, once those that must be absent are gone, or the time for that is over. */
export async function awaitGone(
  t: CheckContext,
  lots: readonly string[],
  absent: readonly string[],
): Promise<readonly JsonNode[]> {
  const read = async (): Promise<readonly JsonNode[]> => {
    const entries = await Promise.all(lots.map((id) => findInInbox(t.seller, id)));
    return entries.flatMap((entry) => entry?.get('bids').array() ?? []);
  };
  return readUntil(read, (bids) => !bids.some((bid) => absent.includes(String(bid.get('id').value))), t.signal);
}

/** The ids of the bids in an entry of the inbox; none if there is no entry. */
export function bidIdsIn(entry: JsonNode | undefined): readonly unknown[] {
  const bids = entry?.get('bids').array() ?? [];
  return bids.map((bid) => bid.get('id').value);
}

/** The amount of the price of a bid; undefined for a multi-grade bid. */
export function priceIn(bid: JsonNode): number | undefined {
  const price = bid.get('price');
  return price.isNull() ? undefined : price.get('amount').number();
}

/** Checks the types of the fields "seen in the bid inbox" that are present. */
export function checkInboxFields(bid: JsonNode): void {
  bid.find('delivery')?.orNull((window) => {
    for (const key of ['from', 'to']) expectDate(window.get(key));
  });
  bid.find('fob_farm')?.boolean();
  bid.find('expires_at')?.orNull((instant) => {
    expectThat(parseInstant(instant.string()) !== undefined, {
      message: 'The expires_at of a received bid is not ISO 8601.',
      reply: instant.reply,
      pointer: instant.pointer,
      observed: instant.value,
    });
  });
  bid.find('buyer_label')?.string();
  bid.find('buyer_type')?.orNull((type) => type.string());
  bid.find('type')?.string();
}

function expectDate(date: JsonNode): void {
  if (!/^\d{4}-\d\d-\d\d$/.test(date.string())) date.breach('A delivery window does not have dates.', 'YYYY-MM-DD');
}
