/** RTY-7: the rows of a delivery, in any of the three legal forms. */
import { check, type Check } from '../../check/check.ts';
import type { Arrival, DeliveryRow, Inbox, ReceiverAnswer } from '#client';
import {
  CONSISTENCY_MS,
  JsonNode,
  ensureDone,
  isAboutBid,
  respondForBid,
  awaitDeliveryRow,
  expectDeliveryRow,
  expectThat,
  poll,
  readEventId,
  readEnvelope,
  chooseQuietTeam,
  readDeliveryRows,
  placeRejectableBid,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';

const OUTCOMES: readonly { status: string; answered: number }[] = [
  { status: 'delivered', answered: 204 },
  { status: 'failed', answered: 410 },
  { status: 'retrying', answered: 503 },
];

export const ROW_CHECKS: readonly Check[] = [
  ...OUTCOMES.map(({ status, answered }) =>
    check(`RTY-7/${status}`, `The row of a ${status} delivery has its result`, ['buyer', 'writes', 'webhooks'], async (t) => {
      const { row, arrival, inbox } = await deliver(t, { status: answered }, status);
      const { reply } = await readDeliveryRows(inbox);
      const node = new JsonNode(row, '/items/…', reply);
      node.get('id').text();
      node.get('event').is('bid.rejected');
      node.get('event_id').is(readEnvelope(arrival).get('id').value);
      node.get('created_at').text();
      node.get('response_status').is(answered);
      node.get('attempts').is(1);
      node.get('delivered_at').orNull((at) => at.text());
    }),
  ),
  check(
    'RTY-7/after-a-success',
    'After a success, the event has one delivered row and no retrying row',
    ['buyer', 'writes', 'webhooks'],
    async (t) => {
      const { arrival, inbox } = await deliver(t, { status: 200 }, 'delivered');
      const { rows, reply } = await readDeliveryRows(inbox, readEventId(arrival));
      expectThat(rows.length === 1, {
        message: `The event has ${rows.length} rows after its first attempt succeeded.`,
        reply,
        expected: 'one row, delivered',
        observed: rows,
      });
    },
  ),
  check('RTY-7/distinct-rows', 'Each delivery row has a unique id', ['buyer', 'writes', 'webhooks'], async (t) => {
    // RTY-2 checks that it fails immediately.
    const first = await deliver(t, { status: 400 }, 'failed', awaitDeliveryRow);
    const path = `/webhooks/${first.inbox.subscription.id}/deliveries/${String(first.row['id'])}/redeliver`;
    ensureDone(await chooseQuietTeam(t).post(path), 'the redelivery failed');
    await first.inbox.next({ where: isAboutBid(first.bid_id), nth: 2, after: 'its redelivery was queued' });
    const read = await poll(
      async () => {
        const all = await readDeliveryRows(first.inbox);
        return all.rows.length > 1 ? all : undefined;
      },
      { within_ms: CONSISTENCY_MS, signal: t.signal },
    );
    const { rows, reply } = read ?? t.unverifiable('there is no second row: a redelivery may change the row of the delivery');
    const ids = rows.map(({ id }) => id);
    expectThat(new Set(ids).size === ids.length, {
      message: 'Two rows have the same id.',
      reply,
      expected: 'distinct ids',
      observed: ids,
    });
  }),
];

interface Delivered {
  inbox: Inbox;
  bid_id: string;
  arrival: Arrival;
  row: DeliveryRow;
}

async function deliver(
  t: CheckContext,
  answer: ReceiverAnswer,
  status: string,
  findRow: typeof expectDeliveryRow | typeof awaitDeliveryRow = expectDeliveryRow,
): Promise<Delivered> {
  const { bid, reject } = await placeRejectableBid(t, chooseQuietTeam(t));
  const inbox = await t.subscribe(chooseQuietTeam(t), ['bid.rejected'], respondForBid(bid.id, answer));
  await reject();
  const arrival = await inbox.next({ type: 'bid.rejected', where: isAboutBid(bid.id), after: 'a bid was rejected' });
  const after = `it got ${arrival.answered}`;
  const row = await findRow(t, { inbox, event_id: readEventId(arrival), status, after });
  return { inbox, bid_id: bid.id, arrival, row };
}
