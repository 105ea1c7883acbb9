/** The fields of a bid in every view. */
import { check, type Check } from '../../check/check.ts';
import { expectMoney } from '../../expectations/values.ts';
import type { JsonNode } from '#client';
import {
  Blocked,
  isSeller,
  describeRefusal,
  ensureDone,
  expectSuccess,
  expectThat,
  awaitInList,
  listAllPages,
  listReceivedBids,
  readBid,
  readUntil,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { PENDING_VIEWS, type PendingView } from './bid-views.ts';
import { actOnBid, arrangeBidInState, describeState, type BidInState, type State } from './states.ts';
import { SIDES } from './needs.ts';

const STATUSES = ['pending', 'accepted', 'rejected', 'countered', 'expired'] as const;

/** The states of a buyer's bid that can be arranged without waiting. */
const STATES = ['bid', 'accepted', 'rejected', 'countered'] as const;

/** BID-13: id and status are present; the other fields have their types if present. */
function checkShape(bid: JsonNode): void {
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
function checkFields(bid: JsonNode, lot_id: string, quantity_mt: unknown): void {
  bid.get('reference').text();
  bid.get('quantity_mt').is(quantity_mt);
  bid.get('counterparty').orNull((party) => party.get('name').string());
  // Only the seller's views have `listing_id` in its place.
  const is_to_seller = isSeller(bid.reply.exchange.actor);
  const id =
    bid.find('inventory_id') ??
    (is_to_seller ? bid.find('listing_id') : undefined) ??
    bid.breach('The bid does not name its listing.', is_to_seller ? 'inventory_id or listing_id' : 'inventory_id');
  id.is(lot_id);
}

interface View extends Pick<PendingView, 'name' | 'source'> {
  /** Reads a bid in this view. The bid is undefined if the view does not show it. */
  read: (t: CheckContext) => Promise<{ bid: JsonNode | undefined; lot_id: string; quantity_mt: unknown }>;
}

/** Arranges a bid and reads it in a view. */
function readArrangedBid(
  read: (t: CheckContext, made: BidInState) => Promise<JsonNode | undefined>,
  state: State = 'bid',
): View['read'] {
  return async (t) => {
    const made = await arrangeBidInState(t, state);
    return { bid: await read(t, made), lot_id: made.lot.id, quantity_mt: made.quantity_mt };
  };
}

/** Places a bid without `t.arrange`, which is blocked if the reply has no id: here the id is what is checked. */
async function placeOne(t: CheckContext): ReturnType<View['read']> {
  const lot = await t.arrange.lot();
  const body = await t.arrange.bidBody();
  const reply = await t.buyer.post(encodePath`/inventory/${lot.id}/bids`, body);
  ensureDone(reply, 'POST /inventory/{id}/bids rejected a valid bid of the buyer');
  return { bid: reply.data, lot_id: lot.id, quantity_mt: body['quantity_mt'] };
}

const VIEWS: readonly View[] = [
  { name: 'answer-to-placing', source: 'POST /inventory/{id}/bids', read: placeOne },
  ...PENDING_VIEWS.map((view) => ({ ...view, read: readArrangedBid(view.read) })),
  ...(['accepted', 'countered'] as const).map((state) => ({
    name: state,
    source: `GET /bids/{id} when ${state}`,
    read: readArrangedBid((t, { id }) => readBid(t.buyer, id), state),
  })),
  {
    name: 'answer-to-countering',
    source: 'POST /bids/{id}/counter',
    read: readArrangedBid(async (t, { lot, id }) => {
      const reply = await actOnBid(t, lot.seller, id, 'counter');
      ensureDone(reply, 'POST /bids/{id}/counter rejected a valid counter');
      return reply.data;
    }),
  },
];

const BY_VIEW: readonly Check[] = VIEWS.flatMap(({ name, source, read }) => [
  check(`BID-13/${name}`, `A bid has id and status, and its fields have their documented types (${source})`, SIDES, async (t) => {
    const { bid } = await read(t);
    if (bid === undefined) throw new Blocked(`${source} does not show the bid`);
    checkShape(bid);
  }),
  check(
    `BID-46/${name}`,
    `A bid has reference, quantity_mt, counterparty, and the id of its listing (${source})`,
    SIDES,
    async (t) => {
      const { bid, lot_id, quantity_mt } = await read(t);
      if (bid === undefined) throw new Blocked(`${source} does not show the bid`);
      checkFields(bid, lot_id, quantity_mt);
    },
  ),
]);

const STATUS: readonly Check[] = [
  check('BID-36/list', 'The status of each bid in GET /bids is one of the five documented values', SIDES, async (t) => {
    for (const state of STATES) await arrangeBidInState(t, state);
    for (const bid of await listAllPages(t.buyer, '/bids')) bid.get('status').oneOf(STATUSES);
  }),
  check('BID-36/received', 'The status of each received bid is one of the five documented values', SIDES, async (t) => {
    for (const state of STATES) {
      const { lot } = await arrangeBidInState(t, state);
      const read = async (): Promise<readonly JsonNode[]> => listReceivedBids(lot);
      // A pending bid is listed, perhaps a moment later. Decided ones need not be.
      const bids = await (state === 'bid' ? readUntil(read, ({ length }) => length > 0, t.signal) : read());
      for (const bid of bids) bid.get('status').oneOf(STATUSES);
    }
  }),
  ...STATES.map((state) =>
    check(
      `BID-58/${state}`,
      `The status of a bid in GET /bids/{id} is one of the five documented values (${describeState(state)})`,
      SIDES,
      async (t) => {
        const { id } = await arrangeBidInState(t, state);
        (await readBid(t.buyer, id)).get('status').oneOf(STATUSES);
      },
    ),
  ),
];

/** The values of `units` to try: MT, and the configured unit. */
function unitsOf(t: CheckContext): readonly string[] {
  const { unit } = t.run.settings.fixtures;
  if (unit === undefined) t.observe('only MT was tried; to try another unit, set fixtures.unit');
  return ['MT', ...(unit === undefined ? [] : [unit])];
}

const UNITS: readonly Check[] = [
  check('BID-34/list', 'GET /bids accepts units, and quantity_mt stays in tonnes', SIDES, async (t) => {
    const { id, quantity_mt } = await arrangeBidInState(t, 'bid');
    for (const units of unitsOf(t)) {
      const reply = await t.buyer.get('/bids', { units, limit: 1 });
      expectSuccess(reply);
      const found = await awaitInList(t.buyer, '/bids', id, { units, status: 'pending' });
      expectThat(found !== undefined, { message: `The bid is not in GET /bids?units=${units}.`, reply });
      found.find('quantity_mt')?.is(quantity_mt);
    }
  }),
  check('BID-34/bid', 'GET /bids/{id} accepts units, and quantity_mt stays in tonnes', ['buyer', 'writes'], async (t) => {
    const bid = await t.arrange.bid(await t.arrange.lotToBidOn());
    for (const units of unitsOf(t)) {
      const reply = await t.buyer.get(encodePath`/bids/${bid.id}`, { units });
      expectSuccess(reply);
      reply.data.get('id').is(bid.id);
      reply.data.find('quantity_mt')?.is(bid.body['quantity_mt']);
    }
  }),
  check('BID-56/quantity', 'A bid has a quantity in the requested units', ['buyer', 'writes', 'fixture:unit'], async (t) => {
    const bid = await t.arrange.bid(await t.arrange.lotToBidOn());
    const reply = await t.buyer.get(encodePath`/bids/${bid.id}`, { units: t.run.settings.fixtures.unit ?? 'MT' });
    t.observe(`units: ${describeRefusal(reply)}`);
    reply.data.get('quantity').object();
  }),
];

export const BID_VIEWS_CHECKS: readonly Check[] = [...BY_VIEW, ...STATUS, ...UNITS];
