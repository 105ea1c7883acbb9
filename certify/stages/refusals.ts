/** Bids that are refused: the refusal is final, and the client says so. */
import type { ExchangeResponse } from '../testbed/exchange.ts';
import { refusal } from '../testbed/proxy.ts';
import type { StageContext, TaskResult } from './context.ts';
import { placeBid } from './bid-lifecycle.ts';
import { actBefore, respondInstead, resetConnection } from './disturb.ts';
import type { Lot } from './market.ts';
import { checkClaim, checkFinal, checkReported, lotOf } from './observe.ts';
import { QUANTITY_MT, SETUP, attempts, place } from './placing.ts';
import type { Stage } from './stage.ts';
import { stageDefaults } from './stage.ts';

/** A final refusal: reported, and not repeated. */
function refusedOnce(response: ExchangeResponse, extra?: (context: StageContext, result: TaskResult) => void): Stage['run'] {
  return async (context) => {
    const { result } = await place(context, respondInstead(response, ['placeBid'], Infinity));
    const all = attempts(context);
    checkFinal(context, all, response.status);
    if (all.length > 0) checkReported(context, result, response.status);
    extra?.(context, result);
  };
}

/** The lot disappears just before the bid arrives. */
function lotDisappears(remove: (context: StageContext, lot: Lot) => Promise<void>): Stage['run'] {
  return async (context) => {
    const lots = new Map((await context.market.lots()).map((lot) => [lot.id, lot]));
    const disturbance = actBefore('the lot is gone', 'placeBid', async (request) => {
      const lot = lots.get(lotOf(request));
      if (lot !== undefined) await remove(context, lot);
    });
    const { result } = await place(context, disturbance);
    const all = attempts(context);
    const status = all[0]?.response?.status ?? 0;
    checkFinal(context, all, status);
    if (all.length === context.sent('placeBid').length) checkReported(context, result, status);
    if (!context.has_do_hook) return;
    const { error } = await context.act('place_bid', {
      inventory_id: (await context.market.pickLot()).id,
      quantity_mt: QUANTITY_MT,
    });
    context.check(error === undefined, `after that, it cannot place another bid: ${error?.message ?? ''}`);
  };
}

const FIELD = 'delivery.from';
const INVALID = refusal(422, 'validation_failed', 'The request is invalid.', {
  errors: [{ field: FIELD, message: 'is too early' }],
});

const row = stageDefaults();

export const REFUSALS_STAGES: readonly Stage[] = [
  row({
    id: 'placing.conflict',
    title: 'A 409 on a key is final',
    cites: ['IDEM-3', 'RFC 9110, 15.5.10'],
    setup: SETUP,
    stimulus: 'The server responds 409: the key was used with a different body.',
    advice: 'A 409 means that this key belongs to another bid. Report it; do not repeat the request, with this key or another.',
    run: refusedOnce(refusal(409, 'idempotency_conflict', 'The Idempotency-Key was used with a different body.')),
  }),
  row({
    id: 'placing.invalid',
    title: 'A 422 is final',
    cites: ['ERR-2', 'RFC 9110, 15.5.21'],
    setup: SETUP,
    stimulus: 'The server responds 422 with an error for one field.',
    advice: 'Show the errors of the response to the user. The same request gets the same response.',
    run: refusedOnce(INVALID),
  }),
  row({
    id: 'placing.names-fields',
    level: 'should',
    title: 'The client reports which field a 422 is about',
    cites: ['ERR-1', 'ERR-5'],
    setup: SETUP,
    stimulus: 'The server responds 422 with an error for one field.',
    advice: 'Report the errors of the response: { field, message }.',
    needs: ['do'],
    run: refusedOnce(INVALID, (context, result) => {
      context.check(JSON.stringify(result.error ?? {}).includes(FIELD), `it does not report that the error is about ${FIELD}`);
    }),
  }),
  row({
    id: 'placing.forbidden',
    title: 'A 403 is final, and does not start a refresh',
    cites: ['ERR-2', 'AUTH-10'],
    setup: SETUP,
    stimulus: 'The server responds 403 insufficient_scope.',
    advice: 'A new token of the same grant has the same scopes. Report the error; ask for the scope at the next sign-in.',
    run: refusedOnce(refusal(403, 'insufficient_scope', 'This needs the scope bids.write.'), (context) => {
      const refreshes = context.sent('token').length;
      context.check(refreshes === 0, `it refreshed its token ${refreshes} times because of a 403`);
    }),
  }),
  row({
    id: 'placing.lot-gone',
    title: 'The client reports a lot that disappears between reading and bidding, and continues',
    cites: ['BID-33', 'ERR-3'],
    setup: SETUP,
    stimulus: 'The seller delists the lot just before the bid arrives.',
    advice: 'Treat 404 on a bid as "the lot is gone": report it and read the list again.',
    run: lotDisappears(async (context, lot) => context.market.setListed(lot.id, false)),
  }),
  row({
    id: 'placing.taken-by-rival',
    title: 'The client reports a lot that a rival buys between reading and bidding, and continues',
    cites: ['BID-30', 'BID-33'],
    setup: SETUP,
    stimulus: 'A rival buys the whole lot just before the bid arrives.',
    advice: 'Treat 404 and 422 on a bid as final for this lot.',
    run: lotDisappears(async (context, lot) => context.market.sellToRival(lot)),
  }),
  row({
    id: 'placing.after-rejection',
    title: 'After a bid was rejected, the same bid can be placed again',
    cites: ['IDEM-2', 'IDEM-3', 'BID-14'],
    setup: 'The seller has rejected a bid of the client.',
    stimulus: 'The client is asked for the same bid again. The connection is reset before this bid is placed.',
    advice:
      'Generate a new random Idempotency-Key for every bid that a user places; a key that is computed from the lot and the quantity returns the old bid. If you look for a bid in GET /bids after a lost response, leave out the bids that existed before.',
    needs: ['do'],
    run: async (context) => {
      const { id, inventory_id } = await placeBid(context);
      await context.market.reject(id, inventory_id);
      const known = await context.market.bidIds();
      const armed = context.arm(resetConnection('placeBid'));
      const result = await context.act('place_bid', { inventory_id, quantity_mt: QUANTITY_MT });
      context.requireReached(armed, 'place_bid');
      const made = (await context.market.bids()).filter((bid) => !known.has(bid.id));
      context.check(made.length <= 1, `the bid was placed ${made.length} times`);
      checkClaim(context, result, made, known);
    },
  }),
];
