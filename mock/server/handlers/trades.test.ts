/** Trades: whose they are, how they are filtered, and what both sides see. */
import { personas } from '#fixtures';
import type { Trade } from '#spec';
import { beforeAll, expect, test } from 'vitest';
import type { Row } from '../../market/records/tables.ts';
import { errorIn, fieldsIn, pageIn } from '../../testing/answers.ts';
import { useMock } from '../../testing/open-mock.ts';

const t = useMock({ lots: 300 });
let rows: Row<'trades'>[];
beforeAll(async () => {
  const { store } = t.mock.worlds.default;
  const model = await store.reader.selectFrom('trades').selectAll().where('status', '=', 'Pending').executeTakeFirstOrThrow();
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
    await store.write((tx) =>
      tx
        .insertInto('trades')
        .values({ ...model, ...parties, ...own, seller_user_id: personas.seller.user_id, commodity, created_at })
        .execute(),
    );
  }
  rows = await store.reader.selectFrom('trades').selectAll().execute();
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
