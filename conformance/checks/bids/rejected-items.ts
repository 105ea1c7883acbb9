/** BID-21: an acceptance that returns an error accepts nothing. */
import { check, type Check } from '../../check/check.ts';
import { readBid } from '#client';
import { acceptLines, linesOf, placeMultiGradeBid } from './multi-grade.ts';
import { SIDES } from './needs.ts';

export const REJECTED_ITEMS: readonly Check[] = [
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
      }
    },
  ),
];
