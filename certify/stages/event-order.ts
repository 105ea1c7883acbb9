/** Whether the client stores the right state if webhooks are lost, early, out of order, or of the wrong mode. */
import { poll, wait } from '#client';
import { readObject } from '../testbed/exchange.ts';
import { isFor } from '../testbed/proxy.ts';
import type { Envelope } from '#conformance/receiver/envelope';
import { makeEnvelope } from '#conformance/receiver/envelope';
import {
  SETUP,
  bidPayload,
  checkAccepted,
  counterWithoutDelivery,
  ignoreNotShown,
  isAccepted,
  readEffects,
  row,
} from './deliveries.ts';
import { API, UNAVAILABLE, respondInstead } from './disturb.ts';
import { placeBid } from './bid-lifecycle.ts';
import type { WorldBid } from './market.ts';
import type { Stage } from './stage.ts';
import { NotShown } from './stage.ts';

/** A receiver may hold the early event until the response to its own request arrives. The stage waits this long for the receiver. */
const EARLY_MS = 1_000;
/** If the client sends no request for this long, it has given up processing the event. */
const QUIET_MS = 2_000;
const OUTAGE_MS = 10_000;

export const EVENT_ORDER_STAGES: readonly Stage[] = [
  row({
    id: 'events.lost',
    title: 'If an event is lost, the client finds out what happened by reading the state again',
    cites: ['RTY-6', 'BID-14'],
    setup: SETUP,
    stimulus: 'The seller counters the bid. No attempt to deliver bid.countered succeeds.',
    advice: 'Read open bids and trades from time to time. After five attempts, the marketplace gives up.',
    run: async (context) => {
      const { bid } = await counterWithoutDelivery(context);
      context.note('bid.countered is never delivered');
      await context.act('sync');
      await context.expectShown('bid', bid.id, 'countered', 'although its event was lost and the client has read its bids again');
    },
  }),
  row({
    id: 'events.out-of-order',
    title: 'Events that arrive in the wrong order leave the client with the right state',
    cites: ['RTY-9', 'EVT-14', 'EVT-21'],
    setup: SETUP,
    stimulus:
      'The bid is accepted and the trade settled. The client gets trade.settled first, then trade.created, then bid.accepted.',
    advice: 'When an event arrives, fetch the resource, and store what the API returns instead of the payload.',
    run: async (context) => {
      context.testbed.relay.mode = 'hold';
      const bid = await placeBid(context);
      const trade_id = await context.market.accept(bid);
      const accepted = await context.waitForEvent('bid.accepted', ({ bid_id }) => bid_id === bid.id);
      const created = await context.waitForEvent('trade.created', (data) => data['trade_id'] === trade_id);
      await context.market.settle(trade_id);
      const settled = await context.waitForEvent('trade.settled', (data) => data['trade_id'] === trade_id);
      for (const event of [settled, created, accepted])
        checkAccepted(context, await context.deliverWithRetries(event), event.type);
      // The client may still be processing the last event.
      await wait(150);
      await context.expectShown('trade', trade_id, 'Completed', 'after trade.settled and then trade.created arrived');
      await context.expectShown('bid', bid.id, 'accepted', 'after bid.accepted arrived last');
    },
  }),
  row({
    id: 'events.early',
    title: 'An event can arrive before the response of the request that caused it',
    cites: ['EVT-18', 'RTY-3'],
    setup: 'A lot whose seller accepts immediately.',
    stimulus: 'The bid is accepted, and bid.accepted delivered, before the client gets the 201 of its bid.',
    advice:
      'For an id that you do not know yet, fetch the bid, or return 503, so that the event is sent again. Do not let a late 201 with status pending overwrite a newer status.',
    run: async (context) => {
      context.testbed.relay.mode = 'hold';
      let early: Envelope | undefined;
      const armed = context.arm({
        name: 'event before response',
        isFor: isFor('placeBid'),
        count: 1,
        handle: async (_, forward) => {
          const response = await forward();
          const { data } = readObject(response.body);
          // BID-1: a 201 has the bid.
          const bid = data as WorldBid | undefined;
          // If the Idempotency-Key was used before, the response can have a bid that is already decided.
          if (bid?.status !== 'pending') return response;
          await context.market.accept(bid);
          early = await context.waitForEvent('bid.accepted', ({ bid_id }) => bid_id === bid.id);
          await Promise.race([context.deliver(early, { note: 'before the response' }), wait(EARLY_MS)]);
          return response;
        },
      });
      const bid = await placeBid(context);
      context.requireReached(armed, 'place_bid');
      if (context.testbed.proxy.fault !== undefined) return;
      if (early === undefined) throw new NotShown('the bid was refused', 'see placing.plain');
      const first = context.testbed.relay.delivered.find(({ envelope: { id } }) => id === early?.id);
      const is_retried = first === undefined || !isAccepted(first);
      const is_final = first !== undefined && first.status >= 300 && first.status < 500 && ![408, 429].includes(first.status);
      context.check(
        !is_final,
        `the receiver returned ${first?.status ?? 0} to an event about a bid that it does not know yet, so the event is not sent again`,
      );
      if (is_retried && !is_final)
        checkAccepted(context, await context.deliverWithRetries(early, 'again'), 'the event, after the response');
      await context.expectShown('bid', bid.id, 'accepted', 'after bid.accepted, which came before the response');
    },
  }),
  row({
    id: 'events.work-fails',
    title: 'An event that the client fails to process is not lost',
    cites: ['RTY-1', 'RTY-3', 'EVT-14'],
    setup: SETUP,
    stimulus:
      'The seller counters the bid. While bid.countered is delivered, the API responds 503 to everything; later it works again.',
    advice:
      'Return 2xx once the event is stored or processed. If neither succeeded, return 503, so that the event is sent again.',
    run: async (context) => {
      const { bid, event } = await counterWithoutDelivery(context);
      const outage = context.arm(respondInstead(UNAVAILABLE, API, Infinity));
      const first = await context.deliver(event, { note: 'during an outage of the API' });
      // The outage lasts until the client is quiet, so that what it does after its response fails too.
      await poll(async () => Promise.resolve(context.testbed.proxy.quiet_ms > QUIET_MS ? true : undefined), {
        within_ms: OUTAGE_MS,
      });
      context.disarm(outage);
      if (!isAccepted(first))
        checkAccepted(context, await context.deliverWithRetries(event, 'again'), 'the event, after the outage');
      await context.expectShown('bid', bid.id, 'countered', 'after bid.countered, which came during an outage');
    },
  }),
  row({
    id: 'events.sandbox',
    title: 'A sandbox event does not change what the client stores about live bids',
    cites: ['EVT-20', 'WHK-6', 'INV-23'],
    setup: SETUP,
    stimulus: 'A delivery with livemode false says that the live bid was accepted.',
    advice:
      'Compare livemode with the mode of the subscription before you do anything, and fetch instead of trusting the payload.',
    run: async (context) => {
      context.testbed.relay.mode = 'hold';
      const bid = await placeBid(context);
      const event = makeEnvelope('bid.accepted', { data: bidPayload(bid, 'accepted'), livemode: false });
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
];
