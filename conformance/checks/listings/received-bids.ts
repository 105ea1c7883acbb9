import { parseInstant } from '#spec';
import type { Check } from '../../check.ts';
import { check } from '../../check.ts';
import { expectRefusal, expectStatus, expectThat } from '../../judge/expect.ts';
import type { Sight } from '../../judge/sight.ts';
import type { Actor } from '../../target/actor.ts';
import type { Trial } from '../../trial.ts';

const IN_INBOX = ['delivery', 'fob_farm', 'expires_at', 'buyer_label', 'buyer_type', 'type'] as const;

/** The bids on one lot, as its own list shows them. */
async function receivedOn(seller: Actor, lot_id: string): Promise<readonly Sight[]> {
  const reply = await seller.get(`/me/inventory/${lot_id}/bids`, { limit: 50 });
  expectStatus(reply, 200);
  return reply.body.get('items').array();
}

/** The entry of a lot in the inbox, on whatever page of it. */
async function findInInbox(t: Trial, seller: Actor, lot_id: string): Promise<Sight | undefined> {
  for (let offset = 0; offset < 1_000; offset += 50) {
    const reply = await seller.get('/me/bids-received', { limit: 50, offset });
    expectStatus(reply, 200);
    const items = reply.body.get('items').array();
    const found = items.find((item) => item.get('listing').get('id').value === lot_id);
    if (found !== undefined) return found;
    const size = reply.body.get('limit').integer();
    // A deployment that pages as it likes is walked no further than it goes (PAGE-14).
    if (items.length === 0 || items.length < Math.min(size, 50) || reply.body.get('offset').value !== offset) return undefined;
  }
  return t.unverifiable('the inbox is too long to be looked through');
}

function priceIn(bid: Sight): number | undefined {
  const price = bid.get('price');
  return price.isNull() ? undefined : price.get('amount').number();
}

function judgeInboxFields(bid: Sight): void {
  bid.find('delivery')?.orNull((window) => {
    for (const key of ['from', 'to']) expectDate(window.get(key));
  });
  bid.find('fob_farm')?.boolean();
  bid.find('expires_at')?.orNull((instant) => {
    expectThat(parseInstant(instant.string()) !== undefined, {
      message: 'expires_at is not ISO 8601.',
      reply: instant.reply,
      pointer: instant.pointer,
      observed: instant.value,
    });
  });
  bid.find('buyer_label')?.string();
  bid.find('buyer_type')?.orNull((type) => type.string());
  bid.find('type')?.string();
}

function expectDate(date: Sight): void {
  if (!/^\d{4}-\d\d-\d\d$/.test(date.string())) date.breach('A delivery window is not of dates.', 'YYYY-MM-DD');
}

/** The two views of received bids. */
export const RECEIVED_BIDS: readonly Check[] = [
  check(
    'LST-11/list',
    'GET /me/inventory/{id}/bids lists the bids on the lot, under listing_id',
    ['seller', 'buyer', 'writes'],
    async (t) => {
      const lot = await t.stage.lot({}, t.seller);
      const bid = await t.stage.bid(lot);
      const found = (await receivedOn(t.seller, lot.id)).find((one) => one.get('id').value === bid.id);
      expectThat(found !== undefined, { message: 'A new bid is not in the list of its lot.', expected: bid.id });
      found.get('listing_id').is(lot.id);
      judgeInboxFields(found);
    },
  ),
  check('LST-11/only-of-the-lot', 'It lists no bid on another lot', ['seller', 'buyer', 'writes'], async (t) => {
    const lot = await t.stage.lot({}, t.seller);
    const other = await t.stage.lot({}, t.seller);
    const bid = await t.stage.bid(other);
    for (const one of await receivedOn(t.seller, lot.id)) {
      expectThat(one.get('id').value !== bid.id, { message: 'A bid on another lot is in the list.', observed: bid.id });
    }
  }),
  check(
    'LST-11/status-filter',
    '`status` keeps the bids that have it, and only those',
    ['seller', 'buyer', 'writes'],
    async (t) => {
      const lot = await t.stage.lot({}, t.seller);
      const rejected = await t.stage.bid(lot);
      expectStatus(await t.seller.post(`/bids/${rejected.id}/reject`), 200);
      const pending = await t.stage.bid(lot);
      for (const [status, id] of [
        ['pending', pending.id],
        ['rejected', rejected.id],
      ] as const) {
        const reply = await t.seller.get(`/me/inventory/${lot.id}/bids`, { status });
        expectStatus(reply, 200);
        const items = reply.body.get('items').array();
        for (const item of items) item.get('status').is(status);
        expectThat(
          items.some((item) => item.get('id').value === id),
          {
            message: `A ${status} bid is missing from ?status=${status}.`,
            reply,
            expected: id,
          },
        );
      }
    },
  ),
  check('LST-11/another-s', "The bids on another seller's lot are 404", ['seller', 'partner', 'buyer', 'writes'], async (t) => {
    const lot = await t.stage.lot({}, t.seller);
    await t.stage.bid(lot);
    expectRefusal(await t.partner.get(`/me/inventory/${lot.id}/bids`), 404, { code: 'not_found' });
    expectRefusal(await t.partner.get('/me/inventory/inv_000000000000000000000000/bids'), 404, { code: 'not_found' });
    expectStatus(await t.seller.get(`/me/inventory/${lot.id}/bids`), 200);
  }),
  check(
    'LST-12/both-scopes',
    'GET /me/bids-received needs listings.read and bids.read',
    ['seller', 'hook:mint_token'],
    async (t) => {
      expectStatus(await (await t.mint('seller', ['listings.read', 'bids.read'])).get('/me/bids-received'), 200);
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
      const lot = await t.stage.lot({}, t.seller);
      const bid = await t.stage.bid(lot);
      const entry = await findInInbox(t, t.seller, lot.id);
      expectThat(entry !== undefined, { message: 'A lot with a pending bid is not in the inbox.', expected: lot.id });
      const listing = entry.get('listing');
      listing.get('reference').text();
      listing.get('commodity').get('slug').text();
      listing.get('commodity').get('name').text();
      listing.get('grade').orNull((grade) => grade.string());
      listing.get('quantity_mt').number();
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
      const lot = await t.stage.lot({}, t.seller);
      const open = await t.stage.bid(lot);
      const rejected = await t.stage.bid(lot);
      expectStatus(await t.seller.post(`/bids/${rejected.id}/reject`), 200);
      const accepted = await t.stage.bid(lot);
      expectStatus(await t.seller.post(`/bids/${accepted.id}/accept`), 200);
      const entry = await findInInbox(t, t.seller, lot.id);
      expectThat(entry !== undefined, { message: 'A lot with a pending bid is not in the inbox.', expected: lot.id });
      const bids = entry.get('bids').array();
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
      const lot = await t.stage.lot({}, t.seller);
      const bid = await t.stage.bid(lot);
      expectThat((await findInInbox(t, t.seller, lot.id)) !== undefined, { message: 'A pending bid is not in the inbox.' });
      await t.stage.advanceClock(8 * 86_400);
      const entry = await findInInbox(t, t.seller, lot.id);
      const ids =
        entry
          ?.get('bids')
          .array()
          .map((one) => one.get('id').value) ?? [];
      expectThat(!ids.includes(bid.id), { message: 'A bid that expired a day ago is in the inbox.', observed: bid.id });
    },
    { lane: 'clock' },
  ),
  check('LST-12/grouped', 'A listing has one entry, with all its bids', ['seller', 'buyer', 'writes'], async (t) => {
    const lot = await t.stage.lot({}, t.seller);
    const bids = [await t.stage.bid(lot), await t.stage.bid(lot, { price: await t.stage.price(301) })];
    const reply = await t.seller.get('/me/bids-received', { limit: 50 });
    expectStatus(reply, 200);
    const entries = reply.body
      .get('items')
      .array()
      .filter((item) => item.get('listing').get('id').value === lot.id);
    expectThat(entries.length <= 1, { message: 'A listing has more than one entry on a page of the inbox.', reply });
    const entry = entries[0] ?? (await findInInbox(t, t.seller, lot.id));
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
      const prices = [290, 310, 300];
      const lot = await t.stage.lot({}, t.seller);
      for (const amount of prices) await t.stage.bid(lot, { price: await t.stage.price(amount) });
      const other = await t.stage.lot({}, t.seller);
      await t.stage.bid(other, { price: await t.stage.price(305) });
      const reply = await t.seller.get('/me/bids-received', { limit: 50 });
      expectStatus(reply, 200);
      const entries = reply.body.get('items').array();
      const entry =
        entries.find((item) => item.get('listing').get('id').value === lot.id) ?? (await findInInbox(t, t.seller, lot.id));
      expectThat(entry !== undefined, { message: 'A lot with pending bids is not in the inbox.', expected: lot.id });
      const inside = entry.get('bids').array().map(priceIn);
      const bests = entries.map((item) =>
        Math.max(
          ...item
            .get('bids')
            .array()
            .map((bid) => priceIn(bid) ?? 0),
        ),
      );
      const is_inside = isFalling(inside.map((price) => price ?? 0));
      const is_between = isFalling(bests.filter((price) => price > 0));
      expectThat(is_inside || is_between, {
        message: 'Neither the bids of a listing nor the listings are ordered by price.',
        reply,
        expected: 'best price first',
        observed: { bids: inside, listings: bests },
      });
      t.observe(
        `best price first holds for ${[is_inside ? 'bids' : '', is_between ? 'listings' : ''].filter(Boolean).join(' and ')}`,
      );
    },
  ),
  check(
    'LST-14/grades',
    'On an ungraded listing each received bid carries grades[]',
    ['seller', 'buyer', 'writes'],
    async (t) => {
      const bid = await t.stage.multiGradeBid();
      const { lot = t.unverifiable("the ungraded listing is not a seller's of this run", 'actors.seller') } = bid;
      const listed = (await receivedOn(lot.seller, bid.lot_id)).find((one) => one.get('id').value === bid.id);
      expectThat(listed !== undefined, { message: 'A bid by grades is not in the list of its lot.', expected: bid.id });
      expectGrades(listed, bid.grades);
      const entry = await findInInbox(t, lot.seller, bid.lot_id);
      const inboxed = entry
        ?.get('bids')
        .array()
        .find((one) => one.get('id').value === bid.id);
      if (inboxed !== undefined) expectGrades(inboxed, bid.grades);
    },
  ),
  check(
    'LST-21/fields-of-the-inbox',
    'What is "seen in the bid inbox" is in one of the two views',
    ['seller', 'buyer', 'writes'],
    async (t) => {
      const lot = await t.stage.lot({}, t.seller);
      const bid = await t.stage.bid(lot);
      const listed = (await receivedOn(t.seller, lot.id)).find((one) => one.get('id').value === bid.id);
      const entry = await findInInbox(t, t.seller, lot.id);
      const inboxed = entry
        ?.get('bids')
        .array()
        .find((one) => one.get('id').value === bid.id);
      expectThat(listed !== undefined || inboxed !== undefined, { message: 'A new bid is in neither view.', expected: bid.id });
      for (const key of IN_INBOX) {
        expectThat(listed?.has(key) === true || inboxed?.has(key) === true, {
          message: `${key} is in neither view of received bids.`,
          expected: key,
        });
      }
      if (inboxed !== undefined) judgeInboxFields(inboxed);
    },
  ),
  check('LST-13/awaiting', 'How the inbox tells whose answer is due', ['seller', 'buyer', 'writes'], async (t) => {
    const lot = await t.stage.lot({}, t.seller);
    await t.stage.counter(lot, await t.stage.bid(lot));
    const bids = (await findInInbox(t, t.seller, lot.id))?.get('bids').array() ?? [];
    t.observe(`after a counter the inbox shows bids that are ${bids.map((bid) => bid.get('status').value).join(', ') || 'none'}`);
  }),
];

function isFalling(prices: readonly number[]): boolean {
  return prices.length > 1 && prices.every((price, i) => i === 0 || price <= (prices[i - 1] ?? price));
}

function expectGrades(bid: Sight, grades: readonly string[]): void {
  const lines = bid.get('grades').array();
  const named = lines.map((line) => line.get('grade').string());
  for (const grade of grades) {
    if (!named.includes(grade)) bid.breach(`The line of grade ${grade} is missing.`, `a line of ${grade}`);
  }
}
