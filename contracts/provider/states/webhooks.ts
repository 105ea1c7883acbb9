import { Blocked, placeRejectableBid, readEventId, type Inbox, type RunContext } from '#client';
import { readActor, type Fields, type State } from '../state.ts';

const TEAM_PARAM = { team: 'the actor whose team subscribes: buyer, rival, elevator, or partner' };

/** A receiver that returns 410: a permanent failure on the first attempt (RTY-2). */
const RETURNS_410 = (): { status: number } => ({ status: 410 });

const FAILED_DELIVERY_VALUES = { webhook_id: 'the subscription', delivery_id: 'the failed row', event_id: 'the event' };

async function makeFailedDelivery(t: RunContext): Promise<{ inbox: Inbox; values: Fields }> {
  const inbox = await t.subscribe(t.buyer, ['bid.rejected'], RETURNS_410);
  const { bid, reject } = await placeRejectableBid(t);
  await reject();
  const arrival = await inbox.requireNext({ where: ({ text }) => text.includes(bid.id), after: 'a bid was rejected' });
  const event_id = readEventId(arrival);
  const row = await inbox.findDeliveryRow((one) => one['event_id'] === event_id && one['status'] === 'failed');
  if (row === undefined) throw new Blocked('the delivery list has no failed row after the receiver returned 410');
  return { inbox, values: { webhook_id: inbox.subscription.id, delivery_id: row['id'], event_id } };
}

export const WEBHOOK_STATES: readonly State[] = [
  {
    name: 'a webhook subscription',
    description: 'A subscription of a team to a receiver that returns 200.',
    params: { ...TEAM_PARAM, events: 'the event types, a list' },
    values: { webhook_id: 'the subscription' },
    make: async (t, { team = 'buyer', events }) => {
      const types = Array.isArray(events) ? events.map(String) : ['bid.accepted', 'trade.created'];
      const inbox = await t.subscribe(t.actor(readActor('team', team)), types);
      return { values: { webhook_id: inbox.subscription.id } };
    },
  },
  {
    name: 'a failed delivery',
    description: "A delivery to the buyer's team that got 410 and can be redelivered.",
    values: FAILED_DELIVERY_VALUES,
    make: async (t) => ({ values: (await makeFailedDelivery(t)).values }),
  },
  {
    name: 'an inactive subscription with a failed delivery',
    description: 'A failed delivery of an inactive subscription, which cannot be redelivered (WHK-9).',
    values: FAILED_DELIVERY_VALUES,
    make: async (t) => {
      const { inbox, values } = await makeFailedDelivery(t);
      await t.hook('deactivate_webhook', { webhook_id: inbox.subscription.id });
      return { values };
    },
  },
];
