import { expect, test } from 'vitest';
import type { ClientRequest } from '../stand/exchange.ts';
import type { Disturbance } from '../stand/proxy.ts';
import type { StageContext } from './context.ts';
import type { Lot } from './market.ts';
import { TOLERANCE } from './tolerance.ts';

const LOT: Lot = { id: 'inv_00', commodity: 'canola', grade: 'No. 1', quantity_mt: 100, price: 600, expires_at: null };

/** Runs a stage without a client. @returns its disturbance, and the lot that it asks the client to bid on */
async function runStage(id: string): Promise<{ disturbance: Disturbance | undefined; lot_id: unknown }> {
  let disturbance: Disturbance | undefined;
  let lot_id: unknown;
  const context = {
    disturb: (given: Disturbance) => (disturbance = given),
    act: (_task: string, params?: Readonly<Record<string, unknown>>) => {
      lot_id = params?.['inventory_id'];
      return Promise.resolve({ answer: { bid_id: 'bid_01' } });
    },
    check: () => undefined,
    findings: [],
    market: {
      lots: () => Promise.resolve([]),
      bids: () => Promise.resolve([]),
      pickLot: (fits: (lot: Lot) => boolean = () => true) =>
        Promise.resolve([LOT, { ...LOT, id: 'inv_01' }].find((lot) => fits(lot))),
    },
  };
  // The stage uses no other member.
  await TOLERANCE.find((stage) => stage.id === id)?.run(context as unknown as StageContext);
  return { disturbance, lot_id };
}

/** What the client gets in a stage instead of `body`. */
async function edit(id: string, body: object): Promise<unknown> {
  const { disturbance } = await runStage(id);
  const forward = () => Promise.resolve({ status: 200, headers: {}, body: JSON.stringify(body) });
  const request = {} as ClientRequest; // these disturbances do not read it
  const outcome = await disturbance?.handle(request, forward, Promise.resolve());
  return typeof outcome === 'object' && 'body' in outcome ? JSON.parse(outcome.body) : undefined;
}

test('BID-47: a bid with a null price has grades', async () => {
  const price = { amount: 305, currency: 'CAD', unit: 'MT' };
  const bid = { id: 'bid_00', reference: 'BID-1', type: 'single_grade', status: 'pending', price };
  expect(await edit('tolerance.nulls', { data: bid })).toMatchObject({
    data: { price: null, grades: [{ id: 'line_1', price, status: 'pending' }] },
  });
});

test.each([
  ['trade', { id: 'trd_00', status: 'Completed' }],
  ['bid', { id: 'bid_00', status: 'accepted' }],
])('PRIV-4: a settled %s keeps its counterparty', async (_, record) => {
  const settled = { ...record, counterparty: { name: 'Prairie Mills' } };
  expect(await edit('tolerance.nulls', { data: settled })).toMatchObject({ data: settled });
});

test('the client bids on a lot whose terms are those of the marketplace', async () => {
  expect(await edit('tolerance.nulls', { data: { id: 'inv_00', grade: 'No. 1' } })).toMatchObject({ data: { grade: null } });
  expect((await runStage('tolerance.nulls')).lot_id).toBe('inv_01');
});
