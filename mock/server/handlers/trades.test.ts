/** Trades: whose they are, how they are filtered, and what both sides see. */
import { personas } from '#fixtures';
import type { Trade } from '#spec';
import { beforeAll, expect, test } from 'vitest';
import type { Row } from '../../market/records/tables.ts';
import { TEST_NOW, makeBid, makeFarm, makeLot, useMock } from '../../testing/open-mock.ts';
import { errorIn, fieldsIn, pageIn, tradeIn } from '../../testing/read-answer.ts';

const t = useMock({ lots: 300 });
let rows: Row<'trades'>[];
let farm_id: string;
beforeAll(async () => {
  farm_id = await makeFarm(t, 'seller');
  const { db } = t.mock.worlds.default.store;
  const model = await db.selectFrom('trades').selectAll().where('status', '=', 'Pending').executeTakeFirstOrThrow();
  // Trades on the first and on the last instant of a day, two at a time, on both sides of the personas; of two the later id comes first.
  const instants = [
    '2026-03-01T00:00:00.000Z',
    '2026-03-01T23:59:59.999Z',
    '2026-03-02T00:00:00.000Z',
    '2026-03-02T12:00:00.000Z',
  ];
  for (const [index, created_at] of [...instants, ...instants].entries()) {
    const commodity = index % 3 === 0 ? 'rye' : 'canola';
    const parties = index % 2 === 0 ? { buyer_team_id: personas.buyer.team_id } : { buyer_team_id: personas.rival.team_id };
    const own = {
      id: `trd_${9 - index}`,
      reference: `TRD-${index}`,
      bid_id: null,
      offer_id: `cbo_made_${index}`,
      lot_id: null,
      livemode: 1 as const,
    };
    await db
      .insertInto('trades')
      .values({ ...model, ...parties, ...own, seller_user_id: personas.seller.user_id, commodity, created_at })
      .execute();
  }
  rows = await db.selectFrom('trades').selectAll().execute();
});

async function read(who: string, query: Readonly<Record<string, string>> = {}): Promise<Trade[]> {
  const trades: Trade[] = [];
  for (;;) {
    const search = new URLSearchParams({ ...query, limit: '50', offset: String(trades.length) });
    const page = pageIn<Trade>(await t.call(who, 'GET', `/trades?${search.toString()}`));
    trades.push(...page.items);
    if (page.next !== null) continue;
    expect(page.total).toBe(trades.length);
    return trades;
  }
}

/** Whether a row is one of a persona's: what its team bought, or its user sold. */
function isOf({ team_id, user_id }: { team_id: string | null; user_id: string }, row: Row<'trades'>): boolean {
  return (team_id !== null && row.buyer_team_id === team_id) || row.seller_user_id === user_id;
}

const FILTERS: readonly (readonly [query: Readonly<Record<string, string>>, expected: (row: Row<'trades'>) => boolean])[] = [
  [{ status: 'Pending' }, ({ status }) => status === 'Pending'],
  [{ status: 'Completed' }, ({ status }) => status === 'Completed'],
  [{ commodity: 'rye' }, ({ commodity }) => commodity === 'rye'],
  [{ commodity: 'RYE,Canola' }, ({ commodity }) => ['rye', 'canola'].includes(commodity)],
  [{ commodity: 'gold' }, () => false],
  [{ from: '2026-03-01' }, ({ created_at }) => created_at >= '2026-03-01T00:00:00.000Z'],
  [{ from: '2026-03-02' }, ({ created_at }) => created_at >= '2026-03-02T00:00:00.000Z'],
  [{ to: '2026-03-01' }, ({ created_at }) => created_at <= '2026-03-01T23:59:59.999Z'],
  [{ to: '2026-02-28' }, ({ created_at }) => created_at < '2026-03-01T00:00:00.000Z'],
  [{ from: '2026-03-01', to: '2026-03-01' }, ({ created_at }) => created_at.startsWith('2026-03-01')],
  [
    { from: '2026-03-02', to: '2026-03-02', commodity: 'canola' },
    (row) => row.created_at.startsWith('2026-03-02') && row.commodity === 'canola',
  ],
  [{ from: '0001-01-01', to: '9999-12-31' }, () => true],
];

test.for(FILTERS)('TRD-1 TRD-8 %j', async ([query, expected]) => {
  const own = rows.filter((row) => row.livemode === 1 && isOf(personas.seller, row));
  const trades = await read('seller', query);
  expect(trades.map(({ id }) => id).toSorted()).toEqual(
    own
      .filter(expected)
      .map(({ id }) => id)
      .toSorted(),
  );
});

test('TRD-8 a range the wrong way round, and a status of another case, are refused', async () => {
  const wrong = await t.call('seller', 'GET', '/trades?from=2026-03-02&to=2026-03-01');
  expect(errorIn(wrong)).toEqual({
    status: 400,
    code: 'invalid_filter',
    message: 'to must not be before from.',
    errors: [{ field: 'to', message: 'must not be before from' }],
  });
  expect(fieldsIn(await t.call('seller', 'GET', '/trades?status=pending'))).toEqual(['status']);
});

test('TRD-4 TRD-5 TRD-7 TRD-10 TRD-12 TRD-14 FMT-1 FMT-2 FMT-5 FMT-10 an accepted bid is a Pending trade, the same for both but for the side', async () => {
  const lot_id = await makeLot(t, 'seller', { farm_id });
  const bid_id = await makeBid(t, 'buyer', lot_id, { price: { amount: 14.5, unit: 'BU' } });
  const made = tradeIn(await t.call('seller', 'POST', `/bids/${bid_id}/accept`));
  expect(made).toEqual({
    id: made.id,
    reference: made.reference,
    status: 'Pending',
    side: 'seller',
    bid_id,
    offer_id: null,
    inventory_id: lot_id,
    commodity: { slug: 'canola', name: 'Canola' },
    quantity_mt: 40,
    quantity: { amount: 40, unit: 'MT' },
    price: { amount: 14.5, currency: 'CAD', unit: 'BU' },
    delivery: { from: '2026-07-01', to: '2026-07-31' },
    invoices: [
      { kind: 'buyer', status: 'unpaid' },
      { kind: 'seller', status: 'unpaid' },
    ],
    counterparty: null,
    created_at: TEST_NOW,
    settled_at: null,
  });
  expect(made.reference).toMatch(/^TRD-\w+$/);
  expect(tradeIn(await t.call('seller', 'GET', `/trades/${made.id}`))).toEqual(made);
  expect(tradeIn(await t.call('buyer', 'GET', `/trades/${made.id}`))).toEqual({ ...made, side: 'buyer' });
  expect((await read('buyer')).filter((trade) => trade.bid_id === bid_id)).toHaveLength(1);
});
