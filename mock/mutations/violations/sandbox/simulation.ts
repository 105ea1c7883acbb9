import {
  afterAct,
  fieldsOf,
  fillIn,
  insteadOfAct,
  onCaller,
  onRequestFields,
  onResource,
  ownersOf,
  refuse,
  refuseAs,
  refuseFields,
  violations,
  withFields,
  withoutBodyField,
  withoutField,
  type CallOf,
  type Row,
  type Seams,
} from '../kit/index.ts';

/** Changes the bid that was simulated. */
function onSimulatedBid(change: (call: CallOf<'simulateEvent'>, lot: Row<'lots'>) => Partial<Row<'bids'>>): Partial<Seams> {
  return afterAct('simulateEvent', async (call, { data }) => {
    const lot = await call.db.selectFrom('lots').selectAll().where('id', '=', data.inventory_id).executeTakeFirstOrThrow();
    const changes = change(call, lot);
    if (Object.keys(changes).length > 0) await call.db.updateTable('bids').set(changes).where('id', '=', data.bid_id).execute();
  });
}

/** Gives the listing of a request, where it names one, to this user for as long as it takes. */
function asSeller(isTaken: (owner_livemode: number) => boolean): Partial<Seams> {
  return onCaller('simulateEvent', async (caller, about) => {
    const { inventory_id } = fieldsOf(about.incoming);
    const [owner] = typeof inventory_id === 'string' ? await ownersOf(about.db, inventory_id) : [];
    return owner !== undefined && isTaken(owner.livemode ?? 0) ? { ...caller, user_id: owner.user_id } : caller;
  });
}

/** What POST /sandbox/simulate-event takes and answers. */
export const SIMULATION_VIOLATED = violations({
  'SBX-1/live-tokens-taken: A live token simulates events in the sandbox.': onCaller('simulateEvent', (caller) => ({
    ...caller,
    livemode: 0,
  })),
  'SBX-1/live-tokens-on-named-listings: A live token simulates events on a sandbox listing that it names.': onCaller(
    'simulateEvent',
    (caller, about) => ('inventory_id' in fieldsOf(about.incoming) ? { ...caller, livemode: 0 } : caller),
  ),
  'SBX-2/event-optional: Without an event it is bid.received.': fillIn('simulateEvent', { event: 'bid.received' }),
  'SBX-2/any-event: Every event is bid.received.': onRequestFields('simulateEvent', (fields) =>
    'event' in fields ? { ...fields, event: 'bid.received' } : fields,
  ),
  'SBX-2/numbers-are-events: An event that is no text is bid.received.': onRequestFields('simulateEvent', (fields) =>
    typeof fields['event'] === 'number' ? { ...fields, event: 'bid.received' } : fields,
  ),
  'SBX-3/named-ignored: The listing is always the newest.': withoutBodyField('simulateEvent', 'inventory_id'),
  'SBX-3/oldest-by-default: Without an inventory_id it is the oldest listing.': insteadOfAct(
    'simulateEvent',
    async (call, _subject, act) => {
      if (call.body.inventory_id !== undefined) return act();
      const own = call.db.selectFrom('lots').select('id').where('user_id', '=', call.caller.user_id);
      const oldest = own.where('livemode', '=', 0).where('status', '!=', 'archived').orderBy('created_at');
      Object.assign(call.body, { inventory_id: (await oldest.executeTakeFirst())?.id });
      return act();
    },
  ),
  'SBX-3/listed-by-default: Without an inventory_id it is the newest listing that is listed.': insteadOfAct(
    'simulateEvent',
    async (call, _subject, act) => {
      if (call.body.inventory_id !== undefined) return act();
      const own = call.db.selectFrom('lots').select('id').where('user_id', '=', call.caller.user_id);
      const newest = own.where('livemode', '=', 0).where('status', '=', 'listed').orderBy('created_at', 'desc');
      Object.assign(call.body, { inventory_id: (await newest.executeTakeFirst())?.id });
      return act();
    },
  ),
  'SBX-3/drafts-refused: A draft cannot be named.': insteadOfAct('simulateEvent', async ({ db, body }, _subject, act) => {
    const lot = db
      .selectFrom('lots')
      .select('status')
      .where('id', '=', body.inventory_id ?? '');
    const is_draft = (await lot.executeTakeFirst())?.status === 'unlisted';
    return is_draft ? refuseFields({ field: 'inventory_id', message: 'is not listed' }) : act();
  }),
  'SBX-4/price-ignored: A given price is ignored.': withoutBodyField('simulateEvent', 'price'),
  'SBX-4/quantity-ignored: A given quantity is ignored.': withoutBodyField('simulateEvent', 'quantity'),
  'SBX-4/250-always: The price is 250 unless it is given.': fillIn('simulateEvent', { price: 250 }),
  'SBX-4/another-default: Without a target price the price is 300.': onSimulatedBid(({ body }, lot) =>
    body.price === undefined && lot.price_amount === null ? { price_amount: 300 } : {},
  ),
  'SBX-4/not-clamped: The quantity may be more than there is.': onSimulatedBid(({ body }) =>
    body.quantity === undefined ? {} : { quantity_mt: body.quantity },
  ),
  'SBX-4/whole-tonnes: The quantity is rounded to tonnes.': onSimulatedBid(({ body }) =>
    body.quantity === undefined ? {} : { quantity_mt: Math.floor(body.quantity) },
  ),
  'SBX-4/a-tonne-by-default: The quantity is a tonne unless it is given.': fillIn('simulateEvent', { quantity: 1 }),
  'SBX-5/simulated-as-text: `simulated` is a string.': withFields('simulateEvent', { simulated: 'true' }),
  'SBX-5/queued-as-text: The number of deliveries is a string.': withFields('simulateEvent', { webhook_deliveries_queued: '1' }),
  'SBX-5/no-reference: The answer has no bid_reference.': withoutField('simulateEvent', 'bid_reference'),
  'SBX-5/no-warning: The answer has no `warning`.': withoutField('simulateEvent', 'warning'),
  'SBX-5/no-email: The buyer has no e-mail.': withoutField('simulateEvent', 'buyer.email'),
  'SBX-5/another-event: The answer says another event.': withFields('simulateEvent', { event: 'bid_received' }),
  'SBX-5/buyer-id-alone: The buyer is an id.': onResource('simulateEvent', (simulated) => ({
    ...simulated,
    buyer: simulated.buyer.id,
  })),
  'SBX-9/no-warning: `warning` is null though nothing was queued.': onResource('simulateEvent', (simulated) => ({
    ...simulated,
    warning: null,
  })),
  'SBX-9/empty-warning: `warning` is empty.': withFields('simulateEvent', { warning: '' }),
  'SBX-9/silent-on-live-subscriptions: `warning` is null where there are subscriptions in live mode.': onResource(
    'simulateEvent',
    (simulated) => (simulated.warning?.includes('live mode') === true ? { ...simulated, warning: null } : simulated),
  ),
  'SBX-13/event-400: A bad event is a bad request.': refuseAs('simulateEvent', 'validation_failed', 'malformed_request'),
  'SBX-13/event-409: A bad event is a conflict.': refuseAs('simulateEvent', 'validation_failed', 'conflict'),
  "SBX-15/anybodys-listing: Another's sandbox listing can be named.": asSeller((livemode) => livemode === 0),
  'SBX-15/unknown-is-newest: A listing that is not found is the newest of the caller.': onRequestFields(
    'simulateEvent',
    async (fields, { db }) => {
      const { inventory_id, ...rest } = fields;
      const lots = db.selectFrom('lots').select('id').where('livemode', '=', 0).where('id', '=', String(inventory_id));
      return (await lots.executeTakeFirst()) === undefined ? rest : fields;
    },
  ),
  'SBX-11/no-users: POST /sandbox/users does not exist.': onCaller('createSandboxUser', () => refuse('not_found')),
});
