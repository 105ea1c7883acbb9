/** PRIV-13: counterparties are masked in every query. A leak can depend on one parameter, or on the mode. */
import { check, type Check } from '../../check/check.ts';
import { dateFromToday, expectThat, isPaidInFull, type Actor, type Lot, type Query } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { unmaskedTooEarly } from '../../privacy/check-resource.ts';

const PAIRS = [
  { suffix: '', where: '', buyer: 'buyer', seller: undefined },
  { suffix: '-in-the-sandbox', where: ' in the sandbox', buyer: 'buyer_sandbox', seller: 'seller_sandbox' },
] as const;

/** Queries with each documented parameter of GET /bids and GET /trades. All but the second page find the bid or the trade of the check. */
function queriesOf(t: CheckContext, { submitted }: Lot): readonly (readonly [path: string, query: Query])[] {
  const today = t.run.clock.nowMs();
  const shared: readonly Query[] = [
    { limit: 50 },
    { limit: 1, offset: 1 },
    ...new Set(['MT', t.run.settings.fixtures.unit ?? 'MT']).values().map((units) => ({ units, limit: 50 })),
  ];
  const of_trades: readonly Query[] = [
    { status: 'Pending', limit: 50 },
    { commodity: String(submitted['commodity']), limit: 50 },
    { from: dateFromToday(-2, today), limit: 50 },
    { to: dateFromToday(2, today), limit: 50 },
  ];
  return [
    ...[...shared, { status: 'pending', limit: 50 }].map((query) => ['/bids', query] as const),
    ...[...shared, ...of_trades].map((query) => ['/trades', query] as const),
  ];
}

/** Asserts that no pending bid and no unpaid trade in any list of the buyer has a counterparty. */
async function expectMaskedInEveryQuery(t: CheckContext, buyer: Actor, lot: Lot): Promise<void> {
  for (const [path, query] of queriesOf(t, lot)) {
    const reply = await buyer.get(path, query);
    // Other clauses say whether a query must succeed.
    if (!reply.is_success) continue;
    const found = unmaskedTooEarly(reply.json, (trade_id) => isPaidInFull(t.run, trade_id));
    const unmasked = typeof found === 'object' ? found : undefined;
    expectThat(unmasked === undefined, {
      message: `${reply.name} names the counterparty of a ${unmasked?.status ?? ''} ${unmasked?.what ?? ''}.`,
      reply,
      pointer: `${unmasked?.pointer ?? ''}/counterparty`,
      expected: 'null',
      observed: unmasked?.value,
    });
  }
}

export const EVERY_QUERY_CHECKS: readonly Check[] = PAIRS.map(({ suffix, where, buyer, seller }) =>
  check(
    `PRIV-13/every-query${suffix}`,
    `No parameter of GET /bids or GET /trades shows the counterparty of a pending bid or an unpaid trade${where}`,
    [buyer, ...(seller === undefined ? [] : [seller]), 'writes'],
    async (t) => {
      const by = t.actor(buyer);
      const lot = await t.arrange.lot({}, seller === undefined ? undefined : t.actor(seller));
      await t.arrange.trade({ lot, by });
      const other = await t.arrange.lot({}, lot.seller);
      await t.arrange.bid(other, {}, by);
      await expectMaskedInEveryQuery(t, by, lot);
    },
  ),
);
