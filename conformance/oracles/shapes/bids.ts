/** The fields of every bid in every view. */
import type { OperationId } from '#spec';
import { isKnownActor, isSeller, type JsonNode } from '#client';
import { expectMoney } from '../../expectations/values.ts';
import { onSuccess, sum, type Success } from '../check-each.ts';
import { oracle, type Oracle } from '../oracle.ts';
import { bidsIn } from './values.ts';

const STATUSES = ['pending', 'accepted', 'rejected', 'countered', 'expired'] as const;

/** BID-13: id and status are present; the other fields have their types if present. */
function checkShape(bid: JsonNode): undefined {
  bid.get('id').text();
  bid.get('status').text();
  bid.find('reference')?.string();
  bid.find('inventory_id')?.text();
  bid.find('listing_id')?.text();
  bid.find('type')?.string();
  bid.find('price')?.orNull(expectMoney);
  bid.find('quantity_mt')?.number();
  bid.find('counterparty')?.orNull((party) => party.get('name').string());
}

/** BID-46: the fields of every bid. */
function checkFields(bid: JsonNode): undefined {
  bid.get('reference').text();
  bid.get('quantity_mt').number();
  bid.get('counterparty').orNull((party) => party.get('name').string());
  const { actor } = bid.reply.exchange;
  // Only the seller's views have `listing_id` in its place. A test user of the sandbox can be a seller.
  const is_to_seller = isSeller(actor) || !isKnownActor(actor);
  const id = bid.find('inventory_id') ?? (is_to_seller ? bid.find('listing_id') : undefined);
  (id ?? bid.breach('The bid does not name its listing.', is_to_seller ? 'inventory_id or listing_id' : 'inventory_id')).text();
}

/** BID-47: a null price, and lines with id, grade, price, subject_to_sample_approval, and status. A bid with one line can be of any kind. */
function checkLines(bid: JsonNode): number {
  const grades = bid.find('grades')?.value;
  if (!Array.isArray(grades) || grades.length < 2) return 0;
  bid.find('price')?.null();
  for (const line of bid.get('grades').array()) {
    line.get('id').text();
    line.get('grade').text();
    expectMoney(line.get('price'));
    line.get('subject_to_sample_approval').boolean();
    line.get('status').text();
  }
  return 1;
}

/** @param check returns how many things it checked in a bid, if not one */
function countBids({ operation, body }: Success, check: (bid: JsonNode) => number | undefined): number {
  return sum(bidsIn(operation, body).map((bid) => check(bid) ?? 1));
}

function checkStatus(bid: JsonNode): undefined {
  bid.get('status').oneOf(STATUSES);
}

const LISTS: readonly OperationId[] = ['listBids', 'listReceivedBids', 'listBidsReceived'];

export const BID_ORACLES: readonly Oracle[] = [
  oracle('BID-13/every-bid', 'Every bid has id and status, and its fields have their documented types', {
    check: onSuccess((success) => countBids(success, checkShape)),
  }),
  oracle('BID-46/every-bid', 'Every bid has reference, quantity_mt, counterparty, and the id of its listing', {
    check: onSuccess((success) => countBids(success, checkFields)),
  }),
  oracle('BID-36/every-list', 'The status of each bid in a list is one of the five documented values', {
    check: onSuccess((success) => (LISTS.includes(success.operation) ? countBids(success, checkStatus) : 0)),
  }),
  oracle('BID-58/every-bid', 'The status of a bid in GET /bids/{id} is one of the five documented values', {
    check: onSuccess((success) => (success.operation === 'getBid' ? countBids(success, checkStatus) : 0)),
  }),
  oracle('BID-47/every-bid', 'Every multi-grade bid has a null price and a price per line', {
    check: onSuccess((success) => countBids(success, checkLines)),
  }),
];
