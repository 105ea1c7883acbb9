/** What an acceptance with `bid_items` leaves: no accepted line if it was rejected, and no pending line otherwise. */
import { check, type Check } from '../../check/check.ts';
import { encodePath, ensureId, ensureSuccess, isObject, readBid, warnUnless } from '#client';
import { acceptLines, expectOthersRejected, linesOf, placeMultiGradeBid, type AnswerableBid } from './multi-grade.ts';
import { SIDES } from './needs.ts';

export const ACCEPTING_LINES: readonly Check[] = [
  check('BID-23/two-of-three', 'When two of three lines are accepted, the third is rejected', SIDES, async (t) => {
    const lot = await t.arrange.lot({ grade: undefined });
    const { body, grades } = await t.arrange.multiGradeBid();
    const third = (await t.arrange.grades(3)).find((grade) => !grades.includes(grade));
    if (third === undefined) t.unverifiable('fewer than three grades of one commodity are known');
    const lines_sent: readonly unknown[] = Array.isArray(body['bids']) ? body['bids'] : [];
    const [first] = lines_sent;
    const bids = [...lines_sent, { ...(isObject(first) ? first : {}), grade: third }];
    const reply = await t.buyer.post(encodePath`/inventory/${lot.id}/bids`, { ...body, bids });
    if (reply.status === 422) t.unverifiable('the target rejects a bid with a third grade');
    const id = ensureId(reply, 'POST /inventory/{id}/bids rejects a bid with three grades');
    const made: AnswerableBid = { id, lot_id: lot.id, by: t.buyer, body, reply, grades, lot };
    const lines = await linesOf(t, made);
    const taken = lines.filter((line) => line.get('grade').value !== third);
    ensureSuccess(
      await acceptLines(
        made,
        taken.map((line) => line.get('grade').text()),
      ),
    );
    await expectOthersRejected(
      t,
      made,
      lines,
      taken.map((line) => line.get('id').value),
    );
  }),
  check(
    'BID-47/price-once-accepted',
    'The price of a multi-grade bid is still null after a line was accepted',
    SIDES,
    async (t) => {
      const made = await placeMultiGradeBid(t);
      const [line] = await linesOf(t, made);
      ensureSuccess(await acceptLines(made, [line.get('grade').text()]));
      (await readBid(t.buyer, made.id)).find('price')?.null();
    },
  ),
  check(
    'BID-21/rejected-items',
    'An acceptance that is rejected because of an entry of bid_items accepts no line',
    SIDES,
    async (t) => {
      const made = await placeMultiGradeBid(t);
      const [line] = await linesOf(t, made);
      const grade = line.get('grade').value;
      const refused = await acceptLines(made, [grade, 'No such grade at all']);
      // BID-24 is an assumption.
      if (refused.is_success) t.unverifiable('the target accepts an unknown line in bid_items');
      const bid = await readBid(t.buyer, made.id);
      bid.get('status').is('pending');
      for (const one of bid.find('grades')?.array() ?? []) {
        const status = one.find('status');
        status?.expect(status.value !== 'accepted', 'A rejected acceptance accepted a line.', 'pending');
        warnUnless(status?.value !== 'rejected', { message: 'A rejected acceptance rejected a line.', expected: 'pending' });
      }
    },
  ),
];
