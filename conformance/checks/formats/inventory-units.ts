/** FMT-8 in the inventory: the rendered amounts, the bounds of filters, and later pages. */
import { check, type Check } from '../../check/check.ts';
import type { JsonNode, Query, Reply } from '#client';
import {
  awaitListed,
  chooseReader,
  ensureSuccess,
  expectThat,
  hasId,
  isSameJson,
  itemsOf,
  warnUnless,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { membersOf } from '../../privacy/views.ts';
import { readAlone } from './units.ts';

const NEEDS = ['buyer', 'writes', 'fixture:unit', 'fixture:amount_key'] as const;

/** The amount of a rendered quantity, under the configured key. @throws Unverifiable if there is no such key */
function amountOf(t: CheckContext, record: JsonNode, amount_key: string): number {
  return (
    record.get('quantity').find(amount_key)?.number() ??
    t.unverifiable(`quantity has no key "${amount_key}"`, 'fixtures.amount_key')
  );
}

/** All numbers in a quantity, including those in strings. */
function numbersIn({ value }: JsonNode): readonly string[] {
  return JSON.stringify(value).match(/\d+(?:\.\d+)?/g) ?? [];
}

/** The strings in a quantity, such as its unit. */
function textsIn({ value }: JsonNode): readonly unknown[] {
  return membersOf(value)
    .map((member) => member.value)
    .filter((text) => typeof text === 'string');
}

/** The fields of a quantity are not stated, so a `unit` that does not change with its amount only warns. */
function expectOtherLabel(tonnes: JsonNode, other: JsonNode, units: string): void {
  const [before, after] = [tonnes, other].map((record) => record.get('quantity').find('unit')?.value);
  const is_converted = !isSameJson(tonnes.get('quantity').value, other.get('quantity').value);
  warnUnless(before === undefined || before !== after || !is_converted, {
    message: `With units=${units}, the amount of a quantity changes, and its unit does not.`,
    reply: other.reply,
    pointer: `${other.pointer}/quantity/unit`,
    expected: units,
    observed: after,
  });
}

/** Units that are certainly not tonnes: a quantity in tonnes has another amount in each of them. */
const NEVER_TONNES: ReadonlySet<string> = new Set(['LB', 'KG', 'CWT', 'BU']);

export const INVENTORY_UNITS_CHECKS: readonly Check[] = [
  // The size of a tonne in the unit, from two lots of one commodity of which the second has twice the quantity.
  check('FMT-8/amounts-scale', 'The amount in MT is quantity_mt, and in any other unit it is proportional', NEEDS, async (t) => {
    const { unit: units = 'MT', amount_key = 'amount' } = t.run.settings.fixtures;
    const ratios: number[] = [];
    const pairs: [tonnes: JsonNode, other: JsonNode][] = [];
    for (const quantity_mt of [60.4, 120.8]) {
      const { id } = await t.arrange.lot({ quantity_mt });
      const tonnes = await readAlone(t.buyer.get(encodePath`/inventory/${id}`));
      const amount = amountOf(t, tonnes, amount_key);
      if (Math.abs(amount - quantity_mt) > 0.1)
        tonnes.get('quantity').breach('The amount in MT is not quantity_mt.', String(quantity_mt));
      const other = await readAlone(t.buyer.get(encodePath`/inventory/${id}`, { units }));
      ratios.push(amountOf(t, other, amount_key) / quantity_mt);
      pairs.push([tonnes, other]);
    }
    const [first = 0, second = 0] = ratios;
    t.observe(`a tonne is ${first} ${units}`);
    expectThat(first > 0 && Math.abs(second / first - 1) < 0.01, {
      message: `Twice the quantity is not twice the amount in ${units}.`,
      expected: `${first} ${units} per tonne`,
      observed: second,
    });
    for (const [tonnes, other] of pairs) expectOtherLabel(tonnes, other, units);
  }),
  check(
    'FMT-8/amount-not-only-label',
    'In another unit, a quantity has another amount',
    ['buyer', 'writes', 'fixture:unit'],
    async (t) => {
      const { unit: units = 'MT' } = t.run.settings.fixtures;
      if (!NEVER_TONNES.has(units.toUpperCase())) t.unverifiable(`it is not known how much a ${units} is`);
      const { id } = await t.arrange.lot({ quantity_mt: 60.4 });
      const [tonnes, other] = [
        await readAlone(t.buyer.get(encodePath`/inventory/${id}`)),
        await readAlone(t.buyer.get(encodePath`/inventory/${id}`, { units })),
      ];
      const [before, after] = [tonnes.get('quantity'), other.get('quantity')];
      // A target can ignore a unit that it does not know, and say so.
      if (textsIn(before).some((text) => textsIn(after).includes(text)))
        t.unverifiable(`a quantity with units=${units} has the same unit as in tonnes`, 'fixtures.unit');
      const is_same = isSameJson(numbersIn(before), numbersIn(after));
      after.expect(!is_same, `With units=${units}, a quantity has the amount in tonnes.`, `the amount in ${units}`);
    },
  ),
  // `min_quantity` and `max_quantity` are in the requested unit, which defaults to tonnes.
  check('FMT-8/bounds-in-units', 'min_quantity and max_quantity are in the requested unit', NEEDS, async (t) => {
    const { unit: units = 'MT', amount_key = 'amount' } = t.run.settings.fixtures;
    const lot = await t.arrange.lot({ quantity_mt: 138.62 });
    const amount = amountOf(t, await readAlone(t.buyer.get(encodePath`/inventory/${lot.id}`, { units })), amount_key);
    if (Math.abs(amount / lot.quantity_mt - 1) < 0.03)
      t.unverifiable(`with units=${units}, the amount of a quantity is nearly the same as in tonnes`, 'fixtures.unit');
    const commodity = String(lot.submitted['commodity']);
    const search = async (query: Query): Promise<{ found: boolean; reply: Reply }> => {
      const reply = await t.buyer.get('/inventory', { ...query, commodity, sort: '-listed_at', limit: 50 });
      ensureSuccess(reply);
      return { reply, found: itemsOf(reply).some((item) => hasId(item, lot.id)) };
    };
    const rows: readonly [query: Query, is_meant: boolean][] = [
      [{ units, min_quantity: amount * 0.99, max_quantity: amount * 1.01 }, true],
      [{ units, min_quantity: amount * 1.01 }, false],
      [{ units, max_quantity: amount * 0.99 }, false],
      [{ units: 'MT', min_quantity: lot.quantity_mt * 0.99, max_quantity: lot.quantity_mt * 1.01 }, true],
      [{ min_quantity: lot.quantity_mt * 0.99, max_quantity: lot.quantity_mt * 1.01 }, true],
    ];
    // Polls, because a new lot may be listed a moment later.
    await awaitListed(async () => ((await search({})).found ? true : undefined), t.signal);
    for (const [query, is_meant] of rows) {
      const { found, reply } = await search(query);
      expectThat(found === is_meant, {
        message: `A lot of ${lot.quantity_mt} t (${amount} ${units}) is ${found ? '' : 'not '}found with ${JSON.stringify(query)}.`,
        reply,
        pointer: '/items',
        expected: is_meant ? 'the lot among the items' : 'the lot not among the items',
        likely_cause: 'The bounds are not converted from the requested unit, or the quantity in GET /inventory/{id} is wrong.',
      });
    }
  }),
  check('FMT-8/later-pages', 'units also applies to the quantities on later pages', ['fixture:unit'], async (t) => {
    const units = t.run.settings.fixtures.unit ?? '';
    const reader = chooseReader(t);
    for (const offset of [0, 1, 2]) {
      const query = { limit: 1, offset, sort: 'quantity' };
      const [plain, other, again] = [
        await reader.get('/inventory', query),
        await reader.get('/inventory', { ...query, units }),
        await reader.get('/inventory', query),
      ];
      for (const reply of [plain, other, again]) ensureSuccess(reply);
      const [tonnes, rendered, later] = [plain, other, again].map((reply) => itemsOf(reply)[0]);
      if (tonnes === undefined || rendered === undefined || later === undefined) break;
      // Others can publish a listing in between.
      const ids = new Set([tonnes, rendered, later].map((item) => item.get('id').value));
      if (ids.size > 1 || tonnes.get('quantity_mt').value === 0) continue;
      expectThat(!isSameJson(tonnes.get('quantity').value, rendered.get('quantity').value), {
        message: `units=${units} does not change the quantity of a listing on page ${offset + 1}.`,
        reply: other,
        pointer: '/items/0/quantity',
        expected: `the quantity in ${units}`,
        observed: rendered.get('quantity').value,
      });
    }
  }),
  check('FMT-9/units', 'Reports the statuses for five known units and an unknown one', ['buyer'], async (t) => {
    for (const units of ['MT', 'BU', 'LB', 'CWT', 'ST', 'FURLONG']) {
      t.observe(`units=${units}: ${(await t.buyer.get('/inventory', { limit: 1, units })).status}`);
    }
  }),
];
