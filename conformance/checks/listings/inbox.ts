import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import { ensureSuccess, expectRefusal, expectSuccess, expectThat, readListing } from '#client';
import { findInInbox, judgeInboxFields, priceIn } from './received.ts';

/** GET /me/bids-received: what waits for an answer, over all listings of the caller. */
export const INBOX: readonly Check[] = [
  check(
    'LST-12/both-scopes',
    'GET /me/bids-received needs listings.read and bids.read',
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
    'An entry is a listing with id, reference, commodity, grade and quantity_mt, and its bids',
    ['seller', 'buyer', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot({}, t.seller);
      const bid = await t.arrange.bid(lot);
      const entry = await findInInbox(t.seller, lot.id);
      expectThat(entry !== undefined, { message: 'A lot with a pending bid is not in the inbox.', expected: lot.id });
      for (const one of entry.get('bids').array()) judgeInboxFields(one);
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
      const ids = entry
        .get('bids')
        .array()
        .map((one) => one.get('id').value);
      expectThat(ids.includes(bid.id), { message: 'A pending bid is not in the inbox.', expected: bid.id, observed: ids });
    },
  ),
  check(
    'LST-12/only-open',
    'It shows pending and countered bids, and none that is decided',
    ['seller', 'buyer', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot({}, t.seller);
      const open = await t.arrange.bid(lot);
      const rejected = await t.arrange.bid(lot);
      ensureSuccess(await t.seller.post(`/bids/${rejected.id}/reject`));
      // On another lot, since an acceptance can take its lot off the market, which rejects the other bids (BID-30).
      const sold = await t.arrange.lot({}, t.seller);
      const accepted = await t.arrange.bid(sold);
      ensureSuccess(await t.seller.post(`/bids/${accepted.id}/accept`));
      const entry = await findInInbox(t.seller, lot.id);
      expectThat(entry !== undefined, { message: 'A lot with a pending bid is not in the inbox.', expected: lot.id });
      const of_sold = (await findInInbox(t.seller, sold.id))?.get('bids').array() ?? [];
      const bids = [...entry.get('bids').array(), ...of_sold];
      for (const bid of bids) bid.get('status').oneOf(['pending', 'countered']);
      const ids = bids.map((bid) => bid.get('id').value);
      expectThat(ids.includes(open.id), { message: 'A pending bid is not in the inbox.', expected: open.id, observed: ids });
      for (const gone of [rejected, accepted]) {
        expectThat(!ids.includes(gone.id), { message: 'A bid that is decided is in the inbox.', observed: gone.id });
      }
    },
  ),
  check(
    'LST-12/expired',
    'A bid that has expired is not in the inbox',
    ['seller', 'buyer', 'writes', 'hook:advance_clock'],
    async (t) => {
      const lot = await t.arrange.lot({}, t.seller);
      const bid = await t.arrange.bid(lot);
      const countered = await t.arrange.bid(lot);
      await t.arrange.counter(lot, countered);
      expectThat((await findInInbox(t.seller, lot.id)) !== undefined, { message: 'A pending bid is not in the inbox.' });
      await t.arrange.advanceClock(8 * 86_400);
      const entry = await findInInbox(t.seller, lot.id);
      const ids =
        entry
          ?.get('bids')
          .array()
          .map((one) => one.get('id').value) ?? [];
      for (const { id } of [bid, countered]) {
        expectThat(!ids.includes(id), { message: 'A bid that expired a day ago is in the inbox.', observed: id });
      }
    },
    { lane: 'clock' },
  ),
  check('LST-12/grouped', 'A listing has one entry, with all its bids', ['seller', 'buyer', 'writes'], async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    const bids = [await t.arrange.bid(lot), await t.arrange.bid(lot, { price: await t.arrange.price(301) })];
    const reply = await t.seller.get('/me/bids-received', { limit: 50 });
    expectSuccess(reply);
    const entries = reply.body
      .get('items')
      .array()
      .filter((item) => item.get('listing').get('id').value === lot.id);
    expectThat(entries.length <= 1, { message: 'A listing has more than one entry on a page of the inbox.', reply });
    const entry = entries[0] ?? (await findInInbox(t.seller, lot.id));
    const ids =
      entry
        ?.get('bids')
        .array()
        .map((one) => one.get('id').value) ?? [];
    for (const { id } of bids)
      expectThat(ids.includes(id), { message: 'A bid is missing from its entry.', expected: id, observed: ids });
  }),
  check(
    'LST-12/best-price-first',
    'The bids of a listing, or the listings, come best price first',
    ['seller', 'buyer', 'writes'],
    async (t) => {
      const lots = [];
      // Neither in the order in which they are made nor in its reverse.
      for (const amounts of [[290, 310, 300], [320], [305]]) {
        const lot = await t.arrange.lot({}, t.seller);
        lots.push(lot.id);
        for (const amount of amounts) await t.arrange.bid(lot, { price: await t.arrange.price(amount) });
      }
      const [first = ''] = lots;
      const reply = await t.seller.get('/me/bids-received', { limit: 50 });
      expectSuccess(reply);
      const shown = reply.body
        .get('items')
        .array()
        .map((item) => item.get('listing').get('id').string());
      const [mine, best, least] = lots.map((id) => shown.indexOf(id));
      const places = [best, mine, least].map((place = -1) => place);
      const is_between = !places.includes(-1) && isRising(places);
      const entry = await findInInbox(t.seller, first);
      expectThat(entry !== undefined, { message: 'A lot with pending bids is not in the inbox.', expected: first });
      const inside = entry.get('bids').array().map(priceIn);
      const is_inside = isRising(inside.map((price) => -(price ?? 0)));
      // Of listings that are on several pages the order is not looked at.
      if (!is_inside && places.includes(-1)) t.unverifiable('the listings of this check are not on one page of the inbox');
      expectThat(is_inside || is_between, {
        message: 'Neither the bids of a listing nor the listings are ordered by price.',
        reply,
        expected: 'best price first',
        observed: { bids: inside },
      });
      t.observe(
        `best price first holds for ${[is_inside ? 'bids' : '', is_between ? 'listings' : ''].filter(Boolean).join(' and ')}`,
      );
    },
  ),
  check(
    'LST-12/not-another-s',
    "It shows no bid on another seller's listing",
    ['seller', 'partner', 'buyer', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot({}, t.seller);
      await t.arrange.bid(lot);
      expectThat((await findInInbox(t.partner, lot.id)) === undefined, {
        message: "Another seller's listing is in the inbox.",
        observed: lot.id,
      });
    },
  ),
  check(
    'LST-12/countered-shown',
    'A countered bid is shown as long as it has not expired',
    ['seller', 'buyer', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot({}, t.seller);
      const bid = await t.arrange.bid(lot);
      await t.arrange.counter(lot, bid);
      const entry = await findInInbox(t.seller, lot.id);
      const ids = entry
        ?.get('bids')
        .array()
        .map((one) => one.get('id').value);
      expectThat(ids?.includes(bid.id) === true, {
        message: 'A countered bid that has not expired is not in the inbox.',
        expected: bid.id,
        observed: ids,
      });
    },
  ),
  check('LST-13/awaiting', 'How the inbox tells whose answer is due', ['seller', 'buyer', 'writes'], async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    await t.arrange.counter(lot, await t.arrange.bid(lot));
    const bids = (await findInInbox(t.seller, lot.id))?.get('bids').array() ?? [];
    t.observe(`after a counter the inbox shows bids that are ${bids.map((bid) => bid.get('status').value).join(', ') || 'none'}`);
  }),
];

function isRising(numbers: readonly number[]): boolean {
  return numbers.length > 1 && numbers.every((number, i) => i === 0 || number >= (numbers[i - 1] ?? number));
}
