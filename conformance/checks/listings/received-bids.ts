import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import type { JsonNode } from '#client';
import { ensureSuccess, expectRefusal, expectSuccess, expectThat } from '#client';
import { findInInbox, judgeInboxFields, receivedOn } from './received.ts';

const IN_INBOX = ['delivery', 'fob_farm', 'expires_at', 'buyer_label', 'buyer_type', 'type'] as const;

/** The bids that a seller has received on one lot, and what the two views of received bids have in common. */
export const RECEIVED_BIDS: readonly Check[] = [
  check(
    'LST-11/list',
    'GET /me/inventory/{id}/bids lists the bids on the lot, under listing_id',
    ['seller', 'buyer', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot({}, t.seller);
      const bid = await t.arrange.bid(lot);
      const found = (await receivedOn(t.seller, lot.id)).find((one) => one.get('id').value === bid.id);
      expectThat(found !== undefined, { message: 'A new bid is not in the list of its lot.', expected: bid.id });
      found.get('listing_id').is(lot.id);
      judgeInboxFields(found);
    },
  ),
  check('LST-11/only-of-the-lot', 'It lists no bid on another lot', ['seller', 'buyer', 'writes'], async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    const other = await t.arrange.lot({}, t.seller);
    const bid = await t.arrange.bid(other);
    await t.arrange.bid(lot);
    for (const one of await receivedOn(t.seller, lot.id)) {
      expectThat(one.get('id').value !== bid.id, { message: 'A bid on another lot is in the list.', observed: bid.id });
    }
  }),
  check(
    'LST-11/status-filter',
    '`status` keeps the bids that have it, and only those',
    ['seller', 'buyer', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot({}, t.seller);
      const rejected = await t.arrange.bid(lot);
      ensureSuccess(await t.seller.post(`/bids/${rejected.id}/reject`));
      const pending = await t.arrange.bid(lot);
      const countered = await t.arrange.bid(lot);
      await t.arrange.counter(lot, countered);
      const accepted = await t.arrange.bid(lot);
      for (const [status, id] of [
        ['pending', pending.id],
        ['rejected', rejected.id],
        ['countered', countered.id],
        ['accepted', accepted.id],
      ] as const) {
        // Last, since an acceptance can take the lot off the market, which rejects the others (BID-30).
        if (status === 'accepted') ensureSuccess(await t.seller.post(`/bids/${accepted.id}/accept`));
        const reply = await t.seller.get(`/me/inventory/${lot.id}/bids`, { status });
        expectSuccess(reply);
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
    const lot = await t.arrange.lot({}, t.seller);
    await t.arrange.bid(lot);
    expectRefusal(await t.partner.get(`/me/inventory/${lot.id}/bids`), 404, { code: 'not_found' });
    expectRefusal(await t.partner.get('/me/inventory/inv_000000000000000000000000/bids'), 404, { code: 'not_found' });
    ensureSuccess(await t.seller.get(`/me/inventory/${lot.id}/bids`));
  }),
  check(
    'LST-14/grades',
    'On an ungraded listing each received bid carries grades[]',
    ['seller', 'buyer', 'writes'],
    async (t) => {
      const bid = await t.arrange.multiGradeBid();
      const { lot = t.unverifiable("the ungraded listing is not a seller's of this run", 'actors.seller') } = bid;
      const listed = (await receivedOn(lot.seller, bid.lot_id)).find((one) => one.get('id').value === bid.id);
      expectThat(listed !== undefined, { message: 'A bid by grades is not in the list of its lot.', expected: bid.id });
      expectGrades(listed, bid.grades);
      const entry = await findInInbox(lot.seller, bid.lot_id);
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
      const lot = await t.arrange.lot({}, t.seller);
      const bid = await t.arrange.bid(lot);
      const listed = (await receivedOn(t.seller, lot.id)).find((one) => one.get('id').value === bid.id);
      const entry = await findInInbox(t.seller, lot.id);
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
];

function expectGrades(bid: JsonNode, grades: readonly string[]): void {
  const lines = bid.get('grades').array();
  const named = lines.map((line) => line.get('grade').string());
  for (const grade of grades) {
    if (!named.includes(grade)) bid.breach(`The line of grade ${grade} is missing.`, `a line of ${grade}`);
  }
}
