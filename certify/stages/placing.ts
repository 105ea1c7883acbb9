/** Placing a bid: the request that must not happen twice. */
import type { Exchange } from '../testbed/exchange.ts';
import { readObject } from '../testbed/exchange.ts';
import type { Disturbance } from '../testbed/proxy.ts';
import { refusal } from '../testbed/proxy.ts';
import type { StageContext, TaskResult } from './context.ts';
import { HTML_502, UNAVAILABLE, respondSlowly, respondInstead, changePrices, loseResponse, resetConnection } from './disturb.ts';
import type { Lot, WorldBid } from './market.ts';
import { attemptsLike, checkClaim, checkNoError, checkRepeats, keyOf, listSome, lotOf } from './observe.ts';
import type { Stage } from './stage.ts';
import { stageDefaults } from './stage.ts';
import { readPath } from '#client';

export const QUANTITY_MT = 10;
export const SETUP = 'A graded lot with room for several bids.';
/** Prices are computed from those of the lots; one of several shows a rounding error. */
const LOTS_WITH_PRICES = 6;
/** As text, it is less than the price of any other lot. */
const LARGE_PRICE = 1_049.5;
const IDEMPOTENT = ['IDEM-1', 'IDEM-2', 'IDEM-3'];

interface Placed {
  readonly lot: Lot;
  readonly result: TaskResult;
  readonly made: readonly WorldBid[];
  /** The ids of earlier bids. */
  readonly known: ReadonlySet<string>;
}

/** Lets the client place a bid, and looks at what became of it. */
export async function place(context: StageContext, disturbance?: Disturbance, quantity_mt = QUANTITY_MT): Promise<Placed> {
  const known = await context.market.bidIds();
  const lot = await context.market.pickLot();
  const sent_before = context.sent('placeBid').length;
  const armed = disturbance === undefined ? undefined : context.arm(disturbance);
  const result = await context.act('place_bid', { inventory_id: lot.id, quantity_mt });
  if (armed !== undefined) context.requireReached(armed, 'place_bid');
  const sent = context.requireSent('place_bid', 'placeBid');
  const first =
    (disturbance === undefined ? undefined : sent.find(({ disturbed_by }) => disturbed_by === disturbance.name)) ?? sent[0];
  const new_bids = (await context.market.bids()).filter(({ id }) => !known.has(id));
  // The bids that the request and its repeats made.
  const made = new_bids.filter((bid) => first !== undefined && bid.inventory_id === lotOf(first));
  if (context.has_do_hook) for (const one of sent.slice(sent_before)) checkAsAsked(context, one, lot.id, quantity_mt);
  return { lot, result, made, known };
}

/** A client bids on the lot, and on the quantity, that it was asked for, and on nothing else. */
function checkAsAsked(context: StageContext, sent: Exchange, lot_id: string, quantity_mt: number): void {
  context.check(
    lotOf(sent) === lot_id,
    `it was asked to bid on ${lot_id}, but sent a bid on ${lotOf(sent)}; report an error instead`,
  );
  const quantity = readObject(sent.body)['quantity_mt'];
  context.check(
    quantity === quantity_mt,
    `it was asked to bid on ${quantity_mt} t, but sent quantity_mt ${JSON.stringify(quantity)}; send the quantity as it is, or report an error`,
  );
}

/** The attempts of the bid that was disturbed. */
export function attempts(context: StageContext): ReturnType<typeof attemptsLike> {
  const sent = context.sent('placeBid');
  const first = sent.find(({ disturbed_by }) => disturbed_by !== undefined) ?? sent[0];
  return first === undefined ? [] : attemptsLike(first, sent);
}

/** Whatever happens to the request, at most one bid exists, and the client does not claim another outcome. */
function exactlyOnce(makeDisturbance: () => Disturbance): Stage['run'] {
  return async (context) => {
    const { result, made, known } = await place(context, makeDisturbance());
    context.check(made.length <= 1, `the bid was placed ${made.length} times: ${listSome(made.map(({ id }) => id))}`);
    for (const { path } of context.sent('rejectBid')) {
      const id = /\/bids\/([^/]+)\/reject/.exec(path)?.[1] ?? '';
      context.check(
        !known.has(id),
        `it withdrew ${id}, which is another bid; withdraw only a bid that you know to be the lost one`,
      );
    }
    checkRepeats(context, attempts(context));
    checkClaim(context, result, made, known);
  };
}

const ONCE_ADVICE =
  'Generate an Idempotency-Key before the first attempt, store it with the bid, and repeat exactly the same request with it. If you do not retry, check GET /bids before you place the bid again.';

const DISTURBED: readonly (readonly [name: string, title: string, stimulus: string, make: () => Disturbance])[] = [
  [
    'response-lost',
    'A bid whose response is lost exists once',
    'The bid is placed, and the connection is cut before the response.',
    () => loseResponse('placeBid'),
  ],
  [
    'connection-reset',
    'A bid whose connection is reset exists at most once',
    'The connection is reset before the bid is placed.',
    () => resetConnection('placeBid'),
  ],
  [
    'status-500',
    'A bid that got 500 exists at most once',
    'The server responds 500 and has not placed the bid.',
    () => respondInstead(refusal(500, 'internal', 'Something went wrong.'), ['placeBid']),
  ],
  [
    'status-502',
    'A bid that got 502 from a gateway exists once',
    'The bid is placed; a gateway responds 502 with an HTML page.',
    () => respondInstead(HTML_502, ['placeBid'], 1, true),
  ],
  [
    'status-503',
    'A bid that got 503 exists at most once',
    'The server responds 503 twice.',
    () => respondInstead(UNAVAILABLE, ['placeBid'], 2),
  ],
  [
    'slow-response',
    'A bid whose response is slow exists once',
    'The bid is placed, and the response comes after 2.5 s.',
    () => respondSlowly('placeBid', 2_500),
  ],
];

const row = stageDefaults();

export const PLACING_STAGES: readonly Stage[] = [
  row({
    id: 'placing.plain',
    title: 'An undisturbed bid is placed once, and its id is reported',
    cites: ['BID-1', 'BID-5', 'BID-7'],
    setup: SETUP,
    stimulus: 'None: the client places a bid.',
    advice: 'Compare the request in the log with POST /inventory/{id}/bids in the API document.',
    run: async (context) => {
      const { result, made, known } = await place(context);
      checkNoError(context, result);
      context.check(made.length === 1, made.length === 0 ? 'no bid was placed' : `the bid was placed ${made.length} times`);
      checkClaim(context, result, made, known);
    },
  }),
  row({
    id: 'placing.cheapest',
    title: 'A bid on the cheapest lot of a commodity goes to that lot',
    cites: ['INV-3', 'INV-9', 'PAGE-1'],
    setup: `Several lots of a commodity; the cheapest one is graded. One lot has no asking price, and one costs ${LARGE_PRICE}.`,
    stimulus: 'None: the client chooses the lot itself.',
    advice:
      'Filter by commodity and sort by price, or read all pages and compare prices as numbers, not as text. A lot without an asking price is not free.',
    needs: ['do'],
    run: async (context) => {
      const lot = await context.market.pickCheapestLot();
      const prices = new Map((await context.market.lots()).map(({ id, price }) => [id, price]));
      // The last ones in the order of prices, so that the order stays right.
      const [large, unpriced] = (await context.market.lots())
        .filter(({ commodity, grade, price }) => commodity === lot.commodity && grade !== null && (price ?? 0) > (lot.price ?? 0))
        .slice(-2);
      if (unpriced !== undefined) prices.set(unpriced.id, null);
      if (large !== undefined) prices.set(large.id, LARGE_PRICE);
      context.arm(changePrices(prices));
      checkNoError(context, await context.act('place_bid', { commodity: lot.commodity, quantity_mt: QUANTITY_MT }));
      const chosen = context.requireSent('place_bid', 'placeBid').map(lotOf);
      context.check(
        chosen.every((id) => prices.get(id) === lot.price),
        `the cheapest lot of ${lot.commodity} is ${lot.id} at ${lot.price ?? ''}, but it bid on ${listSome(chosen.map((id) => `${id} at ${prices.get(id) ?? 'no asking price'}`))}`,
      );
    },
  }),
  ...DISTURBED.map(([name, title, stimulus, make]) =>
    row({
      id: `placing.${name}`,
      title,
      cites: [...IDEMPOTENT, 'RFC 9110, 9.2.2'],
      setup: SETUP,
      stimulus,
      advice: ONCE_ADVICE,
      run: exactlyOnce(make),
    }),
  ),
  row({
    id: 'placing.one-lot',
    title: 'A lost response does not make the client bid on another lot',
    cites: ['IDEM-2', 'RFC 9110, 9.2.2'],
    setup: 'Several lots of a commodity; the cheapest one is graded.',
    stimulus: 'The client bids on the cheapest lot. The bid is placed, and the connection is cut before the response.',
    advice:
      'A request without a response may have been carried out: repeat it with the same Idempotency-Key before you do anything else.',
    needs: ['do'],
    run: async (context) => {
      const known = await context.market.bidIds();
      const { commodity } = await context.market.pickCheapestLot();
      const armed = context.arm(loseResponse('placeBid'));
      await context.act('place_bid', { commodity, quantity_mt: QUANTITY_MT });
      context.requireReached(armed, 'place_bid');
      const made = (await context.market.bids()).filter(({ id }) => !known.has(id));
      context.check(
        made.length <= 1,
        `it placed ${made.length} bids instead of one: ${listSome(made.map((bid) => `${bid.id} on ${bid.inventory_id}`))}`,
      );
    },
  }),
  row({
    id: 'placing.found-again',
    level: 'should',
    title: 'After a lost response, the client finds out that its bid exists',
    cites: ['IDEM-2', 'BID-14'],
    setup: SETUP,
    stimulus: 'The bid is placed, and the connection is cut before the response.',
    advice:
      'Repeat the request with the same Idempotency-Key: the response is the original bid. Or look for the bid in GET /bids.',
    needs: ['do'],
    run: async (context) => {
      const { result, made } = await place(context, loseResponse('placeBid'));
      const sync = result.error === undefined ? undefined : await context.act('sync');
      const bids = sync?.response?.['bids'];
      const known = JSON.stringify(bids ?? result.response);
      context.check(
        made.some(({ id }) => known.includes(id)),
        `the bid ${made[0]?.id ?? ''} exists, but the client never learns of it`,
      );
    },
  }),
  row({
    id: 'placing.key-per-bid',
    title: 'Two different bids never have the same Idempotency-Key',
    cites: ['IDEM-3', 'IDEM-4'],
    setup: SETUP,
    stimulus: 'Two bids with different quantities on the same lot.',
    advice: 'Generate a new random key, such as a UUID, for every bid that a user places.',
    run: async (context) => {
      const lot = await context.market.pickLot();
      const quantities = context.has_do_hook ? [11, 12] : [QUANTITY_MT];
      for (const quantity_mt of quantities)
        checkNoError(context, await context.act('place_bid', { inventory_id: lot.id, quantity_mt }));
      const bodies = new Map<string, Set<string>>();
      for (const one of context.requireSent('place_bid', 'placeBid')) {
        const key = keyOf(one);
        if (key !== undefined) bodies.set(key, (bodies.get(key) ?? new Set()).add(lotOf(one) + one.body));
      }
      const reused = [...bodies].find(([, set]) => set.size > 1);
      context.check(
        reused === undefined,
        `it used the Idempotency-Key ${reused?.[0] ?? ''} for ${reused?.[1].size ?? 0} different bids`,
      );
    },
  }),
  row({
    id: 'placing.has-key',
    level: 'should',
    title: 'A bid is sent with an Idempotency-Key',
    cites: ['IDEM-1'],
    setup: SETUP,
    stimulus: 'None: the client places a bid.',
    advice: 'Send the header Idempotency-Key with a new random value for every bid.',
    run: async (context) => {
      await place(context);
      context.check(
        context.sent('placeBid').every((one) => keyOf(one) !== undefined),
        'it sent a bid without an Idempotency-Key',
      );
    },
  }),
  row({
    id: 'placing.decimals',
    title: 'Quantities and prices are sent as exact JSON numbers',
    cites: ['BID-4', 'FMT-1'],
    setup: SETUP,
    stimulus: 'Bids on 12.345 t of several lots.',
    advice:
      'Keep decimals as decimals or strings until you write JSON. Do not round, do not format with a locale, and do not send text.',
    run: async (context) => {
      const quantity_mt = 12.345;
      const results: TaskResult[] = [];
      for (let bids = 0; bids < (context.has_do_hook ? LOTS_WITH_PRICES : 1); bids += 1)
        results.push((await place(context, undefined, quantity_mt)).result);
      for (const { body } of context.sent('placeBid')) {
        const { quantity_mt: sent, price } = readObject(body);
        // With the hook `do`, `place` has compared it.
        if (!context.has_do_hook)
          context.check(typeof sent === 'number', `it sent quantity_mt ${JSON.stringify(sent)}, which is not a number`);
        const amount: unknown = readPath(price, 'amount');
        if (price !== undefined)
          context.check(typeof amount === 'number', `it sent price.amount ${JSON.stringify(amount)}, which is not a number`);
        context.check(!/\d\.\d*(?:0{6}|9{6})\d/.test(body), 'it sent a number with a rounding error of binary arithmetic');
      }
      const refused = results.find(({ error }) => error !== undefined);
      if (refused !== undefined) checkNoError(context, refused);
    },
  }),
];
