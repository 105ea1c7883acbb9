/** Webhooks: lost, doubled, out of order, late, early, and of the wrong mode. */
import { randomBytes } from 'node:crypto';
import { instantFromNow, poll, wait } from '#client';
import { readObject } from '../stand/exchange.ts';
import type { Delivered, Envelope } from '../stand/relay.ts';
import type { StageContext } from './context.ts';
import { isFor } from '../stand/proxy.ts';
import { API, UNAVAILABLE, answerWith } from './disturb.ts';
import { placeBid } from './life-of-bids.ts';
import type { WorldBid } from './market.ts';
import type { Stage } from './stage.ts';
import { NotShown } from './stage.ts';

const SETUP = 'A pending bid of the client, and its webhook receiver.';
const HOURS_LATE = 6;
/** Enough for a receiver that waits for the response of its own request. */
const EARLY_MS = 1_000;
/** The work of an event has failed when the client has sent nothing for this long. */
const QUIET_MS = 800;
const OUTAGE_MS = 6_000;

/** An event about a bid that the client does not have. */
const STRANGE_BID = {
  bid_id: 'bid_0123456789abcdef',
  reference: 'BID-1',
  inventory_id: 'inv_0123456789abcdef',
  status: 'countered',
  type: 'single_grade',
};

const isTaken = ({ status }: Delivered): boolean => status >= 200 && status < 300;

function checkTaken(context: StageContext, delivered: Delivered, what: string): boolean {
  const how = delivered.status === 0 ? `did not answer (${delivered.error ?? ''})` : `answered ${delivered.status}`;
  return context.check(isTaken(delivered), `the receiver ${how} to ${what}; answer 2xx`);
}

function envelope(type: string, data: Readonly<Record<string, unknown>>, livemode = true): Envelope {
  return { id: `evt_${randomBytes(8).toString('hex')}`, type, event: type, livemode, created_at: instantFromNow(0), data };
}

/** The client's bid is countered, and the event is kept back. */
async function counterQuietly(context: StageContext): Promise<{ bid: WorldBid; event: Envelope }> {
  context.life.relay.mode = 'hold';
  const bid = await placeBid(context);
  await context.market.counter(bid);
  return { bid, event: await context.event('bid.countered', ({ bid_id }) => bid_id === bid.id) };
}

/** How often an event has taken effect so far. @throws NotShown if the client does not count */
async function readEffects(context: StageContext, id: string): Promise<number> {
  const { by_id } = await context.show('effects');
  const count: unknown = typeof by_id === 'object' && by_id !== null ? Reflect.get(by_id, id) : undefined;
  return typeof count === 'number' ? count : 0;
}

/** A client that does not count effects can be judged by what it believes. */
function ignoreNotShown(error: unknown): undefined {
  if (!(error instanceof NotShown)) throw error;
}

/** How often an event took effect, once the client had time to count it. */
async function countEffects(context: StageContext, id: string): Promise<number> {
  const count = await poll(async () => (await readEffects(context, id)) || undefined, { within_ms: 1_000 });
  if (count === undefined) {
    throw new NotShown(
      'the hook show counts no effect for an event that the receiver accepted',
      'answer {"show":"effects"} with {"effects":n,"by_id":{"evt_…":n}}',
    );
  }
  // A second effect can come a moment later.
  await wait(100);
  return readEffects(context, id);
}

const row = (stage: Omit<Stage, 'level' | 'needs'> & Partial<Pick<Stage, 'level' | 'needs'>>): Stage => ({
  level: 'must',
  needs: ['do', 'show', 'receiver'],
  ...stage,
});

export const EVENTS: readonly Stage[] = [
  row({
    id: 'events.delivered',
    title: 'An event is accepted, and the client then knows the new state',
    cites: ['EVT-1', 'EVT-14', 'RTY-1'],
    setup: SETUP,
    stimulus: 'The seller counters the bid; bid.countered is delivered.',
    advice: 'Verify the signature over the raw body, answer 2xx, and fetch the bid.',
    run: async (context) => {
      const { bid, event } = await counterQuietly(context);
      if (checkTaken(context, await context.deliver(event), 'a genuine delivery'))
        await context.expectBelief('bid', bid.id, 'countered', 'after bid.countered');
    },
  }),
  row({
    id: 'events.lost',
    title: 'Without the event, reading the state again tells the client what happened',
    cites: ['RTY-6', 'BID-14'],
    setup: SETUP,
    stimulus: 'The seller counters the bid. No attempt to deliver bid.countered succeeds.',
    advice: 'Read open bids and trades from time to time. After five attempts, the marketplace gives up.',
    run: async (context) => {
      const { bid } = await counterQuietly(context);
      context.note('bid.countered is never delivered');
      await context.act('sync');
      await context.expectBelief(
        'bid',
        bid.id,
        'countered',
        'although its event was lost and the client has read its bids again',
      );
    },
  }),
  row({
    id: 'events.doubled',
    title: 'An event that is delivered twice takes effect once',
    cites: ['SIG-7', 'EVT-3'],
    setup: SETUP,
    stimulus: 'bid.countered is delivered twice, one after the other.',
    advice: 'Store the id of the envelope in the same transaction as its effect, and answer 2xx if it is there already.',
    run: async (context) => {
      const { event } = await counterQuietly(context);
      checkTaken(context, await context.deliverUntilTaken(event), 'a genuine delivery');
      checkTaken(context, await context.deliverUntilTaken(event, 'again'), 'the same event again');
      const count = await countEffects(context, event.id);
      context.check(count === 1, `${event.id} took effect ${count} times`);
    },
  }),
  row({
    id: 'events.at-once',
    title: 'An event that is delivered twice at the same time takes effect once',
    cites: ['SIG-7', 'EVT-3'],
    setup: SETUP,
    stimulus: 'bid.countered is delivered three times at the same moment.',
    advice: 'Let the database decide: a unique index on the envelope id, not a look followed by a write.',
    run: async (context) => {
      const { event } = await counterQuietly(context);
      await Promise.all([1, 2, 3].map(async () => context.deliver(event, { note: 'at the same time' })));
      checkTaken(context, await context.deliverUntilTaken(event), 'a genuine delivery');
      const count = await countEffects(context, event.id);
      context.check(count === 1, `${event.id} took effect ${count} times`);
    },
  }),
  row({
    id: 'events.redelivered',
    title: 'An event that is delivered again hours later takes effect once',
    cites: ['WHK-8', 'SIG-7', 'RTY-11'],
    setup: SETUP,
    stimulus: `bid.countered is delivered, and again ${HOURS_LATE} hours later, with the same id.`,
    advice: 'Keep the ids of envelopes for months, not minutes, and outside of memory.',
    run: async (context) => {
      const { event } = await counterQuietly(context);
      checkTaken(context, await context.deliverUntilTaken(event), 'a genuine delivery');
      await context.market.advance(HOURS_LATE * 3_600, 'somebody replays the delivery');
      const created_at = instantFromNow(-HOURS_LATE * 3_600);
      checkTaken(context, await context.deliverUntilTaken({ ...event, created_at }, 'replayed'), 'a replayed event');
      const count = await countEffects(context, event.id);
      context.check(count === 1, `${event.id} took effect ${count} times`);
    },
  }),
  row({
    id: 'events.out-of-order',
    title: 'Events that arrive in the wrong order leave the client with the right state',
    cites: ['RTY-9', 'EVT-14', 'EVT-21'],
    setup: SETUP,
    stimulus:
      'The bid is accepted and the trade settled. The client gets trade.settled first, then trade.created, then bid.accepted.',
    advice: 'Take an event as a hint: fetch the resource, and store what the API says, not what the payload says.',
    run: async (context) => {
      context.life.relay.mode = 'hold';
      const bid = await placeBid(context);
      const trade_id = await context.market.accept(bid);
      const accepted = await context.event('bid.accepted', ({ bid_id }) => bid_id === bid.id);
      const created = await context.event('trade.created', (data) => data['trade_id'] === trade_id);
      await context.market.settle(trade_id);
      const settled = await context.event('trade.settled', (data) => data['trade_id'] === trade_id);
      for (const event of [settled, created, accepted]) checkTaken(context, await context.deliverUntilTaken(event), event.type);
      // The last event may still be at work.
      await wait(150);
      await context.expectBelief('trade', trade_id, 'Completed', 'after trade.settled, and trade.created behind it');
      await context.expectBelief('bid', bid.id, 'accepted', 'after bid.accepted, which came last');
    },
  }),
  row({
    id: 'events.late',
    title: 'An event that is hours late is accepted',
    cites: ['RTY-4', 'EVT-19', 'SIG-3'],
    setup: SETUP,
    stimulus: `bid.countered is delivered ${HOURS_LATE} hours late. Its created_at is ${HOURS_LATE} hours ago; its signature is new.`,
    advice: 'Check the age of t in SVC-Signature only. created_at says when the event happened, and can be old.',
    run: async (context) => {
      const { bid, event } = await counterQuietly(context);
      const late = { ...event, created_at: instantFromNow(-HOURS_LATE * 3_600) };
      checkTaken(context, await context.deliverUntilTaken(late, `${HOURS_LATE} h late`), 'an event that happened hours ago');
      await context.expectBelief('bid', bid.id, 'countered', 'after the late event');
    },
  }),
  row({
    id: 'events.early',
    title: 'An event can arrive before the response of the request that caused it',
    cites: ['EVT-18', 'RTY-3'],
    setup: 'A lot whose seller answers at once.',
    stimulus: 'The bid is accepted, and bid.accepted delivered, before the client gets the 201 of its bid.',
    advice:
      'For an id that you do not know yet, fetch the bid, or answer 503 and let the event come again. A late 201 with status pending must not overwrite what you know.',
    run: async (context) => {
      context.life.relay.mode = 'hold';
      let early: Envelope | undefined;
      const armed = context.disturb({
        name: 'event before response',
        isFor: isFor('placeBid'),
        count: 1,
        handle: async (_, forward) => {
          const answer = await forward();
          const { data } = readObject(answer.body);
          // BID-1: a 201 has the bid.
          const bid = data as WorldBid | undefined;
          // A key that was used before returns a bid that has been decided.
          if (bid?.status !== 'pending') return answer;
          await context.market.accept(bid);
          early = await context.event('bid.accepted', ({ bid_id }) => bid_id === bid.id);
          await Promise.race([context.deliver(early, { note: 'before the response' }), wait(EARLY_MS)]);
          return answer;
        },
      });
      const bid = await placeBid(context);
      context.requireReached(armed, 'place_bid');
      if (context.life.proxy.fault !== undefined) return;
      if (early === undefined) throw new NotShown('the bid was refused', 'see placing.plain');
      const first = context.life.relay.delivered.find(({ envelope: { id } }) => id === early?.id);
      const is_retried = first === undefined || !isTaken(first);
      const is_final = first !== undefined && first.status >= 300 && first.status < 500 && ![408, 429].includes(first.status);
      context.check(
        !is_final,
        `the receiver answered ${first?.status ?? 0} to an event about a bid that it does not know yet, so the event never comes again`,
      );
      if (is_retried && !is_final)
        checkTaken(context, await context.deliverUntilTaken(early, 'again'), 'the event, after the response');
      await context.expectBelief('bid', bid.id, 'accepted', 'after bid.accepted, which came before the response');
    },
  }),
  row({
    id: 'events.work-fails',
    title: 'An event whose work fails is not lost',
    cites: ['RTY-1', 'RTY-3', 'EVT-14'],
    setup: SETUP,
    stimulus:
      'The seller counters the bid. While bid.countered is delivered, the API responds 503 to everything; later it works again.',
    advice: 'Answer 2xx when the event is stored or worked off, and 503 if neither succeeded: then it comes again.',
    run: async (context) => {
      const { bid, event } = await counterQuietly(context);
      const outage = context.disturb(answerWith(UNAVAILABLE, API, {}));
      const first = await context.deliver(event, { note: 'during an outage of the API' });
      // Work behind the response runs into the outage, too.
      await poll(async () => Promise.resolve(context.life.proxy.quietMs > QUIET_MS ? true : undefined), { within_ms: OUTAGE_MS });
      context.lift(outage);
      if (!isTaken(first)) checkTaken(context, await context.deliverUntilTaken(event, 'again'), 'the event, after the outage');
      await context.expectBelief('bid', bid.id, 'countered', 'after bid.countered, which came during an outage,');
    },
  }),
  row({
    id: 'events.without-alias',
    level: 'should',
    title: 'The type of an event is read from type, not from its deprecated alias',
    cites: ['VER-3', 'EVT-1'],
    setup: SETUP,
    stimulus: 'bid.countered is delivered without the field event.',
    advice: 'Read type. The alias event is deprecated.',
    run: async (context) => {
      const { bid, event } = await counterQuietly(context);
      const { event: alias, ...rest } = event;
      context.note(`the field event, ${alias}, is left out`);
      // A later version of the marketplace has no alias.
      const delivered = await context.deliverUntilTaken(rest as Envelope, 'without event');
      if (!checkTaken(context, delivered, 'an event without the deprecated field event')) return;
      await context.expectBelief('bid', bid.id, 'countered', 'after the event without the field event,');
      const count = await poll(async () => (await readEffects(context, event.id)) || undefined, { within_ms: 500 }).catch(
        ignoreNotShown,
      );
      context.check(count === 1, 'the event had no effect');
    },
  }),
  row({
    id: 'events.unknown-type',
    title: 'Events of a new type are accepted and ignored',
    cites: ['SIG-6', 'VER-2'],
    setup: 'The webhook receiver of the client.',
    stimulus: 'A delivery has the type inventory.price_changed and fields that nobody knows; then comes a known event.',
    advice: 'Answer 2xx for every type that you do not handle.',
    needs: ['receiver'],
    run: async (context) => {
      const unknown = {
        ...envelope('inventory.price_changed', { inventory_id: 'inv_0123456789abcdef', change: { from: 1, to: null } }),
        trace: ['x'],
      };
      checkTaken(context, await context.deliver(unknown), 'an event of a new type');
      const known = envelope('bid.countered', { ...STRANGE_BID, extra: [1] });
      checkTaken(
        context,
        await context.deliverUntilTaken(known),
        'an event with a further field, about a bid that is not its own',
      );
    },
  }),
  row({
    id: 'events.sandbox',
    title: 'A sandbox event does not change what the client knows of live bids',
    cites: ['EVT-20', 'WHK-6', 'INV-23'],
    setup: SETUP,
    stimulus: 'A delivery with livemode false says that the live bid was accepted.',
    advice:
      'Compare livemode with the mode of the subscription before you do anything, and fetch instead of trusting the payload.',
    run: async (context) => {
      context.life.relay.mode = 'hold';
      const bid = await placeBid(context);
      const data = {
        bid_id: bid.id,
        reference: 'BID-SANDBOX',
        inventory_id: bid.inventory_id,
        status: 'accepted',
        type: 'single_grade',
      };
      const event = envelope('bid.accepted', data, false);
      await context.deliver(event, { note: 'livemode false' });
      await wait(150);
      const { status } = await context.show('bid', bid.id);
      context.check(
        status === 'pending',
        `the live bid is pending, but after a sandbox event the client shows ${JSON.stringify(status ?? null)}`,
      );
      const count = await readEffects(context, event.id).catch(ignoreNotShown);
      context.check((count ?? 0) === 0, 'the sandbox event took effect in a client of the live marketplace');
    },
  }),
  row({
    id: 'events.two-signatures',
    level: 'should',
    title: 'A delivery that is signed with two secrets is accepted if one of them is right',
    cites: ['SIG-10', 'SIG-1'],
    setup: 'The webhook receiver of the client.',
    stimulus: 'A delivery has two v1: one of a secret that is being replaced, and one of the secret of the subscription.',
    advice: 'Compare with every v1 of the header, and accept the delivery if one fits.',
    needs: ['receiver'],
    run: async (context) => {
      const event = envelope('bid.countered', STRANGE_BID);
      const secrets = ['whsec_of_yesterday', context.life.relay.secret];
      checkTaken(
        context,
        await context.deliver(event, { secrets, note: 'with two signatures' }),
        'a delivery whose second v1 is right',
      );
    },
  }),
  row({
    id: 'events.secret-rotated',
    title: 'After the secret of the subscription changed, only the new one is accepted',
    cites: ['WHK-2', 'SIG-4'],
    setup: 'The webhook receiver of the client.',
    stimulus:
      'The subscription gets a new secret, and the client is started again with it. A delivery is signed with the old one.',
    advice: 'Read the secret from the environment at start, and do not keep old ones.',
    needs: ['receiver'],
    is_fresh: true,
    run: async (context) => {
      const { life } = context;
      const old = life.relay.secret;
      if (!checkTaken(context, await context.deliverUntilTaken(envelope('bid.countered', STRANGE_BID)), 'a genuine delivery'))
        return;
      await life.stopClient();
      life.relay.secret = `whsec_${randomBytes(18).toString('base64url')}`;
      context.note('the secret changes, and the client is started again');
      checkTaken(
        context,
        await context.deliverUntilTaken(envelope('bid.countered', STRANGE_BID)),
        'a delivery that is signed with the new secret',
      );
      const forged = await context.deliver(envelope('bid.countered', STRANGE_BID), {
        secrets: [old],
        note: 'signed with the old secret',
      });
      context.check(!isTaken(forged), `the receiver answered ${forged.status} to a delivery that is signed with the old secret`);
    },
  }),
];
