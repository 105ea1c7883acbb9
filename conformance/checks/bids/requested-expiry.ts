/** An `expires_at` that a bid or a counter requests. */
import { check, type Check } from '../../check/check.ts';
import { encodePath, expectRefusal, expectSuccess, type JsonNode } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { expiriesOf, readInstant } from './expiry.ts';
import { prepareMultiGradeBid } from './multi-grade.ts';
import { SIDES } from './needs.ts';
import { postBid } from './post-bid.ts';

/** An instant in whole seconds, because a target can drop the fraction (FMT-6). */
function wholeSecondMs(t: CheckContext, days_ahead: number): number {
  return Math.floor((t.run.clock.nowMs() + days_ahead * 86_400_000) / 1_000) * 1_000;
}

/** One instant, three days ahead, in four notations. */
function notations(t: CheckContext): readonly string[] {
  const at_ms = wholeSecondMs(t, 3);
  const at = (offset_hours: number): string => new Date(at_ms + offset_hours * 3_600_000).toISOString().slice(0, 19);
  return [`${at(0)}Z`, `${at(0)}.000Z`, `${at(5)}+05:00`, `${at(-6)}-06:00`];
}

function expectInstant(expiry: JsonNode, given: string): void {
  if (readInstant(expiry.text()) !== readInstant(given)) {
    expiry.breach(`The bid does not keep the requested expires_at, ${given}.`, 'the same instant, in any notation');
  }
}

export const REQUESTED_EXPIRY_CHECKS: readonly Check[] = [
  check('BID-45/kept', 'A requested expires_at is kept, in any notation', SIDES, async (t) => {
    for (const given of notations(t)) {
      const lot = await t.arrange.lot();
      const placed = await postBid(t, lot.id, { expires_at: given });
      expectSuccess(placed);
      for (const expiry of await expiriesOf(t, lot, placed)) expectInstant(expiry, given);
    }
  }),
  ...(
    [
      ['far', 30, 'thirty days'],
      ['soon', 1 / 12, 'two hours'],
    ] as const
  ).map(([name, days, ahead]) =>
    check(`BID-45/${name}`, `A requested expires_at ${ahead} ahead is kept`, SIDES, async (t) => {
      const lot = await t.arrange.lot();
      const given = new Date(wholeSecondMs(t, days)).toISOString();
      const placed = await postBid(t, lot.id, { expires_at: given });
      if (!placed.is_success) t.unverifiable(`the target rejects an expires_at ${ahead} ahead (status ${placed.status})`);
      for (const expiry of await expiriesOf(t, lot, placed)) expectInstant(expiry, given);
    }),
  ),
  check('BID-45/by-grades', 'A requested expires_at of a multi-grade bid is kept', SIDES, async (t) => {
    const { lot, body } = await prepareMultiGradeBid(t);
    const given = notations(t)[0] ?? '';
    const placed = await t.buyer.post(encodePath`/inventory/${lot.id}/bids`, { ...body, expires_at: given });
    expectSuccess(placed);
    for (const expiry of await expiriesOf(t, lot, placed)) expectInstant(expiry, given);
  }),
  check('BID-45/counter', 'A requested expires_at of a counter is kept', SIDES, async (t) => {
    const lot = await t.arrange.lot();
    const given = notations(t)[0] ?? '';
    const counter = await t.arrange.counter(lot, await t.arrange.bid(lot), { expires_at: given });
    const read = await t.buyer.get(encodePath`/bids/${counter.id}`);
    const expiries = [counter.reply.data, ...(read.status === 200 ? [read.data] : [])].flatMap((view) => {
      const expiry = view.find('expires_at');
      return expiry === undefined || expiry.isNull() ? [] : [expiry];
    });
    if (expiries.length === 0) t.unverifiable('no view of a counter shows expires_at');
    for (const expiry of expiries) expectInstant(expiry, given);
  }),
  check('BID-12/past', 'An expires_at in the past returns 422 and names the field', ['buyer', 'writes'], async (t) => {
    const lot = await t.arrange.lotToBidOn();
    expectRefusal(await postBid(t, lot, { expires_at: '2020-02-29T12:00:00Z' }), 422, { field: 'expires_at' });
  }),
];
