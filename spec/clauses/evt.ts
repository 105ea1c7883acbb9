import type { ClauseTable } from './clause.ts';

/** EVT: events and envelope. */
export const EVT = {
  'Events > Delivery envelope': [
    'EVT-1 | S | B+W | A delivery is a POST of `{ id, type, event, livemode, created_at, data }`; `event` equals `type`.',
    'EVT-2 | S | B+W | A delivery has the headers `SVC-Event` (the type) and `SVC-Signature`.',
    'EVT-3 | S | B+W | The envelope id is unique to the event and stable across retries and replays.',
    'EVT-19 | S | B+W | `created_at` is ISO 8601 and is the time the event was generated: the same on every attempt and replay.',
    'EVT-20 | D | B+W | `livemode` is true for live subscriptions (from: false for sandbox subscriptions).',
  ],
  Events: [
    "EVT-4 | S | B+W | A subscription receives only its own team's events (except for listings of sandbox test users: SBX-10).",
    'EVT-5 | S | B+W | Buyer-side events go to the team that placed the bid or owns the cash bid.',
    'EVT-16 | A | M | An event is recorded in the same transaction as the change that caused it: there is no change without its event and no event without its change, even across a crash.',
    'EVT-25 | S | B+W+C | Seller-side events go to the teams of the user who owns the listing. (Observable with a user who has a listing and a team, or with the simulator.)',
    'EVT-30 | A | B+W+C | If the owner of a listing has several teams, all of them receive its events; if the owner has none, no one receives them, except as in SBX-10.',
  ],
  'Events > Payloads (`data`)': [
    'EVT-6 | S | B+W | bid.accepted, bid.rejected, bid.countered, and bid.received contain bid_id, reference, inventory_id, status (pending, accepted, rejected, countered, cancelled, expired), and type (string).',
    'EVT-7 | S | B+W | trade.created contains trade_id, bid_id, status, inventory_id, commodity (slug, name), quantity_mt (number), and price (Money); it is sent alongside bid.accepted, to both sides. (A trade from a cash-bid offer has no bid: bid_id and inventory_id may be null or absent.)',
    'EVT-8 | S | H | trade.settled contains the same fields as trade.created without bid_id and is sent to both sides when both invoices are paid.',
    'EVT-9 | S | H | cashbid.offer_received contains offer_id, cash_bid_id, and status.',
    'EVT-10 | S | H | analysis.requested contains inventory_id, reference, analysis_types (strings), invoice_total (number), and billed_to (string); analysis.sample_received contains inventory_id and reference; analysis.graded also contains grade (string); analysis.photo_added contains inventory_id, reference, and photo_url (string).',
    'EVT-12 | S | H | queue.congestion_started/cleared contain location_id, name, trucks_waiting, threshold, and started_at and go to the elevator whose location crossed its threshold; cleared is sent only after the location stayed under it long enough.',
    'EVT-14 | S | B+W | Payloads are thin: opaque ids plus a status; the fields listed for the type are present.',
    "EVT-15 | A | M | The mock's control plane generates analysis and congestion events; congestion clears after 10 minutes under the threshold. location_id is an integer, name a string, trucks_waiting and threshold integers, and started_at a date-time; billed_to is `partner` or `seller`.",
    "EVT-21 | S | B+W | In a bid payload, `status` is the bid's status at send time, so it may differ between attempts of one event.",
    "EVT-22 | D | B+W | The team that received a payload can fetch the resources that its ids refer to: bid_id and trade_id on the buyer's side (from: the full resource is fetched afterwards).",
    "EVT-26 | D | B+W | A payload has no key beyond those listed and names no party (from EVT-14 and PRIV-6). The `name` in queue.* is that of the elevator's own location.",
  ],
  'Events > Event types': [
    'EVT-11 | S | H | analysis.* events go only to the partner team that requested the analysis through the API; dashboard requests emit nothing.',
    'EVT-13 | S | B+W | No bid.retracted or listing.* event is ever received. (Subscribing to one may be accepted or rejected.)',
    'EVT-23 | S | H | Triggers: analysis.requested is sent when an analysis is requested on inventory that the partner owns or manages; sample_received when the physical sample is received for an external lab; graded when grading is complete; photo_added when a graded sample photo is approved.',
    'EVT-29 | A | B+W | bid.countered refers to the bid that was countered, with status countered. The new bid can be found by its `counter_to`.',
    'EVT-31 | A | M | analysis.* events go to the team that the control plane names as the requester; queue.* events go to the team that owns the location.',
  ],
  'States and transitions > Bid': [
    'EVT-17 | S | B+W | Placing a bid sends bid.received to the seller side. (Observable with a seller who has a team, or with the simulator.)',
    "EVT-18 | S | B+W | When a seller acts, the buyer's team receives bid.accepted and trade.created for accept, bid.rejected for reject, and bid.countered for counter.",
    "EVT-27 | S | B+W+C | Delisting a lot sends bid.rejected to the bidder's team for each pending bid.",
    "EVT-28 | A | B+W | When a buyer responds to a seller's counter, bid.accepted, bid.rejected, or bid.countered goes to the buyer's own team; an acceptance sends trade.created to both sides, and a buyer's counter sends bid.received to the seller side.",
  ],
  'Endpoints > Webhooks': ['EVT-24 | D | B+W | A subscription receives only the types that it subscribed to (from WHK-2).'],
} as const satisfies ClauseTable;
