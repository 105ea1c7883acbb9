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

/** Longer than a second: what is signed before and after it cannot have the same `t`. */
const ANSWERED_AFTER_MS = 1_100;

/** What is judged of every delivery is in `oracles/deliveries`; here is what takes two of them. */
export const SIGNATURE: readonly Check[] = [
  check(
    'SIG-8/redelivery',
    'A redelivery is signed afresh, with its own t',
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
      if (!reply.is_success) throw new Blocked(`redelivery is refused (status ${reply.status})`, reply.exchange);
      const second = await inbox.next({ where: isAboutBid(bid.id), nth: 2, after: 'its redelivery was queued' });
      const [t1 = '', t2 = ''] = [first, second].map(({ headers }) => parseSignature(headers['svc-signature'] ?? '').t[0]);
      // That there is one is said elsewhere (SIG-1).
      if (t1 === '' || t2 === '') throw new Blocked(NO_SIGNATURE_TIME, toExchange(t1 === '' ? first : second));
      expectThat(Number(t2) > Number(t1), {
        message: 'A redelivery has the t of the delivery that failed.',
        reply: new Reply(toExchange(second)),
        expected: `a t after ${t1}`,
        observed: t2,
        likely_cause: 'the signature is made when the event is, not when it is sent',
      });
    },
    { lane: 'patient' },
  ),
];
