import type { Inbox } from '#client';
import { Blocked, readEventId, placeRejectableBid } from '#client';
import type { RunContext } from '#client';
import type { State } from '../state.ts';
import { readActor } from './inventory.ts';

const TEAM_PARAM = { team: 'the actor whose team subscribes: buyer, rival, elevator or partner' };

/** A receiver that takes nothing: a permanent failure at the first attempt (RTY-2). */
const REFUSES = (): { status: number } => ({ status: 410 });

async function makeFailedDelivery(t: RunContext): Promise<{ inbox: Inbox; delivery_id: unknown; event_id: string }> {
  const inbox = await t.subscribe(t.buyer, ['bid.rejected'], REFUSES);
  const { bid, reject } = await placeRejectableBid(t);
  await reject();
  const arrival = await inbox.next({ where: ({ text }) => text.includes(bid.id), after: 'a bid was rejected' });
  const event_id = readEventId(arrival);
  const row = await t.deliveryRow(inbox, (one) => one['event_id'] === event_id && one['status'] === 'failed');
  if (row === undefined) throw new Blocked('the delivery list shows no failed row after the receiver had answered 410');
  return { inbox, delivery_id: row['id'], event_id };
}

export const WEBHOOK_STATES: readonly State[] = [
  {
    name: 'a webhook subscription',
    makes: 'A team is subscribed, at an address of ours that answers 200.',
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
    makes: "An event for the buyer's team was delivered once, refused with 410, and may be replayed.",
    params: {},
    values: { webhook_id: 'the subscription', delivery_id: 'the failed row', event_id: 'the event' },
    make: async (t) => {
      const { inbox, delivery_id, event_id } = await makeFailedDelivery(t);
      return { values: { webhook_id: inbox.subscription.id, delivery_id, event_id } };
    },
  },
  {
    name: 'an inactive subscription with a failed delivery',
    makes: 'The same, and the subscription was switched off since: a replay is refused (WHK-9).',
    params: {},
    values: { webhook_id: 'the subscription', delivery_id: 'the failed row', event_id: 'the event' },
    make: async (t) => {
      const { inbox, delivery_id, event_id } = await makeFailedDelivery(t);
      await t.hook('deactivate_webhook', { webhook_id: inbox.subscription.id });
      return { values: { webhook_id: inbox.subscription.id, delivery_id, event_id } };
    },
  },
];
