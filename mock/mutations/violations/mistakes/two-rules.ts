/** Mistakes where two rules meet: retries that would fail by now, sellers whose team buys, changed listings, and bids that were decided in another way. */
import {
  afterAct,
  all,
  fieldsOf,
  findRow,
  idIn,
  onBody,
  onKey,
  partiesOf,
  queryOf,
  setRows,
  violations,
  withFields,
  type CallOf,
  type Reader,
  type Row,
  type Seams,
} from '../kit/index.ts';
import type { Incoming } from '../../../server/http/incoming.ts';
import { asPending } from '../bids/deviations.ts';

/** The listing that a request to place a bid names. */
async function lotBidOn(db: Reader, incoming: Incoming): Promise<Row<'lots'> | undefined> {
  return findRow(db, 'lots', { id: idIn(incoming.path) });
}

/** Simulates a framework that validates the request before it looks up the key. */
const CHECKED_AGAIN = violations({
  'IDEM-2/expiry-checked-again: A repeat returns 422 once the `expires_at` of its body has passed.': onKey(
    ({ key }, { world, incoming }) => {
      const { expires_at } = fieldsOf(incoming);
      const is_past = typeof expires_at === 'string' && Date.parse(expires_at) <= Date.parse(world.clock.now());
      return is_past ? { key: `${key}#again` } : {};
    },
  ),
  'IDEM-2/quantity-checked-again: A repeat returns 422 once the listing has less left than the bid asks for.': onKey(
    async ({ key }, { db, incoming }) => {
      const lot = await lotBidOn(db, incoming);
      const is_too_much = lot?.status === 'listed' && Number(fieldsOf(incoming)['quantity_mt']) > lot.quantity_mt;
      return is_too_much ? { key: `${key}#again` } : {};
    },
  ),
  'IDEM-2/missing-once-sold: A repeat returns 404 once the listing is sold out.': onKey(async ({ key }, { db, incoming }) => {
    const lot = await lotBidOn(db, incoming);
    return lot?.quantity_mt === 0 ? { key: `${key}#again` } : {};
  }),
});

/** Simulates code that takes a user for either a buyer or a seller. */
const SELLERS_WITH_TEAMS = violations({
  'BID-14/nothing-for-sellers: GET /bids lists nothing for a user who has listings.': onBody(
    'listBids',
    async (page, { db, caller }) =>
      (await findRow(db, 'lots', { user_id: caller?.user_id ?? '' })) === undefined
        ? page
        : { ...page, items: [], total: 0, next: null },
  ),
  'TRD-3/sold-alone: GET /trades of a user who has sold something omits what the team bought.': onBody('listTrades', (page) => {
    const sold = page.items.filter(({ side }) => side === 'seller');
    return sold.length === 0 ? page : { ...page, items: sold };
  }),
});

/** Uses the terms with which a listing was submitted. @param make gets these terms by the id of the listing */
function withSubmitted(
  make: (submitted: ReadonlyMap<string, CallOf<'createListing'>['body']>) => Partial<Seams>,
): () => Partial<Seams> {
  return () => {
    const submitted = new Map<string, CallOf<'createListing'>['body']>();
    const remembering = afterAct('createListing', ({ body }, { data }) => {
      submitted.set(data.id, body);
    });
    return all(remembering, make(submitted));
  };
}

const CHANGED = violations({
  'INV-9/price-as-submitted: `sort=price` uses the price with which a listing was submitted.': withSubmitted((submitted) =>
    onBody('listInventory', (page, { incoming }) => {
      if (queryOf(incoming).get('sort') !== 'price') return page;
      const priceOf = ({ id, asking_price }: (typeof page.items)[number]): number =>
        submitted.get(id)?.target_price?.amount ?? asking_price?.amount ?? Number.POSITIVE_INFINITY;
      return { ...page, items: page.items.toSorted((one, other) => priceOf(one) - priceOf(other)) };
    }),
  ),
  'SBX-4/clamped-as-submitted: The quantity of a simulated bid is at most the submitted one, even if the listing has less left.':
    withSubmitted((submitted) =>
      afterAct('simulateEvent', async ({ db, body }, { data }) => {
        const most = submitted.get(data.inventory_id)?.quantity_mt;
        if (most === undefined) return;
        await setRows(db, 'bids', { id: data.bid_id }, { quantity_mt: Math.min(body.quantity ?? most, most) });
      }),
    ),
  'CB-11/inactive-for-good: PATCH /cash-bids/{id} with `is_active` true returns an active cash bid and changes nothing.':
    afterAct('updateCashBid', async ({ db, body }, { data }) => {
      if (body?.is_active === true) await setRows(db, 'cash_bids', { id: data.id }, { is_active: 0 });
    }),
});

const DECIDED = violations({
  'BID-20/countered-by-grades: A countered multi-grade bid can be accepted.': asPending(
    'acceptBid',
    (bid) => bid.status === 'countered' && bid.type === 'multi_grade',
  ),
  'BID-20/expired-simulations-accepted: A simulated bid that the next simulation expired can be accepted.': asPending(
    'acceptBid',
    (bid) => bid.status === 'expired' && bid.is_simulated === 1,
  ),
  'OP-1/buyers-counter-200: POST /bids/{id}/counter returns 200 instead of 201 to a caller with a team.': {
    response: (response, { operation_id, caller, refusal }) => {
      const is_affected = operation_id === 'counterBid' && refusal === undefined && typeof caller?.team_id === 'string';
      return is_affected ? { ...response, status: 200 } : response;
    },
  },
  'PRIV-5/known-sellers-named: Pending offers name a seller with which the team has settled a trade.': withFields(
    'listOffers',
    async ({ id, counterparty }, { db, caller }) => {
      const seller = (await partiesOf(db, id))?.seller;
      const match = { seller_user_id: seller?.id ?? '', buyer_team_id: caller?.team_id ?? '', status: 'Completed' } as const;
      return { counterparty: (await findRow(db, 'trades', match)) === undefined ? counterparty : { name: seller?.name } };
    },
  ),
});

export const TWO_RULES = [...CHECKED_AGAIN, ...SELLERS_WITH_TEAMS, ...CHANGED, ...DECIDED];
