/** INV-15 to INV-19, INV-22, INV-23, INV-25: which listings are visible, to whom, and with which fields. */
import { randomInt } from 'node:crypto';
import { check, type Check } from '../../check/check.ts';
import type { JsonNode, ListingSet, Lot, Query } from '#client';
import {
  Blocked,
  awaitListed,
  chooseSeller,
  ensureSuccess,
  expectSuccess,
  expectThat,
  createListingSet,
  hasId,
  hasValueOf,
  isObject,
  chooseReader,
  readUntil,
  resourceIn,
  resourceOf,
  searchListingSet,
  containsId,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { postBid } from '../bids/post-bid.ts';
import { idsOf } from './expect-found.ts';
import { formatQuery } from './format-query.ts';
import { FILTERED, filtersOf } from './unlisted.ts';
import { SORTS } from './sorting.ts';

const GONE_WITHIN_MS = 3_000;

/** The two ways to take a lot off the market. */
const TAKEN_OFF = [
  ['delisted', 'unlisted', async ({ id, seller }: Lot) => seller.patch(encodePath`/me/inventory/${id}`, { listed: false })],
  ['archived', 'archived', async ({ id, seller }: Lot) => seller.delete(encodePath`/me/inventory/${id}`)],
] as const;

/** Asserts that the first lot of the listing set is no longer found, with this filter besides the bounds of its quantity. */
async function expectGone(t: CheckContext, listing_set: ListingSet, what: string, filter: Query = {}): Promise<void> {
  const { reply, found } = await readUntil(
    async () => searchListingSet(listing_set, filter),
    (search) => !search.found.includes(0),
    t.signal,
    GONE_WITHIN_MS,
  );
  const by = Object.keys(filter).join();
  expectThat(!found.includes(0), {
    message: `GET /inventory${by === '' ? '' : ` with ${by}`} lists a lot that is ${what}.`,
    reply,
    expected: `a list without ${listing_set.lots[0]?.id ?? ''}`,
    observed: idsOf(listing_set, found),
  });
  // INV-3 checks whether the filter works.
  if (by !== '' && !found.includes(1))
    throw new Blocked(`GET /inventory with ${by} does not find a lot that matches`, reply.exchange);
  expectThat(found.includes(1), { message: 'Another lot also disappeared from GET /inventory.', reply });
}

const SUBMITTED = {
  variety: 'AAC Brandon',
  crop_year: 2025,
  is_organic: true,
  quality: { protein: 13.7, moisture: 12.9, test_weight: 79.4, dockage: 0.6, falling_number: 342 },
};

/** A lot as buyers see it in the list and in GET /inventory/{id}. */
async function readBuyerViews(listing_set: ListingSet, place: number): Promise<readonly JsonNode[]> {
  const { reply } = await searchListingSet(listing_set);
  const id = listing_set.lots[place]?.id ?? '';
  const item = reply.items.find((one) => hasId(one, id));
  const one = await listing_set.reader.get(encodePath`/inventory/${id}`);
  ensureSuccess(one);
  return [...(item === undefined ? [] : [item]), one.data];
}

export const VISIBILITY_CHECKS: readonly Check[] = [
  check('INV-22/draft', 'GET /inventory does not list a draft', ['writes'], async (t) => {
    const listing_set = await createListingSet(t, [{}, {}]);
    const draft = await t.arrange.draft({ quantity_mt: listing_set.lots[0]?.quantity_mt });
    const { reply } = await searchListingSet(listing_set);
    ensureSuccess(reply);
    for (const item of reply.items) {
      item.expect(item.get('id').value !== draft.id, 'GET /inventory lists a draft.', 'only published listings');
    }
  }),
  ...TAKEN_OFF.map(([word, what, takeOff]) =>
    check(`INV-22/${word}`, `GET /inventory does not list an ${what} lot`, ['writes'], async (t) => {
      const listing_set = await createListingSet(t, [{}, {}]);
      const [lot] = listing_set.lots;
      if (lot === undefined) return;
      ensureSuccess(await takeOff(lot));
      await expectGone(t, listing_set, what);
      await expectGone(t, listing_set, what, { commodity: String(lot.submitted['commodity']) });
    }),
  ),
  check(
    'INV-15/off-offer',
    'Reports the statuses of GET /inventory/{id} for a draft and an archived lot',
    ['writes'],
    async (t) => {
      const draft = await t.arrange.draft();
      const lot = await t.arrange.lot();
      ensureSuccess(await lot.seller.delete(encodePath`/me/inventory/${lot.id}`));
      for (const [what, id] of [
        ['a draft', draft.id],
        ['an archived lot', lot.id],
      ] as const) {
        const { status } = await chooseReader(t).get(encodePath`/inventory/${id}`);
        t.observe(`GET /inventory/{id} of ${what} returns ${status}`);
      }
    },
  ),
  check('INV-17/asking-price', 'Reports whether buyers see the target price as asking_price', ['writes'], async (t) => {
    const lot = await t.arrange.lot({ target_price: { amount: 287.25, firm: true } });
    const price = (await chooseReader(t).get(encodePath`/inventory/${lot.id}`)).data.find('asking_price')?.value;
    const is_same = isObject(price) && hasValueOf(price, 287.25) === true && price['firm'] === true;
    t.observe(`a target price of 287.25, firm, is ${is_same ? 'the asking price' : `seen as ${JSON.stringify(price)}`}`);
  }),
  check('INV-18/same-id', 'A listing has the same id for its seller and for buyers', ['writes'], async (t) => {
    const quantity_mt = randomInt(10_000, 300_000) / 100;
    const lot = await t.arrange.lot({ quantity_mt });
    const window = { min_quantity: quantity_mt - 0.004, max_quantity: quantity_mt + 0.004 };
    const { items } = await chooseReader(t).get('/inventory', window);
    if (!items.some((item) => item.get('id').value === lot.id)) {
      // A listing with this exact quantity and another id is the same listing.
      const same = items.find((item) => item.get('quantity_mt').value === quantity_mt);
      same?.get('id').is(lot.id);
    }
    const one = await chooseReader(t).get(encodePath`/inventory/${lot.id}`);
    if (one.status === 200) one.data.get('id').is(lot.id);
    const own = await lot.seller.get(encodePath`/me/inventory/${lot.id}`);
    expectSuccess(own);
    resourceOf(own).get('id').is(lot.id);
  }),
  check(
    'INV-19/as-submitted',
    'Buyers see the submitted values in the list and in GET /inventory/{id}',
    ['writes'],
    async (t) => {
      const listing_set = await createListingSet(t, [SUBMITTED, { is_organic: false, variety: undefined }]);
      const { grades } = resourceIn((await listing_set.reader.get('/inventory/filters')).json);
      for (const view of await readBuyerViews(listing_set, 0)) checkSubmitted(t, view, listing_set.lots[0], grades);
      for (const view of await readBuyerViews(listing_set, 1)) {
        view.get('is_organic').is(false);
        const variety = view.find('variety');
        if (variety !== undefined) variety.null();
      }
    },
  ),
];

/** @param grades the grades that GET /inventory/filters lists */
function checkSubmitted(t: CheckContext, view: JsonNode, lot: Lot | undefined, grades: unknown): void {
  const submitted = lot?.submitted ?? {};
  for (const key of ['variety', 'crop_year', 'is_organic', 'quantity_mt'] as const) view.get(key).is(submitted[key]);
  view.get('commodity').get('slug').is(submitted['commodity']);
  for (const [key, value] of Object.entries(SUBMITTED.quality)) view.get('quality').get(key).is(value);
  const grade = view.get('grade').text();
  // The seller submits a grade name and buyers read a grade code. The document does not say that they are equal.
  const name = String(submitted['grade']);
  // If other listings show the submitted spelling, it is the code too.
  const is_code = Array.isArray(grades) && grades.includes(name);
  if (is_code && grade.toLowerCase() === name.toLowerCase()) view.get('grade').is(name);
  if (grade !== name) t.observe(`the grade ${name} is shown as ${grade}`);
}

const MODES = [
  { owner_mode: 'sandbox', other_mode: 'live', seller: 'seller_sandbox', buyer: 'buyer_sandbox', outsider: 'buyer' },
  { owner_mode: 'live', other_mode: 'sandbox', seller: 'seller', buyer: 'buyer', outsider: 'buyer_sandbox' },
] as const;

export const BETWEEN_MODES_CHECKS: readonly Check[] = [
  check(
    'INV-16/own-data',
    'Sandbox tokens see what a sandbox token creates',
    ['seller_sandbox', 'buyer_sandbox', 'writes'],
    async (t) => {
      const seller = t.actor('seller_sandbox');
      const buyer = t.actor('buyer_sandbox');
      const lot = await t.arrange.lot({}, seller);
      expectSuccess(await seller.get(encodePath`/me/inventory/${lot.id}`));
      expectSuccess(await buyer.get(encodePath`/inventory/${lot.id}`));
      const bid = await t.arrange.bid(lot, {}, buyer);
      expectSuccess(await buyer.get(encodePath`/bids/${bid.id}`));
      const received = await awaitListed(async () => {
        const reply = await seller.get(encodePath`/me/inventory/${lot.id}/bids`);
        expectSuccess(reply);
        return reply.items.find((item) => item.get('id').value === bid.id);
      });
      expectThat(received !== undefined, {
        message: 'GET /me/inventory/{id}/bids of a sandbox listing does not list a sandbox bid.',
        expected: bid.id,
      });
    },
  ),
  ...MODES.map(({ owner_mode, other_mode, ...names }) =>
    check(
      `INV-23/${owner_mode}-unseen-by-${other_mode}`,
      `A ${other_mode} token does not see what a ${owner_mode} token creates, and cannot bid on it`,
      ['live', names.seller, names.buyer, names.outsider, 'writes'],
      async (t) => {
        const seller = t.actor(names.seller);
        const buyer = t.actor(names.buyer);
        const other = t.actor(names.outsider);
        const listing_set = await createListingSet(t, [FILTERED], { seller, reader: buyer });
        const [lot] = listing_set.lots;
        if (lot === undefined) return;
        const filters = await filtersOf(listing_set);
        const queries: readonly Query[] = [{}, filters, ...SORTS.map((sort) => ({ sort }))];
        for (const query of queries) {
          // Without a listing that matches, the filters show nothing. An order matches every listing.
          if (!('sort' in query) && (await searchListingSet(listing_set, query)).found.length === 0) continue;
          const listed = await searchListingSet({ ...listing_set, reader: other }, query);
          const by = 'sort' in query ? formatQuery(query) : Object.keys(query).join(', ');
          expectThat(listed.found.length === 0, {
            message: `GET /inventory${by === '' ? '' : ` with ${by}`} shows a ${owner_mode} listing to a ${other_mode} token.`,
            reply: listed.reply,
          });
        }
        const trade = await t.arrange.trade({ lot, by: buyer });
        const pending = await t.arrange.bid(await t.arrange.lot({}, seller), {}, buyer);
        const asked = [
          await other.get(encodePath`/inventory/${lot.id}`),
          await other.get(encodePath`/inventory/${pending.lot_id}`),
          await other.get(encodePath`/bids/${trade.bid.id}`),
          await other.get(encodePath`/bids/${pending.id}`),
          await other.get(encodePath`/trades/${trade.id}`),
          await other.get('/bids', { limit: 50, status: 'pending' }),
          await other.get('/trades', { limit: 50 }),
        ];
        for (const reply of asked) {
          for (const id of [lot.id, pending.lot_id, trade.id, trade.bid.id, pending.id]) {
            expectThat(!(reply.is_success && containsId(reply.exchange, id)), {
              message: `${reply.name} returns a ${owner_mode} record to a ${other_mode} token.`,
              reply,
              expected: '404, or a list without the record',
              observed: id,
            });
          }
        }
        // A buyer of its own mode has bid on this listing.
        const placed = await postBid(t, pending.lot_id, {}, other);
        expectThat(!placed.is_success, {
          message: `A ${other_mode} token can bid on a ${owner_mode} listing.`,
          reply: placed,
          expected: '404',
        });
      },
    ),
  ),
  check(
    'INV-23/own-views',
    "A seller's token does not see its listings of the other mode",
    ['live', 'seller', 'seller_sandbox', 'writes'],
    async (t) => {
      for (const [own, other] of [
        ['seller', 'seller_sandbox'],
        ['seller_sandbox', 'seller'],
      ] as const) {
        const draft = await t.arrange.draft({}, t.actor(own));
        const read = await t.actor(other).get(encodePath`/me/inventory/${draft.id}`);
        expectThat(!read.is_success, {
          message: `A token of the other mode can read a listing of the ${own}.`,
          reply: read,
          expected: '404',
        });
        const list = await t.actor(other).get('/me/inventory', { status: 'unlisted', limit: 50 });
        expectThat(!containsId(list.exchange, draft.id), {
          message: `GET /me/inventory returns a listing of the other mode to the ${other}.`,
          reply: list,
        });
      }
    },
  ),
  check(
    'INV-25/other-mode',
    'Reports the status for an id of the other mode, and whether subscriptions are listed by mode',
    ['live', 'buyer', 'buyer_sandbox', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot({}, chooseSeller(t));
      const { status } = await t.actor('buyer_sandbox').get(encodePath`/inventory/${lot.id}`);
      t.observe(`an id of the other mode returns ${status}`);
      const made = await t.buyer.post('/webhooks', { url: await t.hookUrl(), events: ['bid.accepted'] });
      const list = await t.actor('buyer_sandbox').get('/webhooks');
      if (!made.is_success || !list.is_success) {
        t.observe('whether subscriptions are listed by mode is unknown');
        return;
      }
      const id = made.data.get('id').text();
      const lists = containsId(list.exchange, id) ? 'lists' : 'does not list';
      t.observe(`GET /webhooks with a sandbox token ${lists} a live subscription`);
      await t.buyer.delete(encodePath`/webhooks/${id}`);
    },
  ),
];
