/** Leaks that only some requests show: with a certain parameter, in the sandbox, on a later page, or in a repeated request. */
import { createHash } from 'node:crypto';
import {
  findRow,
  idIn,
  INVENTORY_READS,
  OWN_BIDS,
  OWN_TRADES,
  partiesOf,
  queryOf,
  sellerOf,
  violations,
  withError,
  withFields,
  type ResponseContext,
  type Seams,
} from '../kit/index.ts';

/** Changes only the responses to requests that match. */
function onlyIf(applies: (context: ResponseContext) => boolean, seams: Partial<Seams>): Partial<Seams> {
  const { response } = seams;
  if (response === undefined) throw new Error('only changes of responses can depend on a request');
  return { response: (given, context) => (applies(context) ? response(given, context) : given) };
}

function ifQuery(name: string, seams: Partial<Seams>): Partial<Seams> {
  return onlyIf(({ incoming }) => queryOf(incoming).has(name), seams);
}

function inSandbox(seams: Partial<Seams>): Partial<Seams> {
  return onlyIf(({ caller }) => caller?.livemode === 0, seams);
}

const bidsNamed = withFields(OWN_BIDS, async ({ id }, { db }) => ({ counterparty: await sellerOf(db, id) }));
const lotsNamed = withFields(INVENTORY_READS, async ({ id }, { db }) => ({ variety: (await partiesOf(db, id))?.farm?.name }));
const tradesNamed = withFields(OWN_TRADES, async ({ id, side }, { db }) =>
  side === 'buyer' ? { counterparty: await sellerOf(db, id) } : {},
);
const isLaterPage = ({ incoming }: ResponseContext): boolean => Number(queryOf(incoming).get('offset') ?? 0) > 0;

export const LEAKS_IN_SOME_REQUESTS = violations({
  'PRIV-13/named-with-units: GET /bids names sellers if `units` is given.': ifQuery('units', bidsNamed),
  'PRIV-13/named-on-later-pages: GET /bids names sellers after the first page.': onlyIf(isLaterPage, bidsNamed),
  'PRIV-13/named-by-status: GET /bids names sellers if `status` is given.': ifQuery('status', bidsNamed),
  'PRIV-13/trades-named-by-commodity: GET /trades names sellers if `commodity` is given.': ifQuery('commodity', tradesNamed),
  'PRIV-13/trades-named-with-units: Trades name sellers if `units` is given.': ifQuery('units', tradesNamed),
  'PRIV-13/trades-named-by-date: GET /trades names sellers if `from` is given.': ifQuery('from', tradesNamed),
  'PRIV-1/farm-with-units: Listings show the name of the farm as the variety if `units` is given.': ifQuery('units', lotsNamed),
  'PRIV-1/farm-by-protein: GET /inventory shows the name of the farm as the variety if `min_protein` is given.': ifQuery(
    'min_protein',
    lotsNamed,
  ),
  'PRIV-1/farm-in-the-sandbox: Sandbox listings show the name of the farm as the variety.': inSandbox(lotsNamed),
  'PRIV-13/named-in-the-sandbox: Sandbox bids name the seller.': inSandbox(bidsNamed),
  'PRIV-6/seller-in-a-repeat: A repeated POST /inventory/{id}/bids with the same key returns the name of the seller.': () => {
    const seen = new Set<string>();
    return withFields('placeBid', async ({ id }, { db, incoming }) => {
      const is_repeated = incoming.idempotency_key !== undefined && seen.has(id);
      seen.add(id);
      return is_repeated ? { seller: (await sellerOf(db, id)).name } : {};
    });
  },
  'PRIV-6/farm-in-a-conflict: The 409 of a reused Idempotency-Key names the farm.': withError(
    'placeBid',
    'idempotency_conflict',
    async ({ message }, { db, incoming }) => ({
      message: `${message} (${(await partiesOf(db, idIn(incoming.path)))?.farm?.name ?? ''})`,
    }),
  ),
  "PRIV-6/farm-in-a-404: The 404 for another team's bid contains the name of the farm.": withError(
    ['acceptBid', 'rejectBid', 'counterBid', 'getBid'],
    'not_found',
    async ({ message }, { db, incoming }) => {
      const farm = (await partiesOf(db, idIn(incoming.path)))?.farm;
      return farm === undefined ? {} : { message: `${message} (${farm.name})` };
    },
  ),
  'PRIV-6/farm-in-a-counter-error: Errors of POST /bids/{id}/counter name the farm to the buyer.': withError(
    'counterBid',
    'validation_failed',
    async ({ message }, { db, incoming, caller }) => {
      const parties = await partiesOf(db, idIn(incoming.path));
      return parties === undefined || caller?.user_id === parties.seller.id
        ? {}
        : { message: `${message} (${parties.farm?.name ?? ''})` };
    },
  ),
  'PRIV-6/farm-in-delivery-records: Records of deliveries include the name of the farm.': withFields(
    'listDeliveries',
    async ({ event_id }, { db }) => {
      const event = await findRow(db, 'events', { id: event_id });
      return { summary: `From ${(await partiesOf(db, event?.subject_id ?? ''))?.farm?.name ?? ''}` };
    },
  ),
  "PRIV-16/hash-of-the-seller-in-trades: Trades contain a hash of the seller's id.": withFields(
    OWN_TRADES,
    async ({ id }, { db }) => ({
      desk: createHash('sha256')
        .update((await partiesOf(db, id))?.seller.id ?? '')
        .digest('hex')
        .slice(0, 12),
    }),
  ),
  'PRIV-14/named-by-status: GET /me/inventory shows the name of the farm without farms.read if `status` is given.': ifQuery(
    'status',
    withFields('listListings', async ({ id }, { db, caller }) =>
      caller?.scopes.has('farms.read') === true ? {} : { farm_name: (await partiesOf(db, id))?.farm?.name },
    ),
  ),
});
