import { expect, test } from 'vitest';
import type { Lot } from './market.ts';
import { checkTasks, setNulls } from './tolerance.ts';

const LOT: Lot = { id: 'inv_00', commodity: 'canola', grade: 'No. 1', quantity_mt: 100, price: 600, expires_at: null };

test('BID-47: a bid with a null price has grades', () => {
  const price = { amount: 305, currency: 'CAD', unit: 'MT' };
  const bid = { id: 'bid_00', reference: 'BID-1', type: 'single_grade', status: 'pending', price };
  expect(setNulls(bid)).toMatchObject({ price: null, grades: [{ id: 'line_1', price, status: 'pending' }] });
});

test.each([
  ['trade', { id: 'trd_00', status: 'Completed' }],
  ['bid', { id: 'bid_00', status: 'accepted' }],
])('PRIV-4: a settled %s keeps its counterparty', (_, record) => {
  const settled = { ...record, counterparty: { name: 'Prairie Mills' } };
  expect(setNulls(settled)).toMatchObject(settled);
});

test('the client bids on a lot whose terms are those of the marketplace', async () => {
  const lots = [LOT, { ...LOT, id: 'inv_01' }];
  let lot_id: unknown;
  await checkTasks({
    act: (_task, params) => {
      lot_id = params?.['inventory_id'];
      return Promise.resolve({ response: { bid_id: 'bid_01' }, error: undefined });
    },
    check: (condition) => condition,
    findings: [],
    market: {
      lots: () => Promise.resolve([]),
      bids: () => Promise.resolve([]),
      pickLot: (fits) => Promise.resolve(lots.find((lot) => fits?.(lot) ?? true) ?? LOT),
    },
  });
  expect(setNulls({ ...LOT })).toMatchObject({ grade: null });
  expect(lot_id).toBe('inv_01');
});
