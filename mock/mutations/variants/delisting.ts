/** What happens to the pending bids of a listing that is unlisted or archived, and when. */
import { Alarm } from '../../ports/timer.ts';
import { rejectPendingBids } from '../../server/world/delist.ts';
import type { RequestWorld } from '../../server/ports.ts';
import { all, findRow, findRows, idIn, insteadOfAct, onEventsOf, setBids, type Seams } from '../violations/kit/index.ts';
import { variants } from './kit/variant.ts';

type Delisting = 'archiveListing' | 'updateListing';

/** How long after the response the bids are rejected, in ms. */
const LATER_MS = 1_200;

export const DELISTING_VARIED = variants({
  'archived-bids-stay (BID-29, BID-52): Archiving a listing keeps its pending bids.': () => keepingBids(['archiveListing']),
  'bids-rejected-later (BID-29, BID-52, BID-53): The bids on a delisted listing are rejected about a second later.': () =>
    keepingBids(['archiveListing', 'updateListing'], rejectLater),
});

/** Resets the bids to pending in the transaction that rejected them, and drops their events. */
function keepingBids(
  where: readonly Delisting[],
  then: (world: RequestWorld, lot_id: string) => void = () => undefined,
): Partial<Seams> {
  const withoutRejections = onEventsOf(where, (drafts) => drafts.filter(({ type }) => type !== 'bid.rejected'));
  return all(
    withoutRejections(),
    insteadOfAct(where, async ({ world, db, path }, _subject, act) => {
      const lot_id = idIn(path);
      const pending = await findRows(db, 'bids', { lot_id, status: 'pending' });
      const response = await act();
      for (const { id } of pending) await setBids(db, { id }, 'pending');
      // Cast: the world of a request can write.
      if (pending.length > 0) then(world as RequestWorld, lot_id);
      return response;
    }),
  );
}

function rejectLater(world: RequestWorld, lot_id: string): void {
  const reject = async (): Promise<void> => {
    await world.write(async (tx, now) => {
      const lot = await findRow(tx, 'lots', { id: lot_id });
      // The change was rolled back, or the world was reset.
      if (lot === undefined || lot.status === 'listed') return;
      await rejectPendingBids(world, tx, { id: lot_id }, now);
    });
  };
  new Alarm(() => {
    // The world may have been deleted.
    reject().catch(() => undefined);
  }).set(LATER_MS);
}
