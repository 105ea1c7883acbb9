/** RTY-7: the rows of a delivery, in any of the three legal forms. */
import { check, type Check } from '../../check/check.ts';
import type { Arrival, Bid, Inbox, ReceiverResponse, JsonObject } from '#client';
import {
  JsonNode,
  ensureDone,
  isAboutBid,
  respondForBid,
  expectDeliveryRow,
  expectThat,
  readUntil,
  readEventId,
  readEnvelope,
  chooseQuietTeam,
  readDeliveryRows,
  placeRejectableBid,
  warnUnless,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { expectDeliveredAt } from '../../expectations/delivery-row.ts';
import { TO_BUYERS } from '../events/needs.ts';
import { makeFailedDelivery, redeliver } from '../webhooks/failed-delivery.ts';

/** A response of the receiver for each status of a delivery. */
const OUTCOMES = { delivered: 204, failed: 410, retrying: 503 } as const;

export const ROW_CHECKS: readonly Check[] = [
  ...Object.entries(OUTCOMES).map(([status, answered]) =>
    check(`RTY-7/${status}`, `A delivery row with status ${status} has the values of its attempt`, TO_BUYERS, async (t) => {
      const { row, arrival, inbox } = await deliver(t, { status: answered }, status);
      const { reply } = await readDeliveryRows(inbox);
      const node = new JsonNode(row, '/items/…', reply);
      node.get('id').text();
      node.get('event').is('bid.rejected');
      node.get('event_id').is(readEnvelope(arrival).get('id').value);
      node.get('created_at').text();
      node.get('response_status').is(answered);
      node.get('attempts').is(1);
      expectDeliveredAt(node);
      const is_delivered = status === 'delivered';
      warnUnless((typeof row['delivered_at'] === 'string') === is_delivered, {
        message: `The row of a ${status} delivery has ${is_delivered ? 'no' : 'a'} delivered_at.`,
        reply,
        expected: is_delivered ? 'the time of the delivery' : 'null',
        observed: row,
      });
    }),
  ),
  check('RTY-7/after-a-success', 'After a success, the event has one delivered row and no retrying row', TO_BUYERS, async (t) => {
    const { arrival, inbox } = await deliver(t, { status: 200 }, 'delivered');
    const { rows, reply } = await readDeliveryRows(inbox, readEventId(arrival));
    expectThat(rows.length === 1, {
      message: `An event whose first attempt succeeded has ${rows.length} delivery rows.`,
      reply,
      expected: 'one row, delivered',
      observed: rows,
    });
  }),
  check(
    'RTY-7/each-its-own',
    'Two subscriptions to one event show the status that each of them returned',
    TO_BUYERS,
    async (t) => {
      const team = chooseQuietTeam(t);
      const { bid, reject } = await placeRejectableBid(t, team);
      const subscribe = async (status: number): Promise<Inbox> =>
        t.subscribe(team, ['bid.rejected'], respondForBid(bid.id, { status }));
      const inboxes = [
        ['delivered', await subscribe(OUTCOMES.delivered)],
        ['failed', await subscribe(OUTCOMES.failed)],
      ] as const;
      await reject();
      for (const [status, inbox] of inboxes) {
        const { row } = await awaitRow(t, inbox, bid, status);
        const { reply } = await readDeliveryRows(inbox);
        new JsonNode(row, '/items/…', reply).get('response_status').is(OUTCOMES[status]);
      }
    },
  ),
  check('RTY-7/distinct-rows', 'Each delivery row has a unique id', TO_BUYERS, async (t) => {
    const first = await makeFailedDelivery(t, chooseQuietTeam(t), [{ status: 400 }]);
    ensureDone(await redeliver(first), 'the redelivery failed');
    await first.inbox.requireNext({ where: isAboutBid(first.bid_id), nth: 2, after: 'its redelivery was queued' });
    const { rows, reply } = await readUntil(
      () => readDeliveryRows(first.inbox),
      (read) => read.rows.length > 1,
      t.signal,
    );
    if (rows.length < 2) t.unverifiable('there is no second row: a redelivery may change the row of the delivery');
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
  arrival: Arrival;
  row: JsonObject;
}

/** Causes a delivery of bid.rejected, and asserts that its row gets this status. */
export async function deliver(t: CheckContext, response: ReceiverResponse, status: string): Promise<Delivered> {
  const team = chooseQuietTeam(t);
  const { bid, reject } = await placeRejectableBid(t, team);
  const inbox = await t.subscribe(team, ['bid.rejected'], respondForBid(bid.id, response));
  await reject();
  return awaitRow(t, inbox, bid, status);
}

async function awaitRow(t: CheckContext, inbox: Inbox, { id }: Bid, status: string): Promise<Delivered> {
  const arrival = await inbox.requireNext({ type: 'bid.rejected', where: isAboutBid(id), after: 'a bid was rejected' });
  const after = `it got ${arrival.answered}`;
  return { inbox, arrival, row: await expectDeliveryRow(t, { inbox, event_id: readEventId(arrival), status, after }) };
}
