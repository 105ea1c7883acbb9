import type { Check } from '../check/check.ts';
import { check } from '../check/check.ts';
import {
  Blocked,
  NO_SIGNATURE_TIME,
  Reply,
  isAboutBid,
  respondForBid,
  toExchange,
  awaitDeliveryRow,
  expectThat,
  readEventId,
  parseSignature,
  chooseQuietTeam,
  placeRejectableBid,
} from '#client';

/** More than a second, so that signatures before and after it have a different `t`. */
const ANSWERED_AFTER_MS = 1_100;

/** Checks that need two deliveries. `oracles/deliveries` checks each single delivery. */
export const SIGNATURE: readonly Check[] = [
  check(
    'SIG-8/redelivery',
    'A redelivery has its own signature with its own t',
    ['buyer', 'writes', 'webhooks'],
    async (t) => {
      const { bid, reject } = await placeRejectableBid(t, chooseQuietTeam(t, 'rival'));
      const behaviour = respondForBid(bid.id, { status: 400, after_ms: ANSWERED_AFTER_MS }, { status: 200 });
      const inbox = await t.subscribe(chooseQuietTeam(t, 'rival'), ['bid.rejected'], behaviour);
      await reject();
      const first = await inbox.next({ where: isAboutBid(bid.id), after: 'a bid was rejected' });
      const row = await awaitDeliveryRow(t, { inbox, event_id: readEventId(first), status: 'failed' });
      const reply = await chooseQuietTeam(t, 'rival').post(
        `/webhooks/${inbox.subscription.id}/deliveries/${String(row['id'])}/redeliver`,
      );
      if (!reply.is_success) throw new Blocked(`the redelivery failed (status ${reply.status})`, reply.exchange);
      const second = await inbox.next({ where: isAboutBid(bid.id), nth: 2, after: 'its redelivery was queued' });
      const [t1 = '', t2 = ''] = [first, second].map(({ headers }) => parseSignature(headers['svc-signature'] ?? '').t[0]);
      // SIG-1 checks that there is a signature.
      if (t1 === '' || t2 === '') throw new Blocked(NO_SIGNATURE_TIME, toExchange(t1 === '' ? first : second));
      expectThat(Number(t2) > Number(t1), {
        message: 'A redelivery has the same t as the failed delivery.',
        reply: new Reply(toExchange(second)),
        expected: `a t after ${t1}`,
        observed: t2,
        likely_cause: 'The signature is created with the event. Create it for each attempt.',
      });
    },
    { lane: 'patient' },
  ),
];
