/** FMT-8: units change how a quantity is rendered, and never how many tonnes there are. */
import type { Check, Need } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import type { JsonNode, Query, Reply } from '#client';
import { chooseSeller, ensureSuccess, expectThat, isObject, isSameJson, itemsOf, poll } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** An endpoint that takes `units`, and how to find a record of ours in its answer. */
interface Endpoint {
  word: string;
  name: string;
  needs: readonly Need[];
  /** Makes a record; answers how to read it. */
  open: (t: CheckContext) => Promise<(query: Query) => Promise<JsonNode>>;
}

/** Looks for a record in a list with patience: whether it is listed at once is not what is judged here. */
async function findInList(t: CheckContext, id: string, read: () => Promise<Reply>): Promise<JsonNode> {
  const look = async (): Promise<JsonNode | undefined> => {
    const reply = await read();
    ensureSuccess(reply);
    return itemsOf(reply).find(({ value }) => isObject(value) && value['id'] === id);
  };
  const found = await poll(look, { within_ms: 2_000, signal: t.signal });
  return found ?? t.unverifiable('the lot that was just made is not among the first 50 of GET /inventory');
}

async function readAlone(reply: Promise<Reply>): Promise<JsonNode> {
  const answered = await reply;
  ensureSuccess(answered);
  return answered.data;
}

/** A quantity that no other check submits, so that a filter finds the lot among whatever there is. */
const LOT_MT = 137.62;
const AROUND: Query = { min_quantity: LOT_MT - 0.05, max_quantity: LOT_MT + 0.05, limit: 50 };

const ENDPOINTS: readonly Endpoint[] = [
  {
    word: 'inventory-alone',
    name: 'GET /inventory/{id}',
    needs: ['buyer', 'writes'],
    open: async (t) => {
      const { id } = await t.arrange.lot({ quantity_mt: LOT_MT });
      return async (query) => readAlone(t.buyer.get(`/inventory/${id}`, query));
    },
  },
  {
    word: 'inventory',
    name: 'GET /inventory',
    needs: ['buyer', 'writes'],
    open: async (t) => {
      const { id } = await t.arrange.lot({ quantity_mt: LOT_MT });
      // The bounds are in the unit that is asked for, so another unit is asked for without them: newest first, or found on no page.
      return async (query) => {
        const is_tonnes = query['units'] === undefined || query['units'] === 'MT';
        const asked = is_tonnes ? { ...query, ...AROUND } : { ...query, sort: '-listed_at', limit: 50 };
        return findInList(t, id, async () => t.buyer.get('/inventory', asked));
      };
    },
  },
  {
    word: 'bids-alone',
    name: 'GET /bids/{id}',
    needs: ['buyer', 'writes'],
    open: async (t) => {
      const { id } = await t.arrange.bid(await t.arrange.lot());
      return async (query) => readAlone(t.buyer.get(`/bids/${id}`, query));
    },
  },
  {
    word: 'trades-alone',
    name: 'GET /trades/{id}',
    needs: ['buyer', 'writes'],
    open: async (t) => {
      const { id } = await t.arrange.trade();
      return async (query) => readAlone(t.buyer.get(`/trades/${id}`, query));
    },
  },
  {
    word: 'own-listings-alone',
    name: 'GET /me/inventory/{id}',
    needs: ['writes'],
    open: async (t) => {
      const { id, seller } = await t.arrange.draft({ quantity_mt: LOT_MT });
      return async (query) => readAlone(seller.get(`/me/inventory/${id}`, query));
    },
  },
];

/** Lists of which no filter leaves one record alone: whatever stands in both answers is compared. */
const LISTS: readonly {
  word: string;
  name: string;
  needs: readonly Need[];
  read: (t: CheckContext, query: Query) => Promise<Reply>;
}[] = [
  {
    word: 'bids',
    name: 'GET /bids',
    needs: ['buyer'],
    read: async (t, query) => t.buyer.get('/bids', { ...query, limit: 50 }),
  },
  {
    word: 'trades',
    name: 'GET /trades',
    needs: ['buyer'],
    read: async (t, query) => t.buyer.get('/trades', { ...query, limit: 50 }),
  },
  {
    word: 'cash-bids',
    name: 'GET /cash-bids',
    needs: ['elevator'],
    read: async (t, query) => t.elevator.get('/cash-bids', { ...query, limit: 50 }),
  },
  {
    word: 'own-listings',
    name: 'GET /me/inventory',
    needs: [],
    read: async (t, query) => chooseSeller(t).get('/me/inventory', { ...query, limit: 50 }),
  },
];

/** `quantity` where it is shown: outside the inventory it may be absent. */
function expectSameQuantities(plain: JsonNode, other: JsonNode, name: string, units: string): void {
  const tonnes = plain.find('quantity_mt');
  const also = other.find('quantity_mt');
  if (tonnes !== undefined && also !== undefined) {
    also.expect(tonnes.value === also.value, `quantity_mt of ${name} changes with units=${units}.`, JSON.stringify(tonnes.value));
  }
  if (units !== 'MT') return;
  const quantity = plain.find('quantity');
  const same = other.find('quantity');
  if (quantity === undefined) return;
  (same ?? other).expect(
    isSameJson(quantity.value, same?.value),
    `quantity of ${name} with units=MT is not what it is without units.`,
    JSON.stringify(quantity.value),
  );
}

const DEFAULTS: readonly Check[] = [
  ...ENDPOINTS.map(({ word, name, needs, open }) =>
    check(`FMT-8/default-${word}`, `${name} without units answers as with units=MT`, needs, async (t) => {
      const read = await open(t);
      expectSameQuantities(await read({}), await read({ units: 'MT' }), name, 'MT');
    }),
  ),
  ...LISTS.map(({ word, name, needs, read }) =>
    check(`FMT-8/default-${word}`, `${name} without units answers as with units=MT`, needs, async (t) => {
      await compareLists(t, name, async (query) => read(t, query), 'MT');
    }),
  ),
];

/** Compares what stands in both answers and is the same before and after: others may trade in it meanwhile. */
async function compareLists(t: CheckContext, name: string, read: (query: Query) => Promise<Reply>, units: string): Promise<void> {
  const replies = [await read({}), await read({ units }), await read({})] as const;
  for (const reply of replies) {
    if (reply.status === 403) t.unverifiable(`the token may not read ${name}`);
    ensureSuccess(reply);
  }
  const [before, others, after] = replies.map((reply) => new Map(itemsOf(reply).map((item) => [idOf(item), item])));
  let compared = 0;
  for (const [id, item] of before ?? []) {
    const other = others?.get(id);
    if (other === undefined || !isSameJson(item.value, after?.get(id)?.value)) continue;
    expectSameQuantities(item, other, name, units);
    compared += 1;
  }
  t.observe(`compared in ${compared} items`);
}

function idOf({ value }: JsonNode): string {
  return JSON.stringify(isObject(value) ? (value['id'] ?? value['trade_id']) : value);
}

/** The number of a rendered quantity, by the key that the operator names. @throws Unverifiable where it is not called so here */
function amountOf(t: CheckContext, record: JsonNode, amount_key: string): number {
  const quantity = record.get('quantity');
  const amount = quantity.find(amount_key);
  return amount?.number() ?? t.unverifiable(`quantity has no key "${amount_key}"`, 'fixtures.amount_key');
}

const OTHER_UNIT: readonly Check[] = [
  ...ENDPOINTS.map(({ word, name, needs, open }) =>
    check(
      `FMT-8/other-unit-${word}`,
      `${name} renders quantity in another unit, and quantity_mt stays tonnes`,
      [...needs, 'fixture:unit'],
      async (t) => {
        const units = t.run.settings.fixtures.unit ?? 'MT';
        const read = await open(t);
        const plain = await read({});
        const other = await read({ units });
        expectSameQuantities(plain, other, name, units);
        const before = plain.find('quantity');
        const after = other.find('quantity');
        if (before === undefined || after === undefined) {
          t.observe(`${name} shows no quantity`);
          return;
        }
        after.expect(
          !isSameJson(before.value, after.value),
          `quantity of ${name} is the same with units=${units} as without.`,
          `the quantity in ${units}`,
        );
      },
    ),
  ),
  ...LISTS.map(({ word, name, needs, read }) =>
    check(
      `FMT-8/other-unit-${word}`,
      `quantity_mt of ${name} stays tonnes in another unit`,
      [...needs, 'fixture:unit'],
      async (t) => {
        await compareLists(t, name, async (query) => read(t, query), t.run.settings.fixtures.unit ?? 'MT');
      },
    ),
  ),
];

/** How many of the unit a tonne is, as two lots of one commodity tell: the second is twice the first. */
const SCALE: Check = check(
  'FMT-8/amounts-scale',
  'The amount in tonnes is quantity_mt, and in another unit in proportion to it',
  ['buyer', 'writes', 'fixture:unit', 'fixture:amount_key'],
  async (t) => {
    const { unit: units = 'MT', amount_key = 'amount' } = t.run.settings.fixtures;
    const ratios: number[] = [];
    for (const quantity_mt of [60, 120]) {
      const { id } = await t.arrange.lot({ quantity_mt });
      const tonnes = await readAlone(t.buyer.get(`/inventory/${id}`));
      const amount = amountOf(t, tonnes, amount_key);
      if (Math.abs(amount - quantity_mt) > 0.01)
        tonnes.get('quantity').breach('The amount in tonnes is not quantity_mt.', String(quantity_mt));
      const other = await readAlone(t.buyer.get(`/inventory/${id}`, { units }));
      ratios.push(amountOf(t, other, amount_key) / quantity_mt);
    }
    const [first = 0, second = 0] = ratios;
    t.observe(`a tonne is ${first} ${units}`);
    expectThat(first > 0 && Math.abs(second / first - 1) < 0.01, {
      message: `Twice the quantity is not twice the amount in ${units}.`,
      expected: `${first} ${units} a tonne`,
      observed: second,
    });
  },
);

/** `min_quantity` and `max_quantity` are in the unit that is asked for, and in tonnes without one. */
const BOUNDS: Check = check(
  'FMT-8/bounds-in-units',
  'min_quantity and max_quantity are read in units',
  ['buyer', 'writes', 'fixture:unit', 'fixture:amount_key'],
  async (t) => {
    const { unit: units = 'MT', amount_key = 'amount' } = t.run.settings.fixtures;
    const lot = await t.arrange.lot({ quantity_mt: LOT_MT + 1 });
    const amount = amountOf(t, await readAlone(t.buyer.get(`/inventory/${lot.id}`, { units })), amount_key);
    if (Math.abs(amount / lot.quantity_mt - 1) < 0.03)
      t.unverifiable(`${units} is too much like a tonne to tell them apart`, 'fixtures.unit');
    const commodity = String(lot.submitted['commodity']);
    const isFound = async (query: Query): Promise<{ found: boolean; reply: Reply }> => {
      const reply = await t.buyer.get('/inventory', { ...query, commodity, sort: '-listed_at', limit: 50 });
      ensureSuccess(reply);
      return { reply, found: itemsOf(reply).some(({ value }) => isObject(value) && value['id'] === lot.id) };
    };
    const rows: readonly [query: Query, is_meant: boolean][] = [
      [{ units, min_quantity: amount * 0.99, max_quantity: amount * 1.01 }, true],
      [{ units, min_quantity: amount * 1.01 }, false],
      [{ units, max_quantity: amount * 0.99 }, false],
      [{ units: 'MT', min_quantity: lot.quantity_mt * 0.99, max_quantity: lot.quantity_mt * 1.01 }, true],
      [{ min_quantity: lot.quantity_mt * 0.99, max_quantity: lot.quantity_mt * 1.01 }, true],
    ];
    // With patience, since a new lot may be listed a moment later.
    await poll(async () => ((await isFound({})).found ? true : undefined), { within_ms: 2_000, signal: t.signal });
    for (const [query, is_meant] of rows) {
      const { found, reply } = await isFound(query);
      expectThat(found === is_meant, {
        message: `A lot of ${lot.quantity_mt} t (${amount} ${units}) is ${found ? '' : 'not '}found with ${JSON.stringify(query)}.`,
        reply,
        pointer: '/items',
        expected: is_meant ? 'the lot among the items' : 'the lot not among the items',
        likely_cause: 'the bounds are read in tonnes whatever units says',
      });
    }
  },
);

const KNOWN_UNITS: Check = check('FMT-9/units', 'units takes MT, BU, LB, CWT and ST, and nothing else', ['buyer'], async (t) => {
  for (const units of ['MT', 'BU', 'LB', 'CWT', 'ST', 'FURLONG']) {
    t.observe(`units=${units}: ${(await t.buyer.get('/inventory', { limit: 1, units })).status}`);
  }
});

export const UNITS: readonly Check[] = [...DEFAULTS, ...OTHER_UNIT, SCALE, BOUNDS, KNOWN_UNITS];
