import { check, type Check } from '../../check/check.ts';
import {
  type Lot,
  Blocked,
  ensureSuccess,
  expectRefusal,
  expectSuccess,
  expectThat,
  awaitInBidsReceived,
  readBid,
  readListing,
  readUntil,
  encodePath,
  listAllPages,
} from '#client';
import { counterTwice } from '../bids/chains.ts';
import { placeMultiGradeBid } from '../bids/multi-grade.ts';
import {
  arrangeManyBids,
  awaitGone,
  awaitInInbox,
  checkInboxFields,
  expectInInbox,
  findInInbox,
  bidIdsIn,
  priceIn,
} from './read-inbox.ts';

const NEEDS = ['seller', 'buyer', 'writes'] as const;

/** GET /me/bids-received: the pending bids on all listings of the caller. */
export const INBOX_CHECKS: readonly Check[] = [
  check(
    'LST-12/both-scopes',
    'GET /me/bids-received requires listings.read and bids.read',
    ['seller', 'hook:mint_token'],
    async (t) => {
      expectSuccess(await (await t.mint('seller', ['listings.read', 'bids.read'])).get('/me/bids-received'));
      for (const scope of ['listings.read', 'bids.read']) {
        expectRefusal(await (await t.mint('seller', [scope])).get('/me/bids-received'), 403, { code: 'insufficient_scope' });
      }
    },
  ),
  check(
    'LST-12/entry',
    'An entry of GET /me/bids-received is a listing with id, reference, commodity, grade, quantity_mt, and bids',
    NEEDS,
    async (t) => {
      const lot = await t.arrange.lot({}, t.seller);
      const bid = await t.arrange.bid(lot);
      const entry = await expectInInbox(t.seller, lot.id, [bid.id]);
      for (const one of entry.get('bids').array()) checkInboxFields(one);
      const listing = entry.get('listing');
      listing.get('reference').text();
      listing.get('commodity').get('slug').text();
      listing.get('commodity').get('name').text();
      listing.get('grade').orNull((grade) => grade.string());
      const own = await readListing(t.seller, lot.id);
      const quantity_mt = listing.get('quantity_mt').number();
      own.find('quantity_mt')?.is(quantity_mt);
      for (const key of ['reference', 'grade']) {
        const known = own.find(key)?.value;
        if (typeof known === 'string') listing.get(key).is(known);
      }
      const ids = bidIdsIn(entry);
      expectThat(ids.includes(bid.id), {
        message: 'GET /me/bids-received does not list a pending bid.',
        expected: bid.id,
        observed: ids,
      });
    },
  ),
  check(
    'LST-12/entry-by-grades',
    'GET /me/bids-received lists a multi-grade bid under a listing whose grade is null',
    NEEDS,
    async (t) => {
      const { id, lot } = await placeMultiGradeBid(t);
      const entry = await expectInInbox(lot.seller, lot.id, [id]);
      entry.get('listing').get('grade').null();
      const ids = bidIdsIn(entry);
      expectThat(ids.includes(id), {
        message: 'GET /me/bids-received does not list a pending multi-grade bid.',
        expected: id,
        observed: ids,
      });
    },
  ),
  check('LST-12/second-counter', "GET /me/bids-received lists a buyer's pending counter", NEEDS, async (t) => {
    const { lot, second } = await counterTwice(t);
    const ids = bidIdsIn(await expectInInbox(lot.seller, lot.id, [second]));
    expectThat(ids.includes(second), {
      message: "GET /me/bids-received does not list a buyer's counter.",
      expected: second,
      observed: ids,
    });
  }),
  check(
    'LST-12/only-open',
    'GET /me/bids-received lists pending and countered bids, and no accepted or rejected ones',
    NEEDS,
    async (t) => {
      const lot = await t.arrange.lot({}, t.seller);
      const rejected = await t.arrange.bid(lot);
      ensureSuccess(await t.seller.post(encodePath`/bids/${rejected.id}/reject`));
      const open = await t.arrange.bid(lot);
      // Accepts on another lot, because an acceptance can delist its lot, which rejects the other bids (BID-30).
      const sold = await t.arrange.lot({}, t.seller);
      const accepted = await t.arrange.bid(sold);
      ensureSuccess(await t.seller.post(encodePath`/bids/${accepted.id}/accept`));
      await expectInInbox(t.seller, lot.id, [open.id]);
      const bids = await awaitGone(t, [lot.id, sold.id], [rejected.id, accepted.id]);
      for (const bid of bids) bid.get('status').oneOf(['pending', 'countered']);
      const ids = bids.map((bid) => bid.get('id').value);
      expectThat(ids.includes(open.id), {
        message: 'GET /me/bids-received does not list a pending bid.',
        expected: open.id,
        observed: ids,
      });
      for (const gone of [rejected, accepted]) {
        expectThat(!ids.includes(gone.id), {
          message: 'GET /me/bids-received lists an accepted or rejected bid.',
          observed: gone.id,
        });
      }
    },
  ),
  check(
    'LST-12/only-open-by-grades',
    'GET /me/bids-received does not list a multi-grade bid that was accepted',
    NEEDS,
    async (t) => {
      const bid = await placeMultiGradeBid(t);
      const [line] = (await readBid(t.buyer, bid.id)).find('grades')?.array() ?? [];
      if (line === undefined) throw new Blocked('GET /bids/{id} does not show the lines of a multi-grade bid');
      ensureSuccess(await bid.lot.seller.post(encodePath`/bids/${bid.id}/accept`, { bid_items: [line.get('grade').text()] }));
      const left = await readUntil(
        () => awaitInBidsReceived(bid.lot.seller, bid.id),
        (found) => found === undefined,
        t.signal,
      );
      expectThat(left === undefined, {
        message: 'GET /me/bids-received lists an accepted multi-grade bid.',
        observed: left?.value,
      });
    },
  ),
  check(
    'LST-12/expired',
    'GET /me/bids-received does not list an expired bid',
    [...NEEDS, 'hook:advance_clock'],
    async (t) => {
      const [lot, other] = [await t.arrange.lot({}, t.seller), await t.arrange.lot({}, t.seller)];
      const bid = await t.arrange.bid(lot);
      const countered = await t.arrange.bid(other);
      await t.arrange.counter(other, countered);
      await expectInInbox(t.seller, lot.id, [bid.id]);
      await t.arrange.advanceClock(8 * 86_400);
      const left = await awaitGone(t, [lot.id, other.id], [bid.id, countered.id]);
      const ids = left.map((one) => one.get('id').value);
      for (const { id } of [bid, countered]) {
        expectThat(!ids.includes(id), { message: 'GET /me/bids-received lists a bid that expired a day ago.', observed: id });
      }
    },
    { lane: 'clock' },
  ),
  check('LST-12/grouped', 'GET /me/bids-received has one entry per listing with all of its bids', NEEDS, async (t) => {
    const { lot, bid_ids } = await arrangeManyBids(t);
    const found = await awaitInInbox(t.seller, lot.id, bid_ids);
    const reply = await t.seller.get('/me/bids-received', { limit: 50 });
    expectSuccess(reply);
    const entries = reply.items.filter((item) => item.get('listing').get('id').value === lot.id);
    expectThat(entries.length <= 1, { message: 'A page of GET /me/bids-received has more than one entry for a listing.', reply });
    const ids = bidIdsIn(entries[0] ?? found);
    for (const id of bid_ids)
      expectThat(ids.includes(id), {
        message: 'The entry of a listing in GET /me/bids-received lacks one of its bids.',
        expected: id,
        observed: ids,
      });
  }),
  check(
    'LST-12/best-price-first',
    'GET /me/bids-received sorts the bids of a listing, or the listings, by best price',
    NEEDS,
    async (t) => {
      const lot = await t.arrange.lot({}, t.seller);
      const others: Lot[] = [];
      for (const _ of PRICES_OF_OTHERS) others.push(await t.arrange.lot({}, t.seller));
      const at = async (amount: number, quantity_mt: number): Promise<{ price: unknown; quantity_mt: number }> => ({
        price: await t.arrange.price(amount),
        quantity_mt,
      });
      // Neither ascending nor descending in the order of creation, and in another order as text or multiplied by the quantity. Of two prices that are
      // equal in whole dollars, once the first and once the second is better.
      const within = [
        await at(300.25, 20),
        await at(310, 5),
        await at(300.75, 5),
        await at(90.75, 10),
        await at(90.25, 10),
      ] as const;
      const bids = [...(await t.arrange.bids(lot, within))];
      for (const [i, other] of others.entries())
        bids.push(await t.arrange.bid(other, await at(PRICES_OF_OTHERS[i] ?? 0, 5 * (i + 1))));
      for (const { id, lot_id } of bids) await awaitInInbox(t.seller, lot_id, [id]);
      const shown = (await listAllPages(t.seller, '/me/bids-received')).map((item) => item.get('listing').get('id').string());
      const [best, ...lesser] = others;
      const places = [best, lot, ...lesser].map((one) => shown.indexOf(one?.id ?? ''));
      const are_all_shown = !places.includes(-1);
      const is_between = are_all_shown && isRising(places);
      const entry = await findInInbox(t.seller, lot.id);
      expectThat(entry !== undefined, {
        message: 'GET /me/bids-received does not list a lot with pending bids.',
        expected: lot.id,
      });
      const inside = entry.get('bids').array().map(priceIn);
      const is_inside = isRising(inside.map((price) => -(price ?? 0)));
      if (!is_inside && !are_all_shown) t.unverifiable('GET /me/bids-received does not show all listings of this check');
      expectThat(is_inside || is_between, {
        message: 'GET /me/bids-received sorts neither the bids of a listing nor the listings by price.',
        expected: 'best price first',
        observed: { bids: inside },
      });
      t.observe(`sorted by best price: ${[is_inside ? 'bids' : '', is_between ? 'listings' : ''].filter(Boolean).join(' and ')}`);
    },
  ),
  check(
    'LST-12/not-another-s',
    "GET /me/bids-received does not list bids on another seller's listing",
    [...NEEDS, 'partner'],
    async (t) => {
      const lot = await t.arrange.lot({}, t.seller);
      const bid = await t.arrange.bid(lot);
      await awaitInInbox(t.seller, lot.id, [bid.id]);
      expectThat((await findInInbox(t.partner, lot.id)) === undefined, {
        message: "GET /me/bids-received lists another seller's listing.",
        observed: lot.id,
      });
    },
  ),
  check('LST-12/countered-shown', 'GET /me/bids-received lists a countered bid until it expires', NEEDS, async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    const bid = await t.arrange.bid(lot);
    await t.arrange.counter(lot, bid);
    const entry = await awaitInInbox(t.seller, lot.id, [bid.id]);
    const ids = bidIdsIn(entry);
    expectThat(ids.includes(bid.id), {
      message: 'GET /me/bids-received does not list a countered bid that has not expired.',
      expected: bid.id,
      observed: ids,
    });
  }),
  check('LST-13/awaiting', 'Reports the statuses in GET /me/bids-received after a counter', NEEDS, async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    await t.arrange.counter(lot, await t.arrange.bid(lot));
    const bids = (await findInInbox(t.seller, lot.id))?.get('bids').array() ?? [];
    t.observe(
      `after a counter, the statuses in GET /me/bids-received are: ${bids.map((bid) => bid.get('status').value).join(', ') || 'none'}`,
    );
  }),
];

/** The best bid on each other listing of the inbox, with 310 between the first two. More listings would seldom be in this order by chance. */
const PRICES_OF_OTHERS = [320, 240, 130, 95];

function isRising(numbers: readonly number[]): boolean {
  return numbers.length > 1 && numbers.every((number, i) => i === 0 || number >= (numbers[i - 1] ?? number));
}
