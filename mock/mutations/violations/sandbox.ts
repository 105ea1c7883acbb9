import {
  afterAct,
  alsoNotify,
  beforeAct,
  dropEvent,
  fieldsOf,
  fillIn,
  findRow,
  inMode,
  isRefusal,
  lettingIn,
  onCaller,
  onEvent,
  onFind,
  onListeners,
  onRequestField,
  ownersOf,
  personaAsCaller,
  refuse,
  refuseFields,
  setBids,
  setRows,
  violations,
  withEnvelope,
  withFields,
  withoutBodyField,
  withoutEffect,
  withoutField,
  type CallOf,
  type Row,
  type Seams,
} from './kit/index.ts';
import type { EventType } from '#spec';
import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from '../../market/records/tables.ts';
import { setBidStatus } from '../../market/store/bids.ts';
import { personas } from '#fixtures/personas';

/** Changes the simulated bid. */
function onSimulatedBid(change: (call: CallOf<'simulateEvent'>, lot: Row<'lots'>) => Partial<Row<'bids'>>): Partial<Seams> {
  return afterAct('simulateEvent', async (call, { data }) => {
    const lot = await call.db.selectFrom('lots').selectAll().where('id', '=', data.inventory_id).executeTakeFirstOrThrow();
    const changes = change(call, lot);
    if (Object.keys(changes).length > 0) await setRows(call.db, 'bids', { id: data.bid_id }, changes);
  });
}

/** Does not send events of a type to the client that created the seller. */
function notToMaker(type: EventType): Partial<Seams> {
  return onListeners(type, async (listeners, draft, { db }) => {
    const maker = (await findRow(db, 'users', { id: draft.seller_user_id ?? '' }))?.created_by_client_id ?? null;
    return maker === null ? listeners : [];
  });
}

type Lots = SelectQueryBuilder<Tables, 'lots', { id: string }>;

/** Chooses a different listing for a simulation that names none. @param choose orders the sandbox listings of the seller */
function choosingListing(choose: (own: Lots) => Lots): Partial<Seams> {
  return beforeAct('simulateEvent', async ({ db, body, caller }) => {
    if (body.inventory_id !== undefined) return;
    const own = db.selectFrom('lots').select('id').where('user_id', '=', caller.user_id).where('livemode', '=', 0);
    Object.assign(body, { inventory_id: (await choose(own).executeTakeFirst())?.id });
  });
}

/** Lets the caller act as the seller of the listing that the request names. */
function asSeller(): Partial<Seams> {
  return onCaller('simulateEvent', async (_caller, context) => {
    const { inventory_id } = fieldsOf(context.incoming);
    const [owner] = typeof inventory_id === 'string' ? await ownersOf(context.db, inventory_id) : [];
    return owner !== undefined && owner.livemode === 0 ? { user_id: owner.user_id } : {};
  });
}

/** Requests and responses of POST /sandbox/simulate-event. */
const SIMULATION = violations({
  'SBX-1/live-tokens-accepted: POST /sandbox/simulate-event accepts a live token.': inMode('simulateEvent', 0),
  'SBX-1/live-tokens-on-named-listings: POST /sandbox/simulate-event accepts a live token with an `inventory_id`.': onCaller(
    'simulateEvent',
    (_caller, { incoming }) => ('inventory_id' in fieldsOf(incoming) ? { livemode: 0 } : {}),
  ),
  'SBX-2/event-optional: POST /sandbox/simulate-event accepts a request without `event`.': fillIn('simulateEvent', {
    event: 'bid.received',
  }),
  'SBX-2/any-event: POST /sandbox/simulate-event accepts any `event`.': onRequestField(
    'simulateEvent',
    'event',
    () => 'bid.received',
  ),
  'SBX-2/numbers-are-events: POST /sandbox/simulate-event accepts a numeric `event`.': onRequestField(
    'simulateEvent',
    'event',
    (event) => (typeof event === 'number' ? 'bid.received' : event),
  ),
  'SBX-3/named-ignored: POST /sandbox/simulate-event ignores `inventory_id`.': withoutBodyField('simulateEvent', 'inventory_id'),
  'SBX-3/oldest-by-default: A simulation without `inventory_id` uses the oldest listing.': choosingListing((own) =>
    own.where('status', '!=', 'archived').orderBy('created_at'),
  ),
  'SBX-3/listed-by-default: A simulation without `inventory_id` skips listings that are not listed.': choosingListing((own) =>
    own.where('status', '=', 'listed').orderBy('created_at', 'desc'),
  ),
  'SBX-3/drafts-refused: POST /sandbox/simulate-event rejects a draft.': beforeAct('simulateEvent', async ({ db, body }) => {
    const is_draft = (await findRow(db, 'lots', { id: body.inventory_id ?? '' }))?.status === 'unlisted';
    return is_draft ? refuseFields({ field: 'inventory_id', message: 'is not listed' }) : undefined;
  }),
  'SBX-4/price-ignored: POST /sandbox/simulate-event ignores `price`.': withoutBodyField('simulateEvent', 'price'),
  'SBX-4/quantity-ignored: POST /sandbox/simulate-event ignores `quantity`.': withoutBodyField('simulateEvent', 'quantity'),
  'SBX-4/quantity-alone: POST /sandbox/simulate-event ignores `quantity` if `price` is given.': onRequestField(
    'simulateEvent',
    'quantity',
    (quantity, fields) => ('price' in fields ? undefined : quantity),
  ),
  'SBX-4/price-alone: POST /sandbox/simulate-event ignores `price` if `quantity` is given.': onRequestField(
    'simulateEvent',
    'price',
    (price, fields) => ('quantity' in fields ? undefined : price),
  ),
  'SBX-4/250-always: The default price of a simulated bid ignores the target price.': fillIn('simulateEvent', { price: 250 }),
  'SBX-4/another-default: The default price of a simulated bid is 300.': onSimulatedBid(({ body }, lot) =>
    body.price === undefined && lot.price_amount === null ? { price_amount: 300 } : {},
  ),
  'SBX-4/not-clamped: The quantity of a simulated bid exceeds the listing.': onSimulatedBid(({ body }) =>
    body.quantity === undefined ? {} : { quantity_mt: body.quantity },
  ),
  'SBX-4/too-much-refused: POST /sandbox/simulate-event rejects a quantity above that of the listing.': beforeAct(
    'simulateEvent',
    async ({ db, body }) => {
      const lot = await findRow(db, 'lots', { id: body.inventory_id ?? '' });
      const is_too_much = lot !== undefined && (body.quantity ?? 0) > lot.quantity_mt;
      return is_too_much ? refuseFields({ field: 'quantity', message: 'exceeds the listing' }) : undefined;
    },
  ),
  'SBX-4/whole-tonnes: The quantity of a simulated bid is rounded to tonnes.': onSimulatedBid(({ body }) =>
    body.quantity === undefined ? {} : { quantity_mt: Math.floor(body.quantity) },
  ),
  'SBX-4/a-tonne-by-default: The default quantity of a simulated bid is one tonne.': fillIn('simulateEvent', { quantity: 1 }),
  'SBX-5/simulated-as-text: POST /sandbox/simulate-event returns a string `simulated`.': withFields('simulateEvent', {
    simulated: 'true',
  }),
  'SBX-5/queued-as-text: POST /sandbox/simulate-event returns a string `webhook_deliveries_queued`.': withFields(
    'simulateEvent',
    { webhook_deliveries_queued: '1' },
  ),
  'SBX-5/no-reference: POST /sandbox/simulate-event omits `bid_reference`.': withoutField('simulateEvent', 'bid_reference'),
  'SBX-5/no-warning: POST /sandbox/simulate-event omits `warning`.': withoutField('simulateEvent', 'warning'),
  "SBX-5/no-email: POST /sandbox/simulate-event omits the buyer's email.": withoutField('simulateEvent', 'buyer.email'),
  'SBX-5/another-event: POST /sandbox/simulate-event returns a different `event`.': withFields('simulateEvent', {
    event: 'bid_received',
  }),
  'SBX-5/buyer-id-alone: POST /sandbox/simulate-event returns `buyer` as an id.': withFields('simulateEvent', ({ buyer }) => ({
    buyer: buyer.id,
  })),
  'SBX-9/no-warning: `warning` is null although nothing was queued.': withFields('simulateEvent', { warning: null }),
  'SBX-9/empty-warning: `warning` is an empty string.': withFields('simulateEvent', { warning: '' }),
  'SBX-9/silent-on-live-subscriptions: `warning` is null if only live subscriptions exist.': withFields(
    'simulateEvent',
    ({ warning }) => (warning?.includes('live mode') === true ? { warning: null } : {}),
  ),
  "SBX-15/anybodys-listing: POST /sandbox/simulate-event accepts another seller's listing.": asSeller(),
  'SBX-15/unknown-is-newest: POST /sandbox/simulate-event replaces an unknown listing by the newest one.': onRequestField(
    'simulateEvent',
    'inventory_id',
    async (id, _fields, { db }) => ((await findRow(db, 'lots', { livemode: 0, id: String(id) })) === undefined ? undefined : id),
  ),
  'SBX-11/no-users: POST /sandbox/users returns 404.': onCaller('createSandboxUser', () => refuse('not_found')),
});

/** Treats simulated bids as no longer pending. */
function refusingSimulated(operation: 'acceptBid' | 'rejectBid' | 'counterBid'): Partial<Seams> {
  return onFind(operation, (found) =>
    !isRefusal(found) && found.stored.bid.is_simulated === 1 ? refuse('bid_not_pending') : found,
  );
}

/** Leaves a simulated bid pending. */
function leavingSimulated(operation: 'acceptBid' | 'rejectBid' | 'counterBid'): Partial<Seams> {
  return afterAct(operation, async ({ db }, _response, { stored }) => {
    if (stored.bid.is_simulated === 1) await setBidStatus(db, stored.bid, 'pending');
  });
}

/** Simulated bids and their events. */
const SIMULATED_BIDS = violations({
  'SBX-6/no-bid: POST /sandbox/simulate-event creates no bid.': withoutEffect('simulateEvent'),
  'SBX-6/born-expired: A simulated bid is not pending.': afterAct('simulateEvent', ({ db }, { data }) =>
    setBids(db, { id: data.bid_id }, 'expired'),
  ),
  'SBX-6/another-reference: `bid_reference` differs from the reference of the simulated bid.': withFields('simulateEvent', {
    bid_reference: 'SIM-1',
  }),
  'SBX-6/new-buyer-each-time: Each simulation shows a different buyer.': withFields('simulateEvent', (simulated) => ({
    buyer: { ...simulated.buyer, id: `usr_${simulated.bid_id.slice(4)}` },
  })),
  'SBX-6/no-accept: POST /bids/{id}/accept returns 422 for a simulated bid.': refusingSimulated('acceptBid'),
  'SBX-6/no-reject: POST /bids/{id}/reject returns 422 for a simulated bid.': refusingSimulated('rejectBid'),
  'SBX-6/no-counter: POST /bids/{id}/counter returns 422 for a simulated bid.': refusingSimulated('counterBid'),
  'SBX-6/pending-once-accepted: Accepting a simulated bid leaves it pending.': leavingSimulated('acceptBid'),
  'SBX-6/pending-once-rejected: Rejecting a simulated bid leaves it pending.': leavingSimulated('rejectBid'),
  'SBX-6/pending-once-countered: Countering a simulated bid leaves it pending.': leavingSimulated('counterBid'),
  'SBX-7/not-sent: A simulated bid sends no event.': onEvent('bid.received', async (draft, { db }) => {
    return (await findRow(db, 'bids', { id: draft.subject_id }))?.is_simulated === 1 ? [] : draft;
  }),
  'SBX-7/livemode-true: Sandbox deliveries have `livemode: true`.': withEnvelope('bid.received', { livemode: true }),
  'SBX-7/livemode-left-out: Sandbox deliveries omit `livemode`.': withEnvelope('all', ({ livemode }) =>
    livemode ? {} : { livemode: undefined },
  ),
  'SBX-7/live-subscriptions-too: Live subscriptions of the team receive sandbox events.': alsoNotify(
    'bid.received',
    ({ livemode, team_id }, draft) => draft.livemode === 0 && livemode === 1 && team_id === personas.partner.team_id,
  ),
  'SBX-8/previous-stays: The previous simulated bid stays pending.': beforeAct('simulateEvent', ({ db }) =>
    // Hides from the simulator that these bids are simulated.
    setRows(db, 'bids', { is_simulated: 1 }, { is_simulated: 0 }),
  ),
  'SBX-8/previous-rejected: The previous simulated bid is rejected instead of expired.': beforeAct('simulateEvent', ({ db }) =>
    setBids(db, { is_simulated: 1, status: 'pending' }, 'rejected'),
  ),
  'SBX-8/all-of-seller-expire: A simulation expires the simulated bids on all listings of the seller.': beforeAct(
    'simulateEvent',
    ({ db, caller }) => setBids(db, { seller_user_id: caller.user_id ?? '', is_simulated: 1, status: 'pending' }, 'expired'),
  ),
  'SBX-8/all-on-listing-expire: A simulation expires every pending bid on the listing.': beforeAct(
    'simulateEvent',
    ({ db, body }) => setBids(db, { lot_id: body.inventory_id ?? '', status: 'pending' }, 'expired'),
  ),
  'SBX-8/decided-expire: A simulation expires simulated bids that were already decided.': beforeAct(
    'simulateEvent',
    ({ db, body }) => setBids(db, { lot_id: body.inventory_id ?? '', is_simulated: 1 }, 'expired'),
  ),
  'SBX-10/not-sent-to-client: Events of test users do not reach the client that created them.': notToMaker('bid.received'),
  'SBX-10/trades-not-sent-to-client: Trades of test users do not reach the client that created them.':
    notToMaker('trade.created'),
  'SBX-10/no-events: Sandbox bids send no event.': dropEvent('bid.received'),
  'SBX-11/users-for-anybody: POST /sandbox/users requires no token.': lettingIn('createSandboxUser', () =>
    personaAsCaller('partner', { is_sandbox: true }),
  ),
  'SBX-11/grades-for-anybody: GET /grades requires no token.': lettingIn('listGrades', () => personaAsCaller('buyer')),
});

export const SANDBOX = [...SIMULATION, ...SIMULATED_BIDS];
