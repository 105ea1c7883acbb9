import type { ClauseRow } from './clause.ts';

/** EVT: events and envelope. */
export const EVT = [
  {
    id: 'EVT-1',
    level: 'S',
    how: 'B+W',
    statement: 'A delivery is a POST of `{ id, type, event, livemode, created_at, data }`; `event` equals `type`.',
    section: 'Events > Delivery envelope',
  },
  {
    id: 'EVT-2',
    level: 'S',
    how: 'B+W',
    statement: 'Headers: `SVC-Event` (the type) and `SVC-Signature`.',
    section: 'Events > Delivery envelope',
  },
  {
    id: 'EVT-3',
    level: 'S',
    how: 'B+W',
    statement: 'The envelope id is unique to the event and stable across retries and replays.',
    section: 'Events > Delivery envelope',
  },
  {
    id: 'EVT-4',
    level: 'S',
    how: 'B+W',
    statement: "A subscription receives only its own team's events (listings of sandbox test users apart: SBX-10).",
    section: 'Events',
  },
  {
    id: 'EVT-5',
    level: 'S',
    how: 'B+W',
    statement: 'Buyer-side events go to the team that placed the bid or owns the cash bid.',
    section: 'Events',
  },
  {
    id: 'EVT-6',
    level: 'S',
    how: 'B+W',
    statement:
      'bid.accepted, bid.rejected, bid.countered, bid.received carry bid_id, reference, inventory_id, status (pending, accepted, rejected, countered, cancelled, expired), type (string).',
    section: 'Events > Payloads (`data`)',
  },
  {
    id: 'EVT-7',
    level: 'S',
    how: 'B+W',
    statement:
      'trade.created carries trade_id, bid_id, status, inventory_id, commodity (slug, name), quantity_mt (number), price (Money), fires alongside bid.accepted, to both sides. (For a trade from a cash-bid offer there is no bid: bid_id and inventory_id may be null or absent.)',
    section: 'Events > Payloads (`data`)',
  },
  {
    id: 'EVT-8',
    level: 'S',
    how: 'H',
    statement: 'trade.settled carries the same without bid_id, to both sides, when both invoices are paid.',
    section: 'Events > Payloads (`data`)',
  },
  {
    id: 'EVT-9',
    level: 'S',
    how: 'H',
    statement: 'cashbid.offer_received carries offer_id, cash_bid_id, status.',
    section: 'Events > Payloads (`data`)',
  },
  {
    id: 'EVT-10',
    level: 'S',
    how: 'H',
    statement:
      'analysis.requested carries inventory_id, reference, analysis_types (strings), invoice_total (number), billed_to (string); analysis.sample_received inventory_id, reference; analysis.graded also grade (string); analysis.photo_added inventory_id, reference, photo_url (string).',
    section: 'Events > Payloads (`data`)',
  },
  {
    id: 'EVT-11',
    level: 'S',
    how: 'H',
    statement:
      'analysis.* go only to the partner team that requested the analysis through the API; dashboard requests emit nothing.',
    section: 'Events > Event types',
  },
  {
    id: 'EVT-12',
    level: 'S',
    how: 'H',
    statement:
      'queue.congestion_started/cleared carry location_id, name, trucks_waiting, threshold, started_at, to the elevator whose location crossed its threshold, and cleared only after it stayed under long enough.',
    section: 'Events > Payloads (`data`)',
  },
  {
    id: 'EVT-13',
    level: 'S',
    how: 'B+W',
    statement: 'No bid.retracted and no listing.* event is ever received. (Subscribing to one may be taken or refused.)',
    section: 'Events > Event types',
  },
  {
    id: 'EVT-14',
    level: 'S',
    how: 'B+W',
    statement: 'Payloads are thin: opaque ids plus a status; the fields listed for the type are there.',
    section: 'Events > Payloads (`data`)',
  },
  {
    id: 'EVT-15',
    level: 'A',
    how: 'M',
    statement:
      'The mock makes analysis and congestion events from its control plane; congestion clears after 10 minutes under the threshold. location_id integer, name string, trucks_waiting and threshold integers, started_at date-time; billed_to is `partner` or `seller`.',
    section: 'Events > Payloads (`data`)',
  },
  {
    id: 'EVT-16',
    level: 'A',
    how: 'M',
    statement:
      'The event is recorded in the same transaction as the change that caused it: no change without its event, no event without its change, across a crash.',
    section: 'Events',
  },
  {
    id: 'EVT-17',
    level: 'S',
    how: 'B+W',
    statement: 'Placing a bid sends bid.received to the seller side. (Seen with a seller who has a team, or the simulator.)',
    section: 'States and transitions > Bid',
  },
  {
    id: 'EVT-18',
    level: 'S',
    how: 'B+W',
    statement:
      "When a seller acts, accept sends bid.accepted and trade.created, reject sends bid.rejected, counter sends bid.countered, to the buyer's team.",
    section: 'States and transitions > Bid',
  },
  {
    id: 'EVT-19',
    level: 'S',
    how: 'B+W',
    statement: '`created_at` is ISO 8601 and the time the event was generated: the same on every attempt and replay.',
    section: 'Events > Delivery envelope',
  },
  {
    id: 'EVT-20',
    level: 'D',
    how: 'B+W',
    statement: '`livemode` is true for live subscriptions (from: false for sandbox subscriptions).',
    section: 'Events > Delivery envelope',
  },
  {
    id: 'EVT-21',
    level: 'S',
    how: 'B+W',
    statement: "`status` in a bid payload is the bid's status when sent, so it may differ between attempts of one event.",
    section: 'Events > Payloads (`data`)',
  },
  {
    id: 'EVT-22',
    level: 'D',
    how: 'B+W',
    statement:
      "The ids of a payload can be fetched by the team that received it: bid_id and trade_id on the buyer's side (from: the full resource is fetched afterwards).",
    section: 'Events > Payloads (`data`)',
  },
  {
    id: 'EVT-23',
    level: 'S',
    how: 'H',
    statement:
      'What fires them: analysis.requested on inventory the partner owns or manages; sample_received when the physical sample is received for an external lab; graded when grading is complete; photo_added when a graded sample photo is approved.',
    section: 'Events > Event types',
  },
  {
    id: 'EVT-24',
    level: 'D',
    how: 'B+W',
    statement: 'A subscription receives only the types it asked for (from WHK-2).',
    section: 'Endpoints > Webhooks',
  },
  {
    id: 'EVT-25',
    level: 'S',
    how: 'B+W+C',
    statement:
      'Seller-side events go to the teams of the user who owns the listing. (Seen with a user who has a listing and a team, or the simulator.)',
    section: 'Events',
  },
  {
    id: 'EVT-26',
    level: 'D',
    how: 'B+W',
    statement:
      "A payload has no key beyond those listed, and names no party (from EVT-14 and PRIV-6). The `name` in queue.* is the elevator's own location.",
    section: 'Events > Payloads (`data`)',
  },
  {
    id: 'EVT-27',
    level: 'S',
    how: 'B+W+C',
    statement: "Delisting a lot sends bid.rejected for each pending bid, to the bidder's team.",
    section: 'States and transitions > Bid',
  },
  {
    id: 'EVT-28',
    level: 'A',
    how: 'B+W',
    statement:
      "When a buyer answers a seller's counter, bid.accepted, bid.rejected or bid.countered goes to the buyer's own team; an acceptance sends trade.created to both sides, and a buyer's counter sends bid.received to the seller side.",
    section: 'States and transitions > Bid',
  },
  {
    id: 'EVT-29',
    level: 'A',
    how: 'B+W',
    statement: 'bid.countered names the bid that was countered, with status countered. The new bid is found by its `counter_to`.',
    section: 'Events > Event types',
  },
  {
    id: 'EVT-30',
    level: 'A',
    how: 'B+W+C',
    statement:
      'Where the owner of a listing has several teams, all get its events; where it has none, nobody does, but for SBX-10.',
    section: 'Events',
  },
  {
    id: 'EVT-31',
    level: 'A',
    how: 'M',
    statement:
      'analysis.* go to the team that the control plane names as the requester; queue.* to the team that owns the location.',
    section: 'Events > Event types',
  },
] as const satisfies readonly ClauseRow[];
