import { parseInstant } from '#spec';
import type { CheckContext } from '../../check/check-context.ts';
import { ensureSuccess, expectThat, findItem, readUntil, type Actor, type JsonNode } from '#client';

/** The bids in the list of one lot. */
export async function receivedOn(seller: Actor, lot_id: string): Promise<readonly JsonNode[]> {
  const reply = await seller.get(`/me/inventory/${lot_id}/bids`, { limit: 50 });
  ensureSuccess(reply);
  return reply.items;
}

/** The entry of a lot in the inbox, on any page. @throws Unverifiable if only part of the inbox can be read (PAGE-14) */
export async function findInInbox(seller: Actor, lot_id: string): Promise<JsonNode | undefined> {
  return findItem(seller, '/me/bids-received', {}, (item) => item.get('listing').get('id').value === lot_id);
}

/** Waits until the entry of a lot in the inbox has these bids. @returns the entry as last read, if there is one */
export async function awaitInInbox(seller: Actor, lot_id: string, bids: readonly string[]): Promise<JsonNode | undefined> {
  return readUntil(
    () => findInInbox(seller, lot_id),
    (entry) => bids.every((id) => idsIn(entry).includes(id)),
  );
}

/** The bids on these listings in the inbox, once those that must be absent are, or when the time for that is over. */
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
export function idsIn(entry: JsonNode | undefined): readonly unknown[] {
  const bids = entry?.get('bids').array() ?? [];
  return bids.map((bid) => bid.get('id').value);
}

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
      message: 'expires_at is not ISO 8601.',
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
