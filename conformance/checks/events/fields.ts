/** The fields of payloads. Each kind of delivery is created once and shared by the checks of three clauses. */
import { check, type Check, type Lane, type Need } from '../../check/check.ts';
import { type Arrival, Breach, type Inbox, mentions, noteAssertion, placeRejectableBid } from '#client';
import { checkSignature } from '../../oracles/deliveries/signatures.ts';
import type { OracleOpinion } from '../../oracles/oracle.ts';
import { checkExtra, checkListed } from '../../oracles/deliveries/payloads.ts';
import type { CheckContext } from '../../check/check-context.ts';
import { ANALYSIS_TYPES, emitAnalysis } from './hook-triggered.ts';
import { LONG_ENOUGH_SECONDS, clearCongestion, findOwnLocation, isAt, startCongestion } from './queues.ts';
import { TO_BUYERS, TO_SELLERS } from './needs.ts';

/** The deliveries to one subscription. */
interface Deliveries {
  inbox: Inbox;
  arrivals: readonly Arrival[];
}

interface Kind {
  name: string;
  needs: readonly Need[];
  lane?: Lane;
  causeDeliveries: (t: CheckContext) => Promise<Deliveries>;
}

/** The actions and the events that they send. */
const AFTER = {
  'bid.rejected': 'a bid was rejected',
  'bid.countered': 'a bid was countered',
  'bid.accepted': 'a bid was accepted',
  'trade.created': 'a bid was accepted',
  'bid.received': 'a bid was placed',
} as const;

/** Waits for events of a type about one of these ids. */
function awaitIn(inbox: Inbox): (type: keyof typeof AFTER, ...ids: readonly string[]) => Promise<Arrival> {
  return async (type, ...ids) => inbox.requireNext({ type, where: mentions(...ids), after: AFTER[type] });
}

const KINDS: readonly Kind[] = [
  {
    name: 'bids-and-trades',
    needs: TO_BUYERS,
    causeDeliveries: async (t) => {
      const inbox = await t.subscribe(t.buyer, ['bid.accepted', 'bid.rejected', 'bid.countered', 'trade.created']);
      const { lot, bid, reject } = await placeRejectableBid(t);
      await reject();
      const trade = await t.arrange.trade({ lot });
      const other = await t.arrange.lot();
      const countered = await t.arrange.bid(other);
      const counter = await t.arrange.counter(other, countered);
      const of = awaitIn(inbox);
      const arrivals = await Promise.all([
        of('bid.rejected', bid.id),
        of('bid.countered', countered.id, counter.id),
        of('bid.accepted', trade.bid.id),
        of('trade.created', trade.id),
      ]);
      return { inbox, arrivals };
    },
  },
  {
    name: 'to-sellers',
    needs: TO_SELLERS,
    causeDeliveries: async (t) => {
      const inbox = await t.subscribe(t.partner, ['bid.received', 'trade.created']);
      const trade = await t.arrange.trade({ lot: await t.arrange.lot({}, t.partner) });
      const of = awaitIn(inbox);
      const arrivals = await Promise.all([of('bid.received', trade.bid.id), of('trade.created', trade.id)]);
      return { inbox, arrivals };
    },
  },
  {
    name: 'settlements',
    needs: ['buyer', 'writes', 'webhooks', 'hook:pay_invoice'],
    causeDeliveries: async (t) => {
      const inbox = await t.subscribe(t.buyer, ['trade.settled']);
      const trade = await t.arrange.settledTrade();
      return { inbox, arrivals: [await inbox.requireNext({ where: mentions(trade.id), after: 'both invoices were paid' })] };
    },
  },
  {
    name: 'offers',
    needs: ['elevator', 'writes', 'webhooks', 'hook:make_offer', 'fixture:cash_bid_body'],
    causeDeliveries: async (t) => {
      const inbox = await t.subscribe(t.elevator, ['cashbid.offer_received']);
      const cash_bid = await t.arrange.cashBid();
      await t.arrange.offer(cash_bid.id);
      return { inbox, arrivals: [await inbox.requireNext({ where: mentions(cash_bid.id), after: 'an offer was made' })] };
    },
  },
  {
    name: 'analyses',
    needs: ['partner', 'writes', 'webhooks', 'hook:emit_analysis'],
    causeDeliveries: async (t) => {
      const inbox = await t.subscribe(t.partner, ANALYSIS_TYPES);
      const lot = await t.arrange.lot({}, t.partner);
      const arrivals: Arrival[] = [];
      for (const type of ANALYSIS_TYPES) {
        await emitAnalysis(t, type, lot);
        arrivals.push(await inbox.requireNext({ type, where: mentions(lot.id), after: `the hook emitted ${type}` }));
      }
      return { inbox, arrivals };
    },
  },
  {
    name: 'queues',
    needs: ['elevator', 'writes', 'webhooks', 'hook:set_queue', 'hook:advance_clock'],
    lane: 'clock',
    causeDeliveries: async (t) => {
      const inbox = await t.subscribe(t.elevator, ['queue.congestion_started', 'queue.congestion_cleared']);
      const { id } = await findOwnLocation(t);
      const started = await startCongestion(t, inbox, id);
      await clearCongestion(t, id);
      const after = `the queue had been short for ${LONG_ENOUGH_SECONDS} s`;
      return {
        inbox,
        arrivals: [started, await inbox.requireNext({ type: 'queue.congestion_cleared', where: isAt(id), after })],
      };
    },
  },
];

export const FIELD_CHECKS: readonly Check[] = KINDS.flatMap(({ name, needs, lane = 'open', causeDeliveries }) => {
  const what = name.replaceAll('-', ' ');
  const checkEach = (
    id: Check['id'],
    title: string,
    evaluate: (arrival: Arrival, inbox: Inbox, t: CheckContext) => OracleOpinion,
  ): Check => {
    const run = async (t: CheckContext): Promise<void> => {
      const { inbox, arrivals } = await t.run.once(`deliveries: ${name}`, async () => causeDeliveries(t));
      for (const arrival of arrivals) expectFine(evaluate(arrival, inbox, t));
    };
    return check(id, title, needs, run, { lane });
  };
  return [
    checkEach(`EVT-14/${name}`, `Payloads (${what}) have the documented fields`, (arrival) => checkListed(arrival)),
    checkEach(`SIG-1/${name}`, `Deliveries (${what}) are signed`, (arrival, { subscription }, { run }) =>
      checkSignature({ arrival, subscription }, run),
    ),
    checkEach(`EVT-26/${name}`, `Payloads (${what}) have no undocumented keys`, (arrival, _, { run }) =>
      checkExtra(arrival, run),
    ),
  ];
});

function expectFine(opinion: OracleOpinion): void {
  if (opinion instanceof Breach) throw opinion;
  if (opinion === 'fine') noteAssertion();
}
