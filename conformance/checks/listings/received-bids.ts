import { check, type Check } from '../../check/check.ts';
import type { Actor, Bid, JsonNode, Reply } from '#client';
import {
  ensureSuccess,
  expectRefusal,
  expectThat,
  awaitReceivedBid,
  listReceivedBids,
  encodePath,
  readPath,
  readUntil,
} from '#client';
import { arrangeManyBids, awaitInInbox, checkInboxFields } from './read-inbox.ts';

const NEEDS = ['seller', 'buyer', 'writes'] as const;

const IN_INBOX = ['delivery', 'fob_farm', 'expires_at', 'buyer_label', 'buyer_type', 'type'] as const;

/** The received bids of one lot, and the fields of received bids in both views. */
export const RECEIVED_BIDS_CHECKS: readonly Check[] = [
  check('LST-11/list', 'GET /me/inventory/{id}/bids lists the bids on the lot, with listing_id', NEEDS, async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    const bid = await t.arrange.bid(lot);
    const found = await awaitReceivedBid(t, lot, bid.id);
    expectThat(found !== undefined, { message: 'GET /me/inventory/{id}/bids does not list a new bid.', expected: bid.id });
    found.get('listing_id').is(lot.id);
    checkInboxFields(found);
  }),
  check('LST-11/only-of-the-lot', 'GET /me/inventory/{id}/bids does not list bids on another lot', NEEDS, async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    const other = await t.arrange.lot({}, t.seller);
    const bid = await t.arrange.bid(other);
    const own = await t.arrange.bid(lot);
    // Waits until the list is up to date. LST-11/list asserts that the bid appears.
    await awaitReceivedBid(t, lot, own.id);
    for (const one of await listReceivedBids(lot)) {
      expectThat(one.get('id').value !== bid.id, {
        message: 'GET /me/inventory/{id}/bids lists a bid on another lot.',
        observed: bid.id,
      });
    }
  }),
  check('LST-11/many-bids', 'GET /me/inventory/{id}/bids counts and lists all of many bids', NEEDS, async (t) => {
    const { lot, bid_ids } = await arrangeManyBids(t);
    const path = encodePath`/me/inventory/${lot.id}/bids`;
    const read = async (): Promise<Reply> => lot.seller.get(path, { limit: 50 });
    const isWhole = (page: Reply): boolean => Number(readPath(page.json, 'total')) >= bid_ids.length;
    const page = await readUntil(read, isWhole, t.signal);
    ensureSuccess(page);
    // A list that ignores `limit` (PAGE-14) still counts all matches.
    expectThat(isWhole(page), {
      message: `GET /me/inventory/{id}/bids has a total of ${String(readPath(page.json, 'total'))} for a lot with ${bid_ids.length} bids.`,
      reply: page,
      pointer: '/total',
      expected: `at least ${bid_ids.length}`,
      likely_cause: 'The query has a limit of its own, and the total counts its result.',
    });
    // Which bids a list that ignores `limit` shows is open.
    if (page.items.length <= 20) return t.observe('the list ignores limit');
    const listed = new Set(page.items.map((bid) => bid.get('id').value));
    const missing = bid_ids.filter((id) => !listed.has(id));
    expectThat(missing.length === 0, {
      message: `GET /me/inventory/{id}/bids omits ${missing.length} of ${bid_ids.length} bids.`,
      reply: page,
      expected: missing[0] ?? '',
    });
  }),
  check('LST-11/archived', 'GET /me/inventory/{id}/bids of an archived lot lists no bids on other lots', NEEDS, async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    const other = await t.arrange.lot({}, t.seller);
    const bid = await t.arrange.bid(lot);
    const elsewhere = await t.arrange.bid(other);
    ensureSuccess(await t.seller.delete(encodePath`/me/inventory/${lot.id}`));
    const reply = await t.seller.get(encodePath`/me/inventory/${lot.id}/bids`, { limit: 50 });
    if (!reply.is_success) {
      expectRefusal(reply, 404, { code: 'not_found' });
      return;
    }
    const ids = reply.items.map((item) => item.get('id').value);
    for (const item of reply.items) item.find('listing_id')?.is(lot.id);
    t.observe(`the list of an archived lot ${ids.includes(bid.id) ? 'has' : 'lacks'} its bid`);
    expectThat(!ids.includes(elsewhere.id), {
      message: 'GET /me/inventory/{id}/bids lists a bid on another lot.',
      reply,
      observed: elsewhere.id,
    });
  }),
  check(
    'LST-11/lot-of-another-seller',
    "GET /me/inventory/{id}/bids of another seller's lot returns 404",
    [...NEEDS, 'partner'],
    async (t) => {
      const lot = await t.arrange.lot({}, t.seller);
      await t.arrange.bid(lot);
      expectRefusal(await t.partner.get(encodePath`/me/inventory/${lot.id}/bids`), 404, { code: 'not_found' });
      expectRefusal(await t.partner.get('/me/inventory/inv_000000000000000000000000/bids'), 404, { code: 'not_found' });
      ensureSuccess(await t.seller.get(encodePath`/me/inventory/${lot.id}/bids`));
    },
  ),
  check('LST-14/grades', 'A received bid on an ungraded listing has grades', NEEDS, async (t) => {
    const bid = await t.arrange.multiGradeBid();
    const { lot = t.unverifiable('the seller of the ungraded listing is not configured', 'actors.seller') } = bid;
    const listed = await awaitReceivedBid(t, lot, bid.id);
    expectThat(listed !== undefined, {
      message: 'GET /me/inventory/{id}/bids does not list a multi-grade bid.',
      expected: bid.id,
    });
    expectGrades(listed, bid.grades);
    const inboxed = await findBidInEntry(lot.seller, bid);
    if (inboxed !== undefined) expectGrades(inboxed, bid.grades);
  }),
  check(
    'LST-21/fields-of-the-inbox',
    'Each field "seen in the bid inbox" is in one of the two lists of received bids',
    NEEDS,
    async (t) => {
      const lot = await t.arrange.lot({}, t.seller);
      const bid = await t.arrange.bid(lot);
      const listed = await awaitReceivedBid(t, lot, bid.id);
      const inboxed = await findBidInEntry(t.seller, bid);
      const is_shown = listed !== undefined || inboxed !== undefined;
      expectThat(is_shown, {
        message: 'Neither GET /me/bids-received nor GET /me/inventory/{id}/bids lists a new bid.',
        expected: bid.id,
      });
      for (const key of IN_INBOX) {
        expectThat(listed?.has(key) === true || inboxed?.has(key) === true, {
          message: `Neither GET /me/bids-received nor GET /me/inventory/{id}/bids shows ${key}.`,
          expected: key,
        });
      }
      if (inboxed !== undefined) checkInboxFields(inboxed);
    },
  ),
];

/** Waits for a bid in the inbox's entry of its listing; undefined if it does not appear. */
async function findBidInEntry(seller: Actor, { id, lot_id }: Bid): Promise<JsonNode | undefined> {
  const entry = await awaitInInbox(seller, lot_id, [id]);
  const bids = entry?.get('bids').array() ?? [];
  return bids.find((bid) => bid.get('id').value === id);
}

function expectGrades(bid: JsonNode, grades: readonly string[]): void {
  const lines = bid.get('grades').array();
  const named = lines.map((line) => line.get('grade').string());
  for (const grade of grades) {
    if (!named.includes(grade)) bid.breach(`The bid has no line for the grade ${grade}.`, `a line for ${grade}`);
  }
}
