/** What a resource says of parties and places, told by its keys and its state. */
import { isObject } from '#client';
import type { Naming } from './keys.ts';
import { isTelling, namingOf } from './keys.ts';
import { isSettled } from './settled.ts';
import type { Member, Seen } from './views.ts';
import { membersOf } from './views.ts';

export interface Named extends Member {
  naming: Naming;
}

/** A key of a resource that names somebody or some place, and has a value that tells; none of a deal that is settled. */
export function namesParty({ view, resource }: Seen, namings: readonly Naming[]): Named | undefined {
  if ((view === 'bid' || view === 'trade' || view === 'offer') && isSettled(resource)) return undefined;
  for (const member of membersOf(resource)) {
    const naming = namingOf(member.key);
    if (naming === undefined || !namings.includes(naming) || !isTelling(member.value)) continue;
    // A place of delivery is the buyer's own.
    if (naming === 'place' && /deliver|location/.test(member.below) && view !== 'inventory') continue;
    return { ...member, naming };
  }
  return undefined;
}

export interface Unmasked {
  what: 'bid' | 'trade';
  status: string;
  pointer: string;
  value: unknown;
}

const MASKED_BIDS = ['pending', 'rejected', 'expired'];

/**
 * A bid that is pending, rejected or expired, or a trade that is Pending, whose counterparty is not null.
 * @param isPaid whether both invoices of a trade are known to be paid: then it may name the counterparty, and should not be Pending (TRD-6)
 * @returns undefined where nothing in the value has a counterparty
 */
export function unmaskedTooEarly(
  value: unknown,
  isPaid: (trade_id: string) => boolean,
  pointer = '',
): Unmasked | 'masked' | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  let opinion: 'masked' | undefined;
  if (isObject(value) && Object.hasOwn(value, 'counterparty')) {
    const status = typeof value['status'] === 'string' ? value['status'] : '';
    const what = status === 'Pending' ? 'trade' : MASKED_BIDS.includes(status) ? 'bid' : undefined;
    const id = value['id'] ?? value['trade_id'];
    const is_due = what === 'trade' && typeof id === 'string' && isPaid(id);
    if (what !== undefined && value['counterparty'] !== null && !isOffer(value) && !is_due) {
      return { what, status, pointer, value: value['counterparty'] };
    }
    if (what !== undefined) opinion = 'masked';
  }
  for (const [key, inner] of Object.entries(value)) {
    const found = unmaskedTooEarly(inner, isPaid, `${pointer}/${key}`);
    if (typeof found === 'object') return found;
    opinion ??= found;
  }
  return opinion;
}

/** How an offer masks is open (CB-7): as null, absent, or a label. */
function isOffer(record: Readonly<Record<string, unknown>>): boolean {
  return 'cash_bid_id' in record && !('price' in record && 'inventory_id' in record);
}
