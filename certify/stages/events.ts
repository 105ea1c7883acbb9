/** Webhooks that are delivered twice, late, with a new type, or with a new secret. */
import { randomBytes } from 'node:crypto';
import { instantFromNow } from '#client';
import type { Envelope } from '#conformance/receiver/envelope';
import { makeEnvelope } from '#conformance/receiver/envelope';
import {
  HOURS_LATE,
  SETUP,
  UNKNOWN_BID,
  awaitEffects,
  checkAccepted,
  countEffects,
  counterWithoutDelivery,
  ignoreNotShown,
  isAccepted,
  readEffects,
  row,
  serveMadeUpIds,
} from './deliveries.ts';
import type { Stage } from './stage.ts';

export const EVENTS_STAGES: readonly Stage[] = [
  row({
    id: 'events.delivered',
    title: 'An event is accepted, and the client then knows the new state',
    cites: ['EVT-1', 'EVT-14', 'RTY-1'],
    setup: SETUP,
    stimulus: 'The seller counters the bid; bid.countered is delivered.',
    advice: 'Verify the signature over the raw body, return 2xx, and fetch the bid.',
    run: async (context) => {
      const { bid, event } = await counterWithoutDelivery(context);
      if (checkAccepted(context, await context.deliver(event), 'a genuine delivery'))
        await context.expectShown('bid', bid.id, 'countered', 'after bid.countered');
    },
  }),
  row({
    id: 'events.doubled',
    title: 'An event that is delivered twice takes effect once',
    cites: ['SIG-7', 'EVT-3'],
    setup: SETUP,
    stimulus: 'bid.countered is delivered twice, one after the other.',
    advice: 'Store the id of the envelope in the same transaction as its effect, and return 2xx if it is already there.',
    run: async (context) => {
      const { event } = await counterWithoutDelivery(context);
      checkAccepted(context, await context.deliverWithRetries(event), 'a genuine delivery');
      checkAccepted(context, await context.deliverWithRetries(event, 'again'), 'the same event again');
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
    advice: 'Use a unique index on the envelope id instead of a read followed by a write.',
    run: async (context) => {
      const { event } = await counterWithoutDelivery(context);
      await Promise.all([1, 2, 3].map(async () => context.deliver(event, { note: 'at the same time' })));
      checkAccepted(context, await context.deliverWithRetries(event), 'a genuine delivery');
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
    advice: 'Keep envelope ids for months, in persistent storage.',
    // It moves the world's clock but not the client's, so an expires_at that the client computes could be in the past in later stages.
    is_fresh: true,
    run: async (context) => {
      const { event: recent } = await counterWithoutDelivery(context);
      // created_at is the same in every delivery (EVT-19), and the clock of the client does not move.
      const event = { ...recent, created_at: instantFromNow(-HOURS_LATE * 3_600) };
      checkAccepted(context, await context.deliverWithRetries(event), 'a genuine delivery');
      await context.market.advance(HOURS_LATE * 3_600, 'the delivery is replayed');
      checkAccepted(context, await context.deliverWithRetries(event, 'replayed'), 'a replayed event');
      const count = await countEffects(context, event.id);
      context.check(count === 1, `${event.id} took effect ${count} times`);
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
      const { bid, event } = await counterWithoutDelivery(context);
      const late = { ...event, created_at: instantFromNow(-HOURS_LATE * 3_600) };
      checkAccepted(context, await context.deliverWithRetries(late, `${HOURS_LATE} h late`), 'an event that happened hours ago');
      await context.expectShown('bid', bid.id, 'countered', 'after the late event');
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
      const { bid, event } = await counterWithoutDelivery(context);
      const { event: alias, ...rest } = event;
      context.note(`the field event, ${alias}, is left out`);
      // A later version of the marketplace has no alias.
      const delivered = await context.deliverWithRetries(rest as Envelope, 'without event');
      if (!checkAccepted(context, delivered, 'an event without the deprecated field event')) return;
      await context.expectShown('bid', bid.id, 'countered', 'after the event without the field event');
      const count = await awaitEffects(context, event.id, 500).catch(ignoreNotShown);
      context.check(count === undefined || count === 1, `${event.id} took effect ${count} times`);
    },
  }),
  row({
    id: 'events.unknown-type',
    title: 'Events of a new type are accepted and ignored',
    cites: ['SIG-6', 'VER-2'],
    setup: 'The webhook receiver of the client.',
    stimulus: 'A delivery has the type inventory.price_changed and unknown fields; a known event follows.',
    advice: 'Return 2xx for every type that you do not handle.',
    needs: ['receiver'],
    run: async (context) => {
      await serveMadeUpIds(context);
      const unknown = {
        ...makeEnvelope('inventory.price_changed', {
          data: { inventory_id: 'inv_0123456789abcdef', change: { from: 1, to: null } },
        }),
        trace: ['x'],
      };
      checkAccepted(context, await context.deliver(unknown), 'an event of a new type');
      const known = makeEnvelope('bid.countered', { data: { ...UNKNOWN_BID, extra: [1] } });
      checkAccepted(context, await context.deliverWithRetries(known), 'an event with an additional field');
      if (context.config.show === undefined) return;
      const count = await readEffects(context, unknown.id).catch(ignoreNotShown);
      context.check((count ?? 0) === 0, `an event of a new type took effect ${count} times; ignore it`);
    },
  }),
  row({
    id: 'events.two-signatures',
    level: 'should',
    title: 'A delivery with two signatures is accepted if one of them matches',
    cites: ['SIG-10', 'SIG-1'],
    setup: 'The webhook receiver of the client.',
    stimulus:
      'A delivery has two v1 signatures: one made with a secret that is being replaced, and one made with the secret of the subscription.',
    advice: 'Compare with every v1 of the header, and accept the delivery if one matches.',
    needs: ['receiver'],
    run: async (context) => {
      await serveMadeUpIds(context);
      const event = makeEnvelope('bid.countered', { data: UNKNOWN_BID });
      const secrets = ['whsec_of_yesterday', context.testbed.relay.secret];
      checkAccepted(
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
      const { testbed } = context;
      await serveMadeUpIds(context);
      const old = testbed.relay.secret;
      if (
        !checkAccepted(
          context,
          await context.deliverWithRetries(makeEnvelope('bid.countered', { data: UNKNOWN_BID })),
          'a genuine delivery',
        )
      )
        return;
      await testbed.stopClient();
      testbed.relay.secret = `whsec_${randomBytes(18).toString('base64url')}`;
      testbed.secrets.push(testbed.relay.secret);
      context.note('the secret changes, and the client is started again');
      checkAccepted(
        context,
        await context.deliverWithRetries(makeEnvelope('bid.countered', { data: UNKNOWN_BID })),
        'a delivery that is signed with the new secret',
      );
      const forged = await context.deliver(makeEnvelope('bid.countered', { data: UNKNOWN_BID }), {
        secrets: [old],
        note: 'signed with the old secret',
      });
      context.check(!isAccepted(forged), `the receiver returned ${forged.status} to a delivery signed with the old secret`);
    },
  }),
];
