/** One state an event: somebody is subscribed, the event is brought about for real, and what was delivered is the message. */
import type { EventType } from '#spec';
import type { ActorName } from '#client';
import { isObject, readItems } from '#client';
import type { RunContext } from '#client';
import type { Json, State } from '../state.ts';
import { demand, makeBid } from './bids.ts';
import { makeLot, readActor } from './inventory.ts';
import { makeTrade } from './trades.ts';

/** Over any threshold, and long enough under it. */
const MANY_TRUCKS = 1_000;
const LONG_ENOUGH_S = 3_600;

interface Cause {
  readonly event: EventType;
  /** Who is told, unless the pact says otherwise. */
  readonly team: ActorName;
  readonly happens: string;
  /** Brings it about. @returns the ids that belong to it, and which of them the delivery is about */
  readonly deed: (t: RunContext) => Promise<{ values: Json; about: string }>;
}

/** The partner has a team, so that both sides of a deal can be told of it. */
const BY_PARTNER: Json = { seller: 'partner' };

async function answer(t: RunContext, verb: 'accept' | 'reject'): Promise<{ values: Json; about: string }> {
  const { lot, bid, values } = await makeBid(t, BY_PARTNER);
  demand(await lot.seller.post(`/bids/${bid.id}/${verb}`), 200, `does not ${verb} a bid`);
  return { values, about: bid.id };
}

async function analyse(t: RunContext, type: string): Promise<{ values: Json; about: string }> {
  const { lot, values } = await makeLot(t, BY_PARTNER);
  const team_id = t.partner.team_id ?? readItems(await t.partner.get('/teams'))[0]?.['id'];
  await t.hook('emit_analysis', { type, inventory_id: lot.id, team_id });
  return { values, about: lot.id };
}

async function congest(t: RunContext): Promise<{ values: Json; about: string }> {
  const location_id = await t.arrange.deliveryLocation();
  await t.hook('set_queue', { location_id, trucks_waiting: MANY_TRUCKS });
  return { values: { location_id }, about: String(location_id) };
}

const CAUSES: readonly Cause[] = [
  {
    event: 'bid.accepted',
    team: 'buyer',
    happens: "The seller accepts the buyer's bid.",
    deed: async (t) => answer(t, 'accept'),
  },
  {
    event: 'bid.rejected',
    team: 'buyer',
    happens: "The seller rejects the buyer's bid.",
    deed: async (t) => answer(t, 'reject'),
  },
  {
    event: 'bid.countered',
    team: 'buyer',
    happens: "The seller counters the buyer's bid.",
    deed: async (t) => {
      const { lot, bid, values } = await makeBid(t, BY_PARTNER);
      return { values: { ...values, counter_id: (await t.arrange.counter(lot, bid)).id }, about: lot.id };
    },
  },
  {
    event: 'bid.received',
    team: 'partner',
    happens: "The buyer bids on the partner's listing.",
    deed: async (t) => {
      const { bid, values } = await makeBid(t, BY_PARTNER);
      return { values, about: bid.id };
    },
  },
  {
    event: 'trade.created',
    team: 'buyer',
    happens: 'A bid is accepted, and a trade comes of it. The partner is told as well.',
    deed: async (t) => {
      const values = await makeTrade(t, BY_PARTNER);
      return { values, about: String(values['trade_id']) };
    },
  },
  {
    event: 'trade.settled',
    team: 'buyer',
    happens: 'Both invoices of a trade are paid. The partner is told as well.',
    deed: async (t) => {
      const values = await makeTrade(t, BY_PARTNER, ['buyer', 'seller']);
      return { values, about: String(values['trade_id']) };
    },
  },
  {
    event: 'cashbid.offer_received',
    team: 'elevator',
    happens: "A seller makes an offer on the elevator's cash bid.",
    deed: async (t) => {
      const { id } = await t.arrange.cashBid();
      const offer_id = await t.arrange.offer(id);
      return { values: { cash_bid_id: id, offer_id }, about: offer_id };
    },
  },
  ...(['analysis.requested', 'analysis.sample_received', 'analysis.graded', 'analysis.photo_added'] as const).map((event) => ({
    event,
    team: 'partner' as const,
    happens: "That step of an analysis of the partner's listing is reached.",
    deed: async (t: RunContext) => analyse(t, event),
  })),
  {
    event: 'queue.congestion_started',
    team: 'elevator',
    happens: "So many trucks wait at the elevator's location that it is congested.",
    deed: congest,
  },
  {
    event: 'queue.congestion_cleared',
    team: 'elevator',
    happens: 'They are gone, and an hour has passed. Moves the clock of the target.',
    deed: async (t) => {
      const { values, about } = await congest(t);
      await t.hook('set_queue', { location_id: values['location_id'], trucks_waiting: 0, advance_seconds: LONG_ENOUGH_S });
      return { values, about };
    },
  },
];

export const EVENT_STATES: readonly State[] = CAUSES.map(({ event, team, happens, deed }) => ({
  name: `${event} is sent`,
  makes: `${happens} Its delivery is the message.`,
  params: { team: `the actor whose team is told: ${team}, unless given` },
  values: { event_id: 'the envelope id', webhook_id: 'the subscription' },
  event,
  make: async (t, params) => {
    const to = t.actor(readActor('team', params['team'] ?? team));
    const inbox = await t.subscribe(to, [event]);
    const { values, about } = await deed(t);
    const arrival = await inbox.next({ type: event, where: ({ text }) => text.includes(about), after: happens });
    const event_id = isObject(arrival.json) ? arrival.json['id'] : undefined;
    return { values: { ...values, event_id, webhook_id: inbox.subscription.id }, arrival };
  },
}));
