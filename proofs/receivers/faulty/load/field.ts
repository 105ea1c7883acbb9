/** Faults that partners' receivers have had: written before the drills that find them. */
import { isEventType } from '#spec/events';
import { parseByKey, signatureOf, type Parts, type Replacement } from '../../clean.ts';
import type { Envelope, Setup } from '../../receiver.ts';
import { within } from '../clock.ts';
import { refuseUnless } from '../events.ts';
import { caughtBy, explained, faults, fieldOf, type FaultyRow } from '../row.ts';

type Data = Envelope['data'];

const KNOWN_SLUGS = ['cwrs-wheat', 'canola', 'durum'];
const KNOWN_ANALYSES = ['protein', 'moisture', 'falling_number', 'grade'];

/** Returns `status` for an event of a known type with data that it does not accept. */
function needs(types: RegExp, isFine: (data: Data) => boolean, status = 422): Replacement {
  return refuseUnless(({ type, data }) => !isEventType(type) || !types.test(type) || isFine(data), status);
}

function slugOf({ commodity }: Data): string {
  return typeof commodity === 'object' && commodity !== null && 'slug' in commodity ? String(commodity.slug) : '';
}

/** The strings of a payload that a person wrote. */
function namesIn(data: Data): string {
  const { commodity, name } = data;
  const of = typeof commodity === 'object' && commodity !== null && 'name' in commodity ? String(commodity.name) : '';
  return `${of} ${typeof name === 'string' ? name : ''}`;
}

function dropsOlderThan(seconds: number): (setup: Setup) => Partial<Parts> {
  return ({ effects, nowSeconds }) => ({
    work: ({ id, created_at }) => {
      if (nowSeconds() - Date.parse(created_at) / 1_000 <= seconds) effects.record(id);
      return Promise.resolve();
    },
  });
}

function oneEventPerBid(): Partial<Parts> {
  const by_bid = new Map<string, string>();
  return {
    validate: ({ id, type, data }) => {
      const bid = fieldOf(data, 'bid_id');
      if (!type.startsWith('bid.') || bid === '') return undefined;
      if (![undefined, id].includes(by_bid.get(bid))) return { status: 500 };
      by_bid.set(bid, id);
      return undefined;
    },
  };
}

function createdNeedsAccepted(): Partial<Parts> {
  const bids = new Set<string>();
  return {
    validate: ({ type, data }) => {
      const bid = fieldOf(data, 'bid_id');
      if (type === 'bid.accepted') bids.add(bid);
      return type === 'trade.created' && bid !== '' && !bids.has(bid) ? { status: 500 } : undefined;
    },
  };
}

/** Of two processes that take turns, one has a clock that is ten minutes behind. */
function oneClockBehind(): Partial<Parts> {
  let count = 0;
  return { isInTime: (...args) => within(300, (count += 1) % 2 === 0 ? -600 : 0)(...args) };
}

/** Caches the result of a verification by `t`. */
function cachesByTime(): Partial<Parts> {
  const valid = new Set<string>();
  return {
    isTrusted: ({ request }) => valid.has(parseByKey(signatureOf(request))?.t ?? ''),
    identify: ({ id }, { request }) => {
      valid.add(parseByKey(signatureOf(request))?.t ?? '');
      return id;
    },
  };
}

/** After a failure, it does nothing for a second. */
function opensBreaker({ effects, nowSeconds }: Setup): Partial<Parts> {
  let open_until = 0;
  return {
    work: ({ id }) => {
      if (nowSeconds() <= open_until) return Promise.resolve();
      try {
        effects.record(id);
      } catch (error) {
        open_until = nowSeconds() + 1;
        throw error;
      }
      return Promise.resolve();
    },
  };
}

/** Its queue redelivers a job that was not confirmed within a second, and some jobs are not. */
function queueRepeats({ effects, wait }: Setup): Partial<Parts> {
  let count = 0;
  return {
    work: ({ id }) => {
      effects.record(id);
      count += 1;
      if (count % 5 === 0)
        void wait(1_000)
          .then(() => effects.record(id))
          .catch(() => undefined);
      return Promise.resolve();
    },
  };
}

/** Its worker, after the response, fails on some bodies. */
function workerFailsOn(pattern: RegExp): Replacement {
  return ({ effects }) => ({
    work: (envelope) => {
      if (!pattern.test(JSON.stringify(envelope))) effects.record(envelope.id);
      return Promise.resolve();
    },
  });
}

function countsAttempts(max: number): Replacement {
  return () => {
    const attempts = new Map<string, number>();
    return {
      validate: ({ id }) => {
        attempts.set(id, (attempts.get(id) ?? 0) + 1);
        return (attempts.get(id) ?? 0) > max ? { status: 409 } : undefined;
      },
    };
  };
}

/** It reads the clock once, when it starts. */
function frozenClock({ nowSeconds }: Setup): Partial<Parts> {
  const started = nowSeconds();
  return { isInTime: (t, _now, post) => within(300)(t, started, post) };
}

/** A settlement changes the trade that was created before. If there is none, it changes nothing. */
function settlesKnownTrades({ effects }: Setup): Partial<Parts> {
  const trades = new Set<string>();
  return {
    work: ({ id, type, data }) => {
      const trade = fieldOf(data, 'trade_id');
      if (type === 'trade.created') trades.add(trade);
      if (type !== 'trade.settled' || trades.has(trade)) effects.record(id);
      return Promise.resolve();
    },
  };
}

function blocksItsThread({ effects, wait }: Setup): Partial<Parts> {
  let last = Promise.resolve();
  return {
    work: async ({ id }) => {
      last = last.then(async () => wait(300));
      await last;
      effects.record(id);
    },
  };
}

export const FIELD_FAULTS: readonly FaultyRow[] = [
  ...faults('faulty', {
    'EVT-7/names-in-sql: It puts names into SQL, and an apostrophe in one is an error.': explained(
      ['EVT-7/names', 'EVT-12/names'],
      /apostrophe|quote/i,
      needs(/./, (data) => !namesIn(data).includes("'"), 500),
    ),
    'EVT-7/rounds-to-tonnes: It rounds quantity_mt, and returns 422 for a trade of 0.01 tonnes as one of none.': explained(
      'EVT-7/decimals',
      /quantity_mt/,
      needs(/^trade/, ({ quantity_mt }) => Math.round(Number(quantity_mt)) > 0),
    ),
    'RTY-1/one-event-per-bid: It has a unique key on the bid, so a second event about a bid is a database error.': explained(
      'SIG-7/same-data',
      /bid/,
      oneEventPerBid,
    ),
    'RTY-1/created-needs-accepted: It has a foreign key from trades to accepted bids, and returns 500 for trade.created if bid.accepted has not come.':
      caughtBy('RTY-1/trade-created', createdNeedsAccepted),
    'RTY-1/one-clock-behind: Of two processes, one has a clock that is ten minutes behind.': explained(
      'RTY-1/still-accepted',
      /The cause is not in the delivery/,
      oneClockBehind,
    ),
    'SIG-4/caches-by-time: It caches the result of a verification by t: until the next second, it verifies nothing.': explained(
      'SIG-4/forged',
      /same `t`|earlier genuine one/,
      cachesByTime,
    ),
    'RTY-3/breaker-drops: After a failure, it returns 200 and does nothing until the next second but one.': explained(
      'RTY-3/failed',
      /breaker/,
      opensBreaker,
    ),
    'SIG-7/queue-repeats: Its queue delivers every fifth job again after a second, and the job is done again.': explained(
      'SIG-7/delivered-once',
      /queue/,
      queueRepeats,
    ),
    'RTY-1/worker-fails-on-umlauts: Its worker, after the response, fails on what is not ASCII.': explained(
      'RTY-1/took-effect',
      /after the response|after it has responded/,
      workerFailsOn(/[^\0-\x7F]/),
    ),
    'RTY-2/three-attempts: It returns 409 for the fourth attempt of an event: the marketplace makes five.': explained(
      'RTY-4/five-attempts',
      /five/,
      countsAttempts(3),
    ),
    'SIG-3/frozen-clock: It reads the clock when it starts, and compares each t with that.': explained(
      'SIG-3/clock-runs',
      /clock/,
      frozenClock,
    ),
  }),
  ...faults('warned', {
    'EVT-7/three-crops: It knows three commodities, and returns 422 for others.': explained(
      'EVT-7/other-commodity',
      /slug/,
      needs(/^trade/, (data) => KNOWN_SLUGS.includes(slugOf(data))),
    ),
    'EVT-12/short-names: Its column for names of locations holds 40 characters.': explained(
      'EVT-12/names',
      /long/,
      needs(/^queue/, ({ name }) => String(name).length <= 40, 500),
    ),
    'EVT-10/four-analyses: It knows four analysis types, and returns 422 for others.': explained(
      'EVT-10/other-values',
      /analysis_types/,
      needs(
        /^analysis/,
        ({ analysis_types }) =>
          !Array.isArray(analysis_types) || analysis_types.every((one) => KNOWN_ANALYSES.includes(String(one))),
      ),
    ),
    'EVT-10/billed-to-partner-only: It returns 422 if an analysis is not billed to partner.': explained(
      'EVT-10/other-values',
      /billed_to/,
      needs(/^analysis\.requested/, ({ billed_to }) => billed_to === 'partner'),
    ),
    'EVT-1/reads-the-alias: It reads the type from event, which is deprecated, and fails if it is absent.': explained(
      'EVT-1/without-alias',
      /deprecated/,
      refuseUnless((envelope) => 'event' in envelope, 500),
    ),
    'WHK-8/drops-replays-of-last-week: It returns 200 for an event that is older than a day, and does nothing.': explained(
      'WHK-8/replay-takes-effect',
      /an old `created_at`/,
      dropsOlderThan(86_400),
    ),
    'RTY-4/drops-late-attempts: It returns 200 for an event that is older than five minutes, and does nothing.': explained(
      'RTY-1/late-effect',
      /an old `created_at`/,
      dropsOlderThan(300),
    ),
    'CONV-4/reference-pattern: It returns 422 unless a reference of a bid is BID- and eight letters or digits.': explained(
      'CONV-4/other-reference',
      /reference/,
      needs(/^bid/, ({ reference }) => /^BID-[0-9A-Z]{8}$/.test(String(reference))),
    ),
    'SIG-4/secret-in-success: Its response to a genuine delivery shows its configuration, with the secret.': explained(
      'SIG-4/errors-reveal-nothing',
      /debug|sent to the caller/,
      ({ secret }) => ({ accept: () => ({ status: 200, body: JSON.stringify({ ok: true, config: { secret } }) }) }),
    ),
    'RTY-5/blocks-its-thread: It computes for 300 ms, and does nothing else meanwhile.': explained(
      'RTY-5/20-at-once',
      /work before it responds/,
      blocksItsThread,
    ),
    'EVT-7/small-column: Its column for quantities holds 999,999.99 tonnes.': explained(
      'EVT-7/large-numbers',
      /quantity_mt/,
      needs(/^trade/, ({ quantity_mt }) => Number(quantity_mt) < 1_000_000, 500),
    ),
    'EVT-12/no-trucks-is-missing: It takes 0 trucks for a missing number, and returns 422.': explained(
      'EVT-12/zero',
      /0/,
      needs(/^queue/, ({ trucks_waiting }) => Boolean(trucks_waiting)),
    ),
    'EVT-19/instants-in-two-forms: It knows created_at with no or three decimals and Z.': explained(
      'EVT-19/other-instant',
      /ISO 8601/,
      refuseUnless(({ created_at }) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/.test(created_at), 400),
    ),
    'RTY-1/settles-known-trades: It updates the trade on trade.settled: if trade.created comes later, nothing is updated.':
      explained('RTY-1/settled-first', /order/, settlesKnownTrades),
  }),
];
