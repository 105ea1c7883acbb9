import { check, type Check } from '../check/check.ts';
import {
  Blocked,
  NO_SIGNATURE_TIME,
  Reply,
  chooseQuietTeam,
  ensureDone,
  expectThat,
  isAboutBid,
  parseSignature,
  toExchange,
} from '#client';
import { makeFailedDelivery, redeliver } from './webhooks/failed-delivery.ts';

/** More than a second, so that signatures before and after it have a different `t`. */
const ANSWERED_AFTER_MS = 1_100;

/** Checks that need two deliveries. `oracles/deliveries` checks each single delivery. */
export const SIGNATURE: readonly Check[] = [
  check(
    'SIG-8/redelivery',
    'A redelivery has its own signature with its own t',
    ['buyer', 'writes', 'webhooks'],
    async (t) => {
      const answers = [{ status: 400, after_ms: ANSWERED_AFTER_MS }, { status: 200 }];
      const failed = await makeFailedDelivery(t, chooseQuietTeam(t, 'rival'), answers);
      const { arrival: first, bid_id, inbox } = failed;
      const reply = await redeliver(failed);
      ensureDone(reply, 'the redelivery failed');
      const second = await inbox.requireNext({ where: isAboutBid(bid_id), nth: 2, after: 'its redelivery was queued' });
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
