import type { ClauseRow } from './clause.ts';

/** PRIV: privacy. */
export const PRIV = [
  {
    id: 'PRIV-1',
    level: 'S',
    how: 'B+C',
    statement:
      "Anonymized inventory never includes the seller's identity, the farm's name or exact coordinates, in any field, header, link or error.",
    section: 'What the service does',
  },
  {
    id: 'PRIV-2',
    level: 'S',
    how: 'B+C',
    statement:
      "Of a listing's place only province and nearest city are given: nothing finer, nothing that identifies the seller or farm.",
    section: 'What the service does',
  },
  {
    id: 'PRIV-3',
    level: 'S',
    how: 'B+C',
    statement:
      '`near` searches against coarse city centroids: all listings of one city enter and leave a radius together, so coordinates cannot be triangulated.',
    section: 'Endpoints > Inventory (anonymized)',
  },
  {
    id: 'PRIV-4',
    level: 'S',
    how: 'H',
    statement:
      '`counterparty` of a bid or trade is null until both invoices on the resulting trade are paid, then `{ name }`: null after acceptance, and after one invoice of the two, whichever it is. (Before any payment: PRIV-13.)',
    section: 'What the service does',
  },
  {
    id: 'PRIV-5',
    level: 'S',
    how: 'H',
    statement: 'The offering party of a cash-bid offer is masked until the resulting trade is settled.',
    section: 'What the service does',
  },
  {
    id: 'PRIV-6',
    level: 'S',
    how: 'B+C',
    statement:
      'A seller stays anonymous to all buyers until a trade settles: in no response, webhook payload or header reaches a buyer anything that names the seller or the farm, but for words the seller typed into public fields (`variety`, `additional_terms`). Judged here before any payment.',
    section: 'What the service does',
  },
  {
    id: 'PRIV-7',
    level: 'S',
    how: 'B+C',
    statement:
      "`buyer_label` in the bid inbox is the buyer's company if the buyer is a verified elevator (not empty, not `Buyer`; the very name only where it is configured, since a team's name need not be the company's), otherwise the literal `Buyer`.",
    section: 'Resources and their fields > Bid',
  },
  {
    id: 'PRIV-8',
    level: 'S',
    how: 'B',
    statement: 'Without `farms.read` a farm is an opaque id plus coarse location only; with it, the full name and coordinates.',
    section: 'Resources and their fields > Farm',
  },
  {
    id: 'PRIV-9',
    level: 'A',
    how: 'B+C',
    statement:
      'Public ids, references, order among ties and links do not let a buyer tell which listings share a seller or farm.',
    section: 'What the service does',
  },
  {
    id: 'PRIV-10',
    level: 'A',
    how: 'B',
    statement:
      'Free text from one side (`additional_terms`) that carries an e-mail address, phone number or URL is refused with 422 naming the field: it would be a way round anonymity.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'PRIV-11',
    level: 'A',
    how: 'M',
    statement:
      'Noninterference: what a buyer sees is the same whoever the seller is. On the mock, two worlds that differ only in who the sellers are (names, farms, exact coordinates) answer a buyer with the same bytes.',
    section: 'What the service does',
  },
  {
    id: 'PRIV-12',
    level: 'S',
    how: 'H',
    statement:
      'Settlement unmasks the counterparty of that trade only: other trades of the same seller stay masked, and inventory stays anonymous for ever.',
    section: 'What the service does',
  },
  {
    id: 'PRIV-13',
    level: 'S',
    how: 'B',
    statement:
      'Before payment `counterparty` is null: on every bid that is pending, rejected or expired, that is countered while no trade of its chain is Completed, or that is accepted with its trade unpaid, and on every Pending trade.',
    section: 'Resources and their fields > Bid',
  },
  {
    id: 'PRIV-14',
    level: 'S',
    how: 'B+C',
    statement:
      'The farm rule (PRIV-8) holds for every response that returns a farm: POST and PATCH of /me/farms, and a farm inside a listing, give a token without `farms.read` only the opaque id and coarse location.',
    section: 'Resources and their fields > Farm',
  },
  {
    id: 'PRIV-15',
    level: 'S',
    how: 'H',
    statement: 'PRIV-6 holds as well after one invoice of the two is paid, whichever it is.',
    section: 'What the service does',
  },
  {
    id: 'PRIV-16',
    level: 'D',
    how: 'B+C',
    statement:
      'Nothing that a buyer sees carries an identifier of the seller or farm: no `farm_` id, no user id, no value that stays the same for one seller (from PRIV-6).',
    section: 'What the service does',
  },
  {
    id: 'PRIV-17',
    level: 'D',
    how: 'B+C',
    statement:
      "The contents of the fields a buyer sees do not come from the seller's secrets (from PRIV-6): twin listings that differ only in these differ in ids, references and times alone. (Order among ties, totals and sizes are information.)",
    section: 'What the service does',
  },
  {
    id: 'PRIV-18',
    level: 'D',
    how: 'H',
    statement: 'After settlement every other buyer still sees nothing of the seller, anywhere (from PRIV-6 and PRIV-12).',
    section: 'What the service does',
  },
  {
    id: 'PRIV-19',
    level: 'A',
    how: 'H',
    statement: 'In a chain of counters settlement unmasks the accepted bid; the bids before it keep a null `counterparty`.',
    section: 'Resources and their fields > Bid',
  },
] as const satisfies readonly ClauseRow[];
