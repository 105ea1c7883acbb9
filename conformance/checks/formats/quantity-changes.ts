/** FMT-8: `quantity` and `quantity_mt` still agree after a change. The document does not state the keys of `quantity`, so the checks find them on a new lot. */
import { check, type Check } from '../../check/check.ts';
import type { JsonNode, Lot, Query, Reply } from '#client';
import { encodePath, ensureSuccess, expectThat, hasId, isObject, itemsOf, readUntil, warnUnless } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { quantityBody } from '../listings/quantity.ts';

const BEFORE_MT = 160.75;
const AFTER_MT = 73.25;
const SOLD_MT = 61.5;

/** A rendered amount can be rounded, to whole tonnes at most. */
const ROUNDED_MT = 0.6;

const NEWEST: Query = { sort: '-listed_at', limit: 50 };

/** A view of a listing. */
interface View {
  name: string;
  /** The document shows `quantity` for the anonymized inventory only. On the seller's own listings, it may mean something else (BID-56). */
  is_public: boolean;
  /** Reads the listing. Undefined if the view does not show it. */
  read: () => Promise<JsonNode | undefined>;
}

async function findInList(list: Promise<Reply>, id: string): Promise<JsonNode | undefined> {
  const reply = await list;
  return reply.is_success ? itemsOf(reply).find((item) => hasId(item, id)) : undefined;
}

async function readOne(one: Promise<Reply>): Promise<JsonNode | undefined> {
  const reply = await one;
  return reply.is_success ? reply.data : undefined;
}

/** A view may not show the lot: an acceptance can take it off the market (BID-30), and a list can have many newer listings. */
function viewsOf(t: CheckContext, { id, seller }: Lot): readonly View[] {
  return [
    { name: 'GET /inventory/{id}', is_public: true, read: async () => readOne(t.buyer.get(encodePath`/inventory/${id}`)) },
    { name: 'GET /inventory', is_public: true, read: async () => findInList(t.buyer.get('/inventory', NEWEST), id) },
    {
      name: 'GET /me/inventory/{id}',
      is_public: false,
      read: async () => readOne(seller.get(encodePath`/me/inventory/${id}`)),
    },
    {
      name: 'GET /me/inventory',
      is_public: false,
      read: async () => findInList(seller.get('/me/inventory', { status: 'listed', limit: 50 }), id),
    },
  ];
}

function isNearly(value: unknown, quantity_mt: unknown): boolean {
  return typeof value === 'number' && typeof quantity_mt === 'number' && Math.abs(value - quantity_mt) <= ROUNDED_MT;
}

/** The keys of `quantity` with the amount in tonnes; none if the view shows no `quantity` (BID-56) or another unit. */
function amountKeys(listing: JsonNode | undefined): readonly string[] {
  const quantity = listing?.find('quantity')?.value;
  const quantity_mt = listing?.find('quantity_mt')?.value;
  return isObject(quantity) ? Object.keys(quantity).filter((key) => isNearly(quantity[key], quantity_mt)) : [];
}

/** Changes the quantity of a new lot and asserts that each view shows it alike in both fields. */
async function expectAlikeAfter(t: CheckContext, after: string, change: (lot: Lot) => Promise<void>): Promise<void> {
  const lot = await t.arrange.lot({ quantity_mt: BEFORE_MT });
  const known: (View & { keys: readonly string[] })[] = [];
  for (const view of viewsOf(t, lot)) known.push({ ...view, keys: amountKeys(await view.read()) });
  await change(lot);
  for (const { name, is_public, read, keys } of known) {
    // Another key may have the quantity as submitted, so one that changes with quantity_mt is enough.
    const isAlike = (last: JsonNode | undefined): boolean => amountKeys(last).some((key) => keys.includes(key));
    const isChanged = (last: JsonNode | undefined): boolean => last?.find('quantity_mt')?.value !== BEFORE_MT;
    // A view can show the change a moment later.
    const shown = await readUntil(read, (last) => isChanged(last) && isAlike(last), t.signal);
    if (keys.length === 0 || shown?.has('quantity') !== true || !shown.has('quantity_mt')) continue;
    const expectAlike: (holds: boolean, finding: Parameters<typeof warnUnless>[1]) => void = is_public ? expectThat : warnUnless;
    expectAlike(isAlike(shown), {
      message: `quantity and quantity_mt of ${name} differ after ${after}.`,
      reply: shown.reply,
      pointer: shown.get('quantity').pointer,
      expected: `${String(shown.get('quantity_mt').value)} in ${keys.map((key) => `quantity.${key}`).join(' or ')}`,
      observed: shown.get('quantity').value,
      likely_cause: 'One of the two is stored when the listing is created. Render quantity from quantity_mt.',
    });
  }
}

export const QUANTITY_CHANGES_CHECKS: readonly Check[] = [
  check(
    'FMT-8/after-change',
    'quantity and quantity_mt agree after PATCH /me/inventory/{id} changed the quantity',
    ['buyer', 'seller', 'writes', 'fixture:quantity_field'],
    async (t) =>
      expectAlikeAfter(t, 'the quantity was changed', async ({ id, seller }) => {
        ensureSuccess(await seller.patch(encodePath`/me/inventory/${id}`, quantityBody(t, AFTER_MT)));
      }),
  ),
  check(
    'FMT-8/after-sale',
    'quantity and quantity_mt agree after part of a lot was sold',
    ['buyer', 'seller', 'writes'],
    async (t) =>
      expectAlikeAfter(t, 'part of the lot was sold', async (lot) => {
        await t.arrange.trade({ lot, bid: await t.arrange.bid(lot, { quantity_mt: SOLD_MT }) });
      }),
  ),
];
