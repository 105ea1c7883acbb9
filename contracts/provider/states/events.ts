/** One state per event: a team subscribes, the event happens, and its delivery is the message. */
import type { EventType } from '#spec';
import { isObject, mentions, readItems, readPath, type ActorName, type Arrival, type RunContext, encodePath } from '#client';
import { readActor, type Fields, type State } from '../state.ts';
import { BID_VALUES, ensureStatus, makeBid } from './bids.ts';
import { LOT_VALUES, makeLot } from './inventory.ts';
import { TRADE_VALUES, makeTrade } from './trades.ts';

/** A queue above any threshold, and a time below it that is long enough. */
const MANY_TRUCKS = 1_000;
const LONG_ENOUGH_S = 3_600;

/** What a cause created. */
interface Caused {
  values: Fields;
  /** Finds the delivery among those of the same type. */
  isAbout: (arrival: Arrival) => boolean;
}

interface Cause {
  readonly event: EventType;
  /** The team that subscribes by default. */
  readonly team: ActorName;
  readonly happens: string;
  /** What `cause` returns. */
  readonly values: State['values'];
  readonly cause: (t: RunContext) => Promise<Caused>;
}

/** The partner has a team, so both sides of a deal can receive events. */
const BY_PARTNER: Fields = { seller: 'partner' };

/** A location id is a small number, which can also be a number of trucks. The document does not say whether it is a number here. */
function isAt(location_id: number): Caused['isAbout'] {
  return ({ json }) => String(readPath(json, 'data', 'location_id')) === String(location_id);
}

async function answer(t: RunContext, verb: 'accept' | 'reject'): Promise<Caused> {
  const { lot, bid, values } = await makeBid(t, BY_PARTNER);
  ensureStatus(await lot.seller.post(encodePath`/bids/${bid.id}/${verb}`), 200, `did not ${verb} the bid`);
  return { values, isAbout: mentions(bid.id) };
}

async function analyze(t: RunContext, type: string): Promise<Caused> {
  const { lot, values } = await makeLot(t, BY_PARTNER);
  const team_id = t.partner.team_id ?? readItems(await t.partner.get('/teams'))[0]?.['id'];
  await t.hook('emit_analysis', { type, inventory_id: lot.id, team_id });
  return { values, isAbout: mentions(lot.id) };
}

/** Empties the queue and moves the clock until any congestion is over. */
async function emptyQueue(t: RunContext, location_id: unknown): Promise<void> {
  await t.hook('set_queue', { location_id, trucks_waiting: 0, advance_seconds: LONG_ENOUGH_S });
}

async function congest(t: RunContext): Promise<Caused> {
  const location_id = await t.arrange.deliveryLocation();
  // On a deployment, the queue of an earlier interaction is still there, and only a new congestion sends an event.
  await emptyQueue(t, location_id);
  await t.hook('set_queue', { location_id, trucks_waiting: MANY_TRUCKS });
  return { values: { location_id }, isAbout: isAt(location_id) };
}

const ANALYSIS_STEPS: readonly (readonly [event: EventType, happens: string])[] = [
  ['analysis.requested', "An analysis of the partner's listing is requested."],
  ['analysis.sample_received', "The laboratory receives the sample for an analysis of the partner's listing."],
  ['analysis.graded', "The sample of the partner's listing is graded."],
  ['analysis.photo_added', "A photo is added to an analysis of the partner's listing."],
];

const QUEUE_VALUES = { location_id: "the elevator's location, a number" };

const CAUSES: readonly Cause[] = [
  {
    event: 'bid.accepted',
    team: 'buyer',
    happens: "The seller accepts the buyer's bid.",
    values: BID_VALUES,
    cause: async (t) => answer(t, 'accept'),
  },
  {
    event: 'bid.rejected',
    team: 'buyer',
    happens: "The seller rejects the buyer's bid.",
    values: BID_VALUES,
    cause: async (t) => answer(t, 'reject'),
  },
  {
    event: 'bid.countered',
    team: 'buyer',
    happens: "The seller counters the buyer's bid.",
    values: { ...BID_VALUES, counter_id: "the seller's counter" },
    cause: async (t) => {
      const { lot, bid, values } = await makeBid(t, BY_PARTNER);
      const { id } = await t.arrange.counter(lot, bid);
      return { values: { ...values, counter_id: id }, isAbout: mentions(lot.id) };
    },
  },
  {
    event: 'bid.received',
    team: 'partner',
    happens: "The buyer bids on the partner's listing.",
    values: BID_VALUES,
    cause: async (t) => {
      const { bid, values } = await makeBid(t, BY_PARTNER);
      return { values, isAbout: mentions(bid.id) };
    },
  },
  {
    event: 'trade.created',
    team: 'buyer',
    happens: "A bid on the partner's listing is accepted, which creates a trade. Both teams receive the event.",
    values: TRADE_VALUES,
    cause: async (t) => {
      const values = await makeTrade(t, BY_PARTNER);
      return { values, isAbout: mentions(String(values['trade_id'])) };
    },
  },
  {
    event: 'trade.settled',
    team: 'buyer',
    happens: 'Both invoices of a trade of the buyer and the partner are paid. Both teams receive the event.',
    values: TRADE_VALUES,
    cause: async (t) => {
      const values = await makeTrade(t, BY_PARTNER, ['buyer', 'seller']);
      return { values, isAbout: mentions(String(values['trade_id'])) };
    },
  },
  {
    event: 'cashbid.offer_received',
    team: 'elevator',
    happens: "A seller makes an offer on the elevator's cash bid.",
    values: { cash_bid_id: 'the cash bid', offer_id: 'the offer' },
    cause: async (t) => {
      const { id } = await t.arrange.cashBid();
      const offer_id = await t.arrange.offer(id);
      return { values: { cash_bid_id: id, offer_id }, isAbout: mentions(offer_id) };
    },
  },
  ...ANALYSIS_STEPS.map(([event, happens]) => ({
    event,
    team: 'partner' as const,
    happens,
    values: LOT_VALUES,
    cause: async (t: RunContext) => analyze(t, event),
  })),
  {
    event: 'queue.congestion_started',
    team: 'elevator',
    happens: "The queue at the elevator's location reaches its threshold. Moves the clock of the target by an hour.",
    values: QUEUE_VALUES,
    cause: congest,
  },
  {
    event: 'queue.congestion_cleared',
    team: 'elevator',
    happens:
      "The queue at the elevator's location falls below its threshold and stays there until the congestion clears. Moves the clock of the target by two hours.",
    values: QUEUE_VALUES,
    cause: async (t) => {
      const caused = await congest(t);
      await emptyQueue(t, caused.values['location_id']);
      return caused;
    },
  },
];

export const EVENT_STATES: readonly State[] = CAUSES.map(({ event, team, happens, values: created, cause }) => ({
  name: `${event} is sent`,
  description: `${happens} The message is the delivery to the ${team}'s team.`,
  params: { team: `the actor whose team subscribes; the default is ${team}` },
  values: { ...created, event_id: 'the envelope id', webhook_id: 'the subscription' },
  event,
  make: async (t, params) => {
    const to = t.actor(readActor('team', params['team'] ?? team));
    const inbox = await t.subscribe(to, [event]);
    const { values, isAbout } = await cause(t);
    const arrival = await inbox.requireNext({ type: event, where: isAbout, after: 'the event happened' });
    const event_id = isObject(arrival.json) ? arrival.json['id'] : undefined;
    return { values: { ...values, event_id, webhook_id: inbox.subscription.id }, arrival };
  },
}));
