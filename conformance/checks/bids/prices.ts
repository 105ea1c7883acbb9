/** The price of a bid: `price` on a graded listing, `bids` on an ungraded one. */
import { check, type Check } from '../../check/check.ts';
import type { JsonNode, Lot, Reply, JsonObject } from '#client';
import {
  describeRefusal,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  awaitReceivedBid,
  getLongPage,
  hasValueOf,
  isObject,
  readBid,
  readItems,
  encodePath,
  readPath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { expectSameUnit } from '../../expectations/values.ts';
import { postBid } from './post-bid.ts';
import { SIDES } from './needs.ts';

/** Bids on a new lot for three grades of one commodity. @throws Unverifiable if fewer are known, or the target rejects the third */
export async function bidForThreeGrades(t: CheckContext): Promise<{ lot: Lot; placed: Reply }> {
  const { body } = await t.arrange.multiGradeBid();
  const bids: unknown = body['bids'];
  const first: unknown = Array.isArray(bids) ? bids[0] : undefined;
  const line = isObject(first) ? first : t.unverifiable('a multi-grade bid has no lines');
  const by_commodity = new Map<unknown, string[]>();
  for (const { name, commodity } of readItems(await getLongPage(t.buyer, '/grades')))
    if (typeof name === 'string') by_commodity.set(commodity, [...(by_commodity.get(commodity) ?? []), name]);
  const [commodity, names = []] = [...by_commodity].find(([slug, all]) => typeof slug === 'string' && all.length >= 3) ?? [];
  if (names.length < 3) t.unverifiable('fewer than three grades of one commodity are known');
  const lot = await t.arrange.lot({ commodity, grade: undefined });
  const three = names.slice(0, 3).map((grade) => ({ ...line, grade }));
  const placed = await t.buyer.post(encodePath`/inventory/${lot.id}/bids`, { ...body, bids: three });
  if (placed.status === 422) t.unverifiable('the target rejects a third grade');
  return { lot, placed };
}

/**
 * The amount of the price; undefined if the price is missing or in another unit than `sent`.
 * @throws Breach if it has the amount of `sent` in another unit or currency
 */
export function shownAmount(holder: JsonNode, sent: unknown): JsonNode | undefined {
  if (!holder.has('price')) return undefined;
  const price = holder.get('price');
  const unit = readPath(sent, 'unit');
  expectSameUnit(price, sent);
  if (!price.has('unit') || (unit !== undefined && price.get('unit').value !== unit)) return undefined;
  return price.find('amount');
}

/** Whether a line of a multi-grade bid shows a price that was sent. A plain number has no unit, so the line can name any. Undefined if they cannot be compared. */
export function showsPrice(line: JsonNode, sent: unknown): boolean | undefined {
  if (typeof sent === 'number') return hasValueOf(line.find('price')?.value, sent);
  const amount = shownAmount(line, sent)?.value;
  // FMT-1 checks that it is a number.
  return amount === undefined ? undefined : Number(amount) === readPath(sent, 'amount');
}

function expectAmount(holder: JsonNode, sent: JsonObject): void {
  shownAmount(holder, sent)?.is(sent['amount']);
}

/** Places a multi-grade bid. Tries prices as Money, then, after a 422, as plain numbers: the document leaves the form open. */
async function bidByGrades(
  t: CheckContext,
  lot_id: string,
  amounts: readonly number[],
): Promise<{ placed: Reply; prices: readonly unknown[] }> {
  // One grade needs no second one that the target accepts with it.
  const grades = amounts.length === 1 ? await t.arrange.grades() : await t.arrange.gradesToBid();
  if (grades.length === 0) t.unverifiable('no grade of the commodity of the listings is known');
  const prices = await Promise.all(amounts.map(async (amount) => t.arrange.price(amount)));
  const money = prices.map((price, i) => ({ grade: grades[i], price }));
  const first = await postBid(t, lot_id, { price: undefined, bids: money });
  if (first.status !== 422) return { placed: first, prices };
  const plain = amounts.map((price, i) => ({ grade: grades[i], price }));
  return { placed: await postBid(t, lot_id, { price: undefined, bids: plain }), prices: amounts };
}

export const PRICES_CHECKS: readonly Check[] = [
  check('BID-7/price-on-graded', 'A bid with a price on a graded listing is placed with that price', SIDES, async (t) => {
    // 311.28 * 100 is less than 31128 in binary floating point, so that a conversion to whole cents without rounding loses one.
    for (const amount of [287, 305.25, 311.28]) {
      const lot = await t.arrange.lot();
      const price = await t.arrange.price(amount);
      const placed = await postBid(t, lot.id, { price });
      expectSuccess(placed);
      expectAmount(placed.data, price);
      const id = placed.data.get('id').text();
      expectAmount(await readBid(t.buyer, id), price);
      const received = await awaitReceivedBid(t, lot, id);
      if (received !== undefined) expectAmount(received, price);
    }
  }),
  check('BID-7/bids-on-ungraded', 'A multi-grade bid on an ungraded listing has one line per grade', SIDES, async (t) => {
    const lot = await t.arrange.lot({ grade: undefined });
    const { placed, prices } = await bidByGrades(t, lot.id, [298.5, 307.25]);
    expectSuccess(placed);
    const read = await readBid(t.buyer, placed.data.get('id').text());
    const shown = [placed.data, read].filter((bid) => bid.has('grades'));
    for (const bid of shown) {
      const lines = bid.get('grades').array();
      expectThat(lines.length === 2, {
        message: 'A bid with two grades does not have two lines.',
        reply: bid.reply,
        pointer: `${bid.pointer}/grades`,
        expected: '2 entries',
        observed: bid.get('grades').value,
      });
      const matches = prices.map((sent) => lines.map((line) => showsPrice(line, sent)));
      if (matches.flat().includes(undefined)) t.observe('the lines show their prices in a different unit than the request');
      else if (!matches.every((one) => one.includes(true))) {
        bid.get('grades').breach('The lines do not have the offered prices.', 'the amounts 298.5 and 307.25');
      }
    }
    if (shown.length === 0) t.observe('neither the response nor the bid shows its lines');
  }),
  check('BID-7/one-grade', 'A multi-grade bid with one grade can be placed', SIDES, async (t) => {
    const lot = await t.arrange.lot({ grade: undefined });
    expectSuccess((await bidByGrades(t, lot.id, [301])).placed);
  }),
  check('BID-7/three-grades', 'A bid with three grades keeps its three lines', ['buyer', 'writes'], async (t) => {
    const { placed } = await bidForThreeGrades(t);
    expectStatus(placed, 201);
    const shown =
      (await readBid(t.buyer, placed.data.get('id').text())).find('grades') ??
      t.unverifiable('a multi-grade bid does not show its lines');
    const count = shown.array().length;
    if (count !== 3) shown.breach(`A bid with three grades shows ${count} lines.`, '3 entries');
  }),
  check(
    'BID-8/wrong-form',
    'A bid with the wrong one of price and bids, with both, or with neither returns 422',
    SIDES,
    async (t) => {
      const graded = await t.arrange.lot();
      const multi = await t.arrange.multiGradeBid();
      const price = await t.arrange.price();
      const bids = multi.body['bids'];
      const rows = [
        ['price on an ungraded listing', multi.lot_id, { price }],
        ['bids on a graded listing', graded.id, { price: undefined, bids }],
        ['both on a graded listing', graded.id, { price, bids }],
        ['neither on a graded listing', graded.id, { price: undefined }],
        ['neither on an ungraded listing', multi.lot_id, { price: undefined }],
      ] as const;
      const replies: Reply[] = [];
      for (const [what, lot_id, overrides] of rows) {
        const reply = await postBid(t, lot_id, overrides);
        t.observe(`${what}: ${describeRefusal(reply)}`);
        replies.push(reply);
      }
      for (const reply of replies) expectRefusal(reply, 422);
    },
  ),
  check('BID-60/unit', 'A bid keeps the unit of its price', ['buyer', 'writes'], async (t) => {
    const lot = await t.arrange.lotToBidOn();
    const price = await t.arrange.price();
    const placed = await postBid(t, lot, { price });
    expectSuccess(placed);
    placed.data.find('price')?.get('unit').is(price['unit']);
  }),
];
