import { expect, test } from 'vitest';
import { NO_LEDGER, Run, type Settings, type JsonObject } from '#client';
import { sendJson, serve } from '#client/testing/server';
import { makeActors, makeSettings } from '#client/testing/settings';
import { check } from '../check/check.ts';
import { learnUnit } from './learn-unit.ts';
import { runCheck } from './run-check.ts';

type Fixtures = Settings['fixtures'];
type Lot = { quantity_mt: number; quantity?: unknown };

/** The fixtures after learning from a target with one lot. @param lotIn the lot with a value of `units`; undefined is a 400 */
async function learnFrom(lotIn: (units: string, is_list: boolean) => Lot | undefined, fixtures: Fixtures): Promise<Fixtures> {
  await using target = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const is_list = pathname.endsWith('/inventory');
    const shown = lotIn(searchParams.get('units') ?? 'MT', is_list);
    const lot = { id: 'inv_1', ...shown };
    if (shown === undefined) sendJson(response, 400, { error: { status: 400, code: 'invalid_filter', message: 'No.' } });
    else sendJson(response, 200, is_list ? { items: [lot], total: 1 } : { data: lot });
  });
  const run = new Run(makeSettings({ base_url: target.base_url, actors: makeActors('reader'), fixtures }), NO_LEDGER);
  await runCheck(run, check('FMT-8/x', 'Learns a unit.', [], learnUnit), new AbortController().signal);
  await run.close();
  return run.settings.fixtures;
}

interface Row {
  target: string;
  /** The quantity of a lot of 120 t by value of `units`. */
  shown: JsonObject;
  /** The quantity with any other value. Undefined if it is rejected. */
  otherwise?: unknown;
  learned: Fixtures;
  configured?: Fixtures;
}

const MT = { amount: 120, unit: 'MT' };
const LB = { amount: 264_554.7, unit: 'LB' };
const KG = { amount: 120_000, unit: 'KG' };

const ROWS: readonly Row[] = [
  { target: 'converts to pounds', shown: { MT, LB }, learned: { unit: 'LB', amount_key: 'amount' } },
  { target: 'names units in lowercase', shown: { MT: { n: 120 }, bu: { n: 4_409 } }, learned: { unit: 'bu', amount_key: 'n' } },
  { target: 'ignores all units', shown: {}, otherwise: MT, learned: {} },
  { target: 'ignores other units', shown: { KG }, otherwise: MT, learned: { unit: 'KG', amount_key: 'amount' } },
  { target: 'rejects all units', shown: { MT }, learned: {} },
  { target: 'changes the label alone', shown: { MT, LB: { ...MT, unit: 'LB' } }, learned: { unit: 'LB' } },
  { target: 'shows text', shown: { MT: '120 t', LB: '264,555 lb' }, learned: { unit: 'LB' } },
  { target: 'omits a quantity', shown: { MT, LB: undefined, KG }, learned: { unit: 'KG', amount_key: 'amount' } },
  {
    target: 'has a configured unit',
    shown: { MT, LB, KG },
    configured: { unit: 'KG' },
    learned: { unit: 'KG', amount_key: 'amount' },
  },
  {
    target: 'has both fixtures',
    shown: { MT, LB },
    configured: { unit: 'BU', amount_key: 'n' },
    learned: { unit: 'BU', amount_key: 'n' },
  },
];

test.each(ROWS)('FMT-8 the unit of a target that $target', async ({ shown, otherwise, learned, configured = {} }) => {
  const isTaken = (units: string): boolean => units in shown || otherwise !== undefined;
  const quantityIn = (units: string): unknown => (units in shown ? shown[units] : otherwise);
  const lotIn = (units: string): Lot | undefined =>
    isTaken(units) ? { quantity_mt: 120, quantity: quantityIn(units) } : undefined;
  expect(await learnFrom(lotIn, configured)).toEqual(learned);
});

test('FMT-8 the unit of a target whose GET /inventory/{id} ignores units is learned from GET /inventory', async () => {
  const lotIn = (units: string, is_list: boolean): Lot => ({ quantity_mt: 120, quantity: is_list && units === 'KG' ? KG : MT });
  expect(await learnFrom(lotIn, {})).toEqual({ unit: 'KG', amount_key: 'amount' });
});

test('FMT-8 a unit is learned from a target that also converts quantity_mt, so that the checks can find that', async () => {
  const lotIn = (units: string): Lot =>
    units === 'KG' ? { quantity_mt: 120_000, quantity: KG } : { quantity_mt: 120, quantity: MT };
  expect(await learnFrom(lotIn, {})).toEqual({ unit: 'KG', amount_key: 'amount' });
});

test('FMT-8 a quantity that changes by itself is not in another unit', async () => {
  let quantity_mt = 120;
  const lotIn = (): Lot => {
    quantity_mt -= 1;
    return { quantity_mt, quantity: { amount: quantity_mt, unit: 'MT' } };
  };
  expect(await learnFrom(lotIn, {})).toEqual({});
});
