/** FMT-8: `units` changes the rendered quantity, and never quantity_mt. */
import { check, type Check, type Need } from '../../check/check.ts';
import type { Actor, JsonNode, Query, Reply } from '#client';
import { awaitListed, chooseSeller, ensureSuccess, hasId, idOfRecord, isObject, isSameJson, itemsOf, encodePath } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** An endpoint with `units`, and how to find our record in its reply. */
interface Endpoint {
  subject: string;
  name: string;
  needs: readonly Need[];
  /** Creates a record. @returns how to read it */
  open: (t: CheckContext) => Promise<(query: Query) => Promise<JsonNode>>;
}

/** Polls a list for a record: this check is not about how soon it is listed. */
async function findInList(t: CheckContext, id: string, read: () => Promise<Reply>): Promise<JsonNode> {
  const look = async (): Promise<JsonNode | undefined> => {
    const reply = await read();
    ensureSuccess(reply);
    return itemsOf(reply).find((item) => hasId(item, id));
  };
  return (await awaitListed(look, t.signal)) ?? t.unverifiable('the new lot is not among the first 50 of GET /inventory');
}

/** The resource in a response. @throws Blocked if the request failed */
export async function readAlone(reply: Promise<Reply>): Promise<JsonNode> {
  const answered = await reply;
  ensureSuccess(answered);
  return answered.data;
}

/** A quantity that no other check uses, so that a filter finds the lot. */
const LOT_MT = 137.62;
const AROUND: Query = { min_quantity: LOT_MT - 0.05, max_quantity: LOT_MT + 0.05, limit: 50 };

const ENDPOINTS: readonly Endpoint[] = [
  {
    subject: 'inventory-alone',
    name: 'GET /inventory/{id}',
    needs: ['buyer', 'writes'],
    open: async (t) => {
      const { id } = await t.arrange.lot({ quantity_mt: LOT_MT });
      return async (query) => readAlone(t.buyer.get(encodePath`/inventory/${id}`, query));
    },
  },
  {
    subject: 'inventory',
    name: 'GET /inventory',
    needs: ['buyer', 'writes'],
    open: async (t) => {
      const { id } = await t.arrange.lot({ quantity_mt: LOT_MT });
      // The bounds of the filter are in the requested unit. With another unit, no filter is sent: the lot is among the newest, or is not found.
      return async (query) => {
        const is_tonnes = query['units'] === undefined || query['units'] === 'MT';
        const asked = is_tonnes ? { ...query, ...AROUND } : { ...query, sort: '-listed_at', limit: 50 };
        return findInList(t, id, async () => t.buyer.get('/inventory', asked));
      };
    },
  },
  {
    subject: 'bids-alone',
    name: 'GET /bids/{id}',
    needs: ['buyer', 'writes'],
    open: async (t) => {
      const { id } = await t.arrange.bid(await t.arrange.lot());
      return async (query) => readAlone(t.buyer.get(encodePath`/bids/${id}`, query));
    },
  },
  {
    subject: 'trades-alone',
    name: 'GET /trades/{id}',
    needs: ['buyer', 'writes'],
    open: async (t) => {
      const { id } = await t.arrange.trade();
      return async (query) => readAlone(t.buyer.get(encodePath`/trades/${id}`, query));
    },
  },
  {
    subject: 'own-listings-alone',
    name: 'GET /me/inventory/{id}',
    needs: ['writes'],
    open: async (t) => {
      const { id, seller } = await t.arrange.draft({ quantity_mt: LOT_MT });
      return async (query) => readAlone(seller.get(encodePath`/me/inventory/${id}`, query));
    },
  },
];

/** A list without a filter for a single record: all items in both replies are compared. */
interface List {
  subject: string;
  path: string;
  needs: readonly Need[];
  reader: (t: CheckContext) => Actor;
}

const LISTS: readonly List[] = [
  { subject: 'bids', path: '/bids', needs: ['buyer'], reader: (t) => t.buyer },
  { subject: 'trades', path: '/trades', needs: ['buyer'], reader: (t) => t.buyer },
  { subject: 'cash-bids', path: '/cash-bids', needs: ['elevator'], reader: (t) => t.elevator },
  { subject: 'own-listings', path: '/me/inventory', needs: [], reader: (t) => chooseSeller(t) },
];

/** Compares `quantity_mt` and, in MT, `quantity`. Outside the inventory, both may be absent. @returns whether there was something to compare */
function expectSameQuantities(plain: JsonNode, other: JsonNode, name: string, units: string): boolean {
  const tonnes = plain.find('quantity_mt');
  const also = other.find('quantity_mt');
  const has_tonnes = tonnes !== undefined && also !== undefined;
  if (has_tonnes)
    also.expect(tonnes.value === also.value, `quantity_mt of ${name} changes with units=${units}.`, JSON.stringify(tonnes.value));
  if (units !== 'MT') return has_tonnes;
  const quantity = plain.find('quantity');
  const same = other.find('quantity');
  if (quantity === undefined) return has_tonnes;
  (same ?? other).expect(
    isSameJson(quantity.value, same?.value),
    `quantity of ${name} with units=MT differs from quantity without units.`,
    JSON.stringify(quantity.value),
  );
  return true;
}

const DEFAULTS: readonly Check[] = [
  ...ENDPOINTS.map(({ subject, name, needs, open }) =>
    check(`FMT-8/default-${subject}`, `${name} without units is the same as with units=MT`, needs, async (t) => {
      const read = await open(t);
      if (!expectSameQuantities(await read({}), await read({ units: 'MT' }), name, 'MT')) t.unverifiable(nothingIn(name));
    }),
  ),
  ...LISTS.map((list) =>
    check(`FMT-8/default-${list.subject}`, `GET ${list.path} without units is the same as with units=MT`, list.needs, async (t) =>
      compareLists(t, list, 'MT'),
    ),
  ),
];

/** Compares the items in both replies, and skips items that changed in the meantime. */
async function compareLists(t: CheckContext, { path, reader }: List, units: string): Promise<void> {
  const name = `GET ${path}`;
  const read = async (query: Query): Promise<Reply> => reader(t).get(path, { ...query, limit: 50 });
  const replies = [await read({}), await read({ units }), await read({})] as const;
  for (const reply of replies) {
    if (reply.status === 403) t.unverifiable(`the token cannot read ${name}`);
    ensureSuccess(reply);
  }
  const [before, others, after] = replies.map((reply) => new Map(itemsOf(reply).map((item) => [idOf(item), item])));
  let [same, compared] = [0, 0];
  for (const [id, item] of before ?? []) {
    const other = others?.get(id);
    if (other === undefined || !isSameJson(item.value, after?.get(id)?.value)) continue;
    same += 1;
    if (expectSameQuantities(item, other, name, units)) compared += 1;
  }
  if (compared === 0)
    t.unverifiable(
      same === 0 ? `${name} has no item that stayed the same` : `the items of ${name} have neither quantity_mt nor quantity`,
    );
  t.observe(`compared in ${compared} items`);
}

function nothingIn(name: string): string {
  return `${name} has neither quantity_mt nor quantity`;
}

function idOf({ value }: JsonNode): string {
  return JSON.stringify(isObject(value) ? idOfRecord(value) : value);
}

const OTHER_UNIT: readonly Check[] = [
  ...ENDPOINTS.map(({ subject, name, needs, open }) =>
    check(
      `FMT-8/other-unit-${subject}`,
      `${name} renders quantity in the requested unit`,
      [...needs, 'fixture:unit'],
      async (t) => {
        const units = t.run.settings.fixtures.unit ?? 'MT';
        const read = await open(t);
        const plain = await read({});
        const other = await read({ units });
        const is_compared = expectSameQuantities(plain, other, name, units);
        const before = plain.find('quantity');
        const after = other.find('quantity');
        if (before === undefined || after === undefined) {
          if (!is_compared) t.unverifiable(nothingIn(name));
          t.observe(`${name} has no quantity`);
          return;
        }
        // If the response names the requested unit, the default is wrong.
        const is_default_wrong = JSON.stringify(after.value).includes(`"${units}"`);
        (is_default_wrong ? before : after).expect(
          !isSameJson(before.value, after.value),
          `quantity of ${name} is the same with units=${units} as without.`,
          `the quantity in ${is_default_wrong ? 'MT' : units}`,
        );
      },
    ),
  ),
  ...LISTS.map((list) =>
    check(
      `FMT-8/other-unit-${list.subject}`,
      `quantity_mt of GET ${list.path} is in tonnes with any units`,
      [...list.needs, 'fixture:unit'],
      async (t) => compareLists(t, list, t.run.settings.fixtures.unit ?? 'MT'),
    ),
  ),
];

export const UNITS_CHECKS: readonly Check[] = [...DEFAULTS, ...OTHER_UNIT];
