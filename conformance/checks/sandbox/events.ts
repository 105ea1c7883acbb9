import { check, type Check } from '../../check/check.ts';
import {
  type Actor,
  type Arrival,
  type Behavior,
  type Inbox,
  Blocked,
  ensureId,
  expectThat,
  isObject,
  mentions,
  containsId,
  encodePath,
  readEnvelope,
  readEventId,
  readPath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { redeliveryPath } from '../webhooks/failed-delivery.ts';
import { sandboxSeller, simulate, simulateOnDraft } from './simulation.ts';

const NEEDS = ['partner_sandbox', 'writes', 'webhooks'] as const;
const WITH_LIVE = ['partner', 'live', ...NEEDS] as const;

/** A seller who has a team, so that it can receive seller-side events. */
function partner(t: CheckContext): Actor {
  return t.actor('partner_sandbox');
}

/** Provisions a sandbox test user as a seller. */
async function provisionSeller(t: CheckContext): Promise<Actor> {
  const { sandbox_user_body, sandbox_user_token_key = '/data/access_token' } = t.run.settings.fixtures;
  const reply = await partner(t).post('/sandbox/users', sandbox_user_body);
  const token = readPath(reply.json, ...sandbox_user_token_key.split('/').slice(1));
  if (!reply.is_success || typeof token !== 'string') {
    throw new Blocked(
      `POST /sandbox/users returned no token at ${sandbox_user_token_key} (status ${reply.status})`,
      reply.exchange,
    );
  }
  t.run.redactor.hide(token, 'TOKEN_SANDBOX_USER');
  return t.withToken('sandbox user', token);
}

/** SBX-9. This check creates no subscription, but earlier ones may exist, and then every simulation queues deliveries. */
async function expectWarned(t: CheckContext, seller: Actor): Promise<void> {
  const { data, reply } = await simulateOnDraft(t, seller);
  if (data.get('webhook_deliveries_queued').integer() !== 0) t.unverifiable('a subscription to the simulated event exists');
  const text = data.get('warning').value;
  expectThat(typeof text === 'string' && text.trim() !== '', {
    message: 'No warning explains why no delivery was queued.',
    reply,
    pointer: '/data/warning',
    expected: 'a string',
    observed: text,
  });
}

function expectSandboxMode(arrival: Arrival): void {
  expectThat(isObject(arrival.json) && arrival.json['livemode'] === false, {
    message: 'livemode of the delivery is not false.',
    expected: 'livemode: false',
    observed: arrival.text,
  });
}

/** Responds with 400 to the first delivery of each event, so that it can be redelivered. */
function failEachFirst(): Behavior {
  const failed = new Set<unknown>();
  return (_n, json) => {
    const id = readPath(json, 'id');
    if (failed.has(id)) return { status: 200 };
    failed.add(id);
    return { status: 400 };
  };
}

/** Redelivers a delivery that is listed as failed. WHK-8 checks redelivery, so nothing happens if it is not. */
async function redeliverFailed(inbox: Inbox, arrival: Arrival): Promise<void> {
  const event_id = readEventId(arrival);
  const row = await inbox.findDeliveryRow((one) => one['event_id'] === event_id && one['status'] === 'failed');
  if (row !== undefined) await inbox.actor.post(redeliveryPath({ inbox, row }));
}

export const SIMULATED_EVENTS_CHECKS: readonly Check[] = [
  check(
    'SBX-7/delivered-to-sandbox',
    'A simulation sends bid.received with livemode false to sandbox subscriptions',
    NEEDS,
    async (t) => {
      const inbox = await t.subscribe(partner(t), ['bid.received'], failEachFirst());
      const { draft, bid_id, data, reply } = await simulateOnDraft(t, partner(t));
      const where = mentions(bid_id);
      const arrival = await inbox.expect({ type: 'bid.received', where, after: 'a bid was simulated' });
      expectSandboxMode(arrival);
      await redeliverFailed(inbox, arrival);
      const second = await inbox.find({ where, nth: 2, within_ms: 2_000 });
      if (second === undefined) t.observe('the failed delivery was not redelivered');
      else expectSandboxMode(second);
      const again = await simulate(partner(t), { inventory_id: draft.id });
      await inbox.expect({
        type: 'bid.received',
        where: mentions(again.bid_id),
        after: 'another bid was simulated on the listing',
      });
      const queued = data.get('webhook_deliveries_queued').integer();
      expectThat(queued > 0, {
        message: 'A delivery arrived, but webhook_deliveries_queued is 0.',
        reply,
        expected: '1 or more',
        observed: queued,
      });
    },
  ),
  check(
    'SBX-7/trades',
    'trade.created in the sandbox has livemode false',
    ['seller_sandbox', 'buyer_sandbox', 'writes', 'webhooks'],
    async (t) => {
      const buyer = t.actor('buyer_sandbox');
      const inbox = await t.subscribe(buyer, ['trade.created']);
      const lot = await t.arrange.lot({}, t.actor('seller_sandbox'));
      const trade = await t.arrange.trade({ lot, bid: await t.arrange.bid(lot, {}, buyer) });
      const arrival = await inbox.requireNext({ where: mentions(trade.id, trade.bid.id), after: 'a bid was accepted' });
      readEnvelope(arrival).get('livemode').is(false);
    },
  ),
  check(
    'EVT-7/simulated',
    "Accepting a simulated bid sends trade.created to the seller's sandbox subscription",
    NEEDS,
    async (t) => {
      const inbox = await t.subscribe(partner(t), ['bid.received', 'trade.created']);
      const { bid_id } = await simulateOnDraft(t, partner(t));
      const where = mentions(bid_id);
      // The sandbox may send no seller-side events (EVT-25).
      await inbox.requireNext({ type: 'bid.received', where, after: 'a bid was simulated' });
      const accepted = await partner(t).post(encodePath`/bids/${bid_id}/accept`);
      const trade = ensureId(accepted, 'POST /bids/{id}/accept created no trade (SBX-6)');
      await inbox.expect({ type: 'trade.created', where: mentions(bid_id, trade), after: 'a simulated bid was accepted' });
    },
  ),
  check('SBX-7/never-to-live', 'Live subscriptions never receive sandbox events', WITH_LIVE, async (t) => {
    const sandbox = await t.subscribe(partner(t), ['bid.received']);
    const live = await t.subscribe(t.partner, ['bid.received']);
    const { bid_id } = await simulateOnDraft(t, partner(t));
    const where = mentions(bid_id);
    const delivered = await sandbox.findNeeded({ where, after: 'a bid was simulated' });
    await live.expectNone({ where, after: 'a bid was simulated in the sandbox' });
    sandbox.orBlocked(delivered, { after: 'a bid was simulated' });
  }),
  check(
    'SBX-9/warns-of-silence',
    'simulate-event returns a warning that explains why no delivery was queued',
    ['partner_sandbox', 'writes'],
    async (t) => {
      await expectWarned(t, t.has('seller_sandbox') ? sandboxSeller(t) : partner(t));
    },
    { lane: 'quiet' },
  ),
  check(
    'SBX-9/live-subscription-alone',
    'simulate-event returns a warning that explains why no delivery was queued if the team has only a live subscription',
    WITH_LIVE,
    async (t) => {
      await t.subscribe(t.partner, ['bid.received']);
      await expectWarned(t, partner(t));
    },
    { lane: 'quiet' },
  ),
  check('SBX-14/no-warning', 'Reports the value of warning if deliveries were queued', NEEDS, async (t) => {
    await t.subscribe(partner(t), ['bid.received']);
    const { data } = await simulateOnDraft(t, partner(t));
    const queued = data.get('webhook_deliveries_queued').integer();
    t.observe(`${queued} deliveries queued, warning ${JSON.stringify(data.get('warning').value)}`);
  }),
  check(
    'SBX-10/sent-to-the-client',
    "Events of a test user's listing go to the subscriptions of the client that created the user",
    [...NEEDS, 'fixture:sandbox_user_body'],
    async (t) => {
      const inbox = await t.subscribe(partner(t), ['bid.received']);
      const seller = await provisionSeller(t);
      const { bid_id, draft } = await simulateOnDraft(t, seller);
      const after = "a bid was simulated on a test user's listing";
      try {
        await inbox.expect({ type: 'bid.received', where: mentions(bid_id), after });
      } catch (error) {
        // Without a bid, no event is due (SBX-6).
        const list = await seller.get(encodePath`/me/inventory/${draft.id}/bids`, { limit: 50 });
        if (list.is_success && !containsId(list.exchange, bid_id)) {
          throw new Blocked('POST /sandbox/simulate-event created no bid on the listing', list.exchange);
        }
        throw error;
      }
    },
  ),
  check(
    'SBX-10/trades',
    "Events of a trade of a test user's listing go to the subscriptions of the client that created the user",
    [...NEEDS, 'fixture:sandbox_user_body'],
    async (t) => {
      const inbox = await t.subscribe(partner(t), ['trade.created']);
      const seller = await provisionSeller(t);
      const { bid_id } = await simulateOnDraft(t, seller);
      const trade_id = ensureId(
        await seller.post(encodePath`/bids/${bid_id}/accept`),
        'the test user could not accept a simulated bid',
      );
      await inbox.expect({ where: mentions(bid_id, trade_id), after: 'a test user accepted a bid' });
    },
  ),
];
