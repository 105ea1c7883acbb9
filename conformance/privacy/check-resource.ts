/** What the keys and the state of a resource reveal about parties and places. */
import { idOfRecord, isObject, type JsonObject } from '#client';
import { hasContent, namingOf, type Naming } from './keys.ts';
import { membersOf, type Member, type ViewedResource } from './views.ts';

/** Whether a bid, trade, or offer has a state in which its parties are allowed to know each other. */
export function isSettled(record: JsonObject): boolean {
  const { status } = record;
  if (showsSettlement(record)) return true;
  if (isOffer(record)) return typeof status === 'string' && !OPEN_OFFERS.includes(status.toLowerCase());
  // An accepted bid alone does not show it. The checks of PRIV-4 know which trade is paid.
  return typeof status === 'string' && ['completed', 'accepted', 'countered', 'settled'].includes(status.toLowerCase());
}

/** The document names only `pending`. An offer with any other status than these can be that of a settled trade. */
const OPEN_OFFERS = 'pending open new submitted rejected declined refused withdrawn expired cancelled canceled'.split(' ');

/** Whether a trade says that it is settled, whatever its status. If the status is then wrong, TRD-6 is violated, not the privacy of the parties. */
export function showsSettlement({ settled_at, invoices }: JsonObject): boolean {
  const isPaid = (invoice: unknown): boolean => isObject(invoice) && invoice['status'] === 'paid';
  return typeof settled_at === 'string' && (!Array.isArray(invoices) || invoices.every(isPaid));
}

interface Named extends Member {
  naming: Naming;
}

/** In an offer, as the team of the cash bid sees it, this is the offering party. */
const OFFERED_BY = /^(?:offered|submitted|placed|made)_by(?:_id)?$/;

/** Whether a member of a settled deal can name the other party. The document shows the key for bids and trades only. */
export function canNameParty(record: JsonObject, key: string): boolean {
  return key === 'counterparty' || (isOffer(record) && ['party', 'person'].includes(namingIn('offer', key) ?? ''));
}

function namingIn(view: ViewedResource['view'], key: string): Naming | undefined {
  return view === 'offer' && OFFERED_BY.test(key) ? 'party' : namingOf(key);
}

/** Finds the first key of a resource that names a party or a place and has a value. Undefined for a settled bid, trade, or offer. */
export function findNamedParty({ view, resource }: ViewedResource, namings: readonly Naming[]): Named | undefined {
  if ((view === 'bid' || view === 'trade' || view === 'offer') && isSettled(resource)) return undefined;
  for (const member of membersOf(resource)) {
    const naming = namingIn(view, member.key);
    if (naming === undefined || !namings.includes(naming) || !hasContent(member.value)) continue;
    // A place of delivery belongs to the buyer.
    if (naming === 'place' && /deliver|location/.test(member.below) && view !== 'inventory') continue;
    return { ...member, naming };
  }
  return undefined;
}

interface Unmasked {
  what: 'bid' | 'trade';
  status: string;
  pointer: string;
  value: unknown;
}

const MASKED_BIDS = ['pending', 'rejected', 'expired'];

/**
 * Finds a pending, rejected, or expired bid, or a Pending trade, whose counterparty is not null.
 * @param isPaid whether both invoices of a trade are known to be paid. Such a trade can name its counterparty; that it is still Pending is checked as TRD-6
 * @returns `masked` if all of them have a null counterparty; undefined if there are none
 */
export function unmaskedTooEarly(
  value: unknown,
  isPaid: (trade_id: string) => boolean,
  pointer = '',
): Unmasked | 'masked' | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  let result: 'masked' | undefined;
  if (isObject(value) && Object.hasOwn(value, 'counterparty')) {
    const status = typeof value['status'] === 'string' ? value['status'] : '';
    const what = status === 'Pending' ? 'trade' : MASKED_BIDS.includes(status) ? 'bid' : undefined;
    const id = idOfRecord(value);
    const is_due = what === 'trade' && (showsSettlement(value) || (typeof id === 'string' && isPaid(id)));
    if (what !== undefined && value['counterparty'] !== null && !isOffer(value) && !is_due) {
      return { what, status, pointer, value: value['counterparty'] };
    }
    if (what !== undefined) result = 'masked';
  }
  for (const [key, inner] of Object.entries(value)) {
    const found = unmaskedTooEarly(inner, isPaid, `${pointer}/${key}`);
    if (typeof found === 'object') return found;
    result ??= found;
  }
  return result;
}

/** An offer can mask its counterparty in other ways (CB-7): null, absent, or a label. */
function isOffer(record: JsonObject): boolean {
  return 'cash_bid_id' in record && !('price' in record && 'inventory_id' in record);
}
