import type { ClauseTable } from './clause.ts';

/** PRIV: privacy. */
export const PRIV = {
  'What the service does': [
    "PRIV-1 | S | B+C | Anonymized inventory never includes the seller's identity, the farm's name, or exact coordinates in any field, header, link, or error.",
    "PRIV-2 | S | B+C | A listing's location gives only the province and nearest city: nothing more precise, and nothing that identifies the seller or farm.",
    'PRIV-4 | S | H | The `counterparty` of a bid or trade is null until both invoices on the resulting trade are paid, and then `{ name }`; it is still null after acceptance and after just one of the two invoices is paid, whichever it is. (Before any payment: PRIV-13.)',
    'PRIV-5 | S | H | The offering party of a cash-bid offer is masked until the resulting trade is settled.',
    'PRIV-6 | S | B+C | A seller stays anonymous to all buyers until a trade settles: no response, webhook payload, or header that reaches a buyer contains anything that names the seller or the farm, except words that the seller typed into public fields (`variety`, `additional_terms`). Checked here before any payment.',
    'PRIV-9 | A | B+C | Public ids, references, tie order, and links do not let a buyer determine which listings share a seller or farm.',
    'PRIV-11 | A | M | Noninterference: what a buyer sees does not depend on who the seller is. On the mock, two worlds that differ only in who the sellers are (names, farms, exact coordinates) return the same bytes to a buyer.',
    "PRIV-12 | S | H | Settlement unmasks the counterparty of that trade only: the same seller's other trades stay masked, and inventory stays anonymous permanently.",
    'PRIV-15 | S | H | Until both invoices are paid, nothing identifies the seller to any buyer: one paid invoice, of either side, is not enough (see PRIV-6).',
    "PRIV-16 | D | B+C | Nothing that a buyer sees contains an identifier of the seller or farm: no `farm_` id, no user id, and no value that stays the same for one seller's lots and differs from other sellers' (from PRIV-6; a constant names nobody).",
    "PRIV-17 | D | B+C | The contents of the fields that a buyer sees are not derived from the seller's secrets (from PRIV-6): to a buyer, twin listings that differ only in these secrets differ only in ids, references, and times. (Tie order, totals, and sizes are information.)",
    'PRIV-18 | D | H | After settlement, every other buyer still sees nothing of the seller, anywhere (from PRIV-6 and PRIV-12).',
  ],
  'Endpoints > Inventory (anonymized)': [
    'PRIV-3 | S | B+C | `near` searches against coarse city centroids: all listings in one city are inside or outside a radius together, so coordinates cannot be triangulated.',
  ],
  'Resources and their fields > Bid': [
    "PRIV-7 | S | B+C | In the bid inbox, `buyer_label` is the buyer's company if the buyer is a verified elevator (not empty and not `Buyer`; the exact name is checked only if it is configured, since a team's name may differ from the company's), otherwise the literal `Buyer`.",
    'PRIV-13 | S | B | Before payment, `counterparty` is null on every Pending trade and on every bid that is pending, rejected, or expired; that is countered while no trade in its chain is Completed; or that is accepted while its trade is unpaid.',
    'PRIV-19 | A | H | In a chain of counters, settlement unmasks the accepted bid; the bids before it keep a null `counterparty`.',
  ],
  'Resources and their fields > Farm': [
    'PRIV-8 | S | B | Without `farms.read`, a farm is an opaque id plus coarse location only; with it, the full name and coordinates.',
    'PRIV-14 | S | B+C | The farm rule (PRIV-8) applies to every response that returns a farm: a token without `farms.read` gets only the opaque id and coarse location from POST and PATCH of /me/farms and for a farm inside a listing.',
  ],
  'Endpoints > Bids': [
    'PRIV-10 | A | B | If free text from either side (`additional_terms`) contains an email address, phone number, or URL, the request returns 422 naming the field, since such text would bypass anonymity.',
  ],
} as const satisfies ClauseTable;
