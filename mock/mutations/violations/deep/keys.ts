/** Idempotency keys that go wrong only after several steps. */
import { afterAct, findRow, findRows, idOfResource, onKey, violations, type Reader, type Row } from '../kit/index.ts';
import type { KeyUse } from '../../../server/http/idempotency.ts';
import { ancestorsOf } from './chains.ts';

/** A bid that was placed with an Idempotency-Key. */
interface BidOfKey {
  key: Row<'idempotency_keys'>;
  bid: Row<'bids'>;
}

/** The bids that any team placed with this key and path. */
async function findBidsOfKey(db: Reader, { key, path }: Pick<KeyUse, 'key' | 'path'>): Promise<readonly BidOfKey[]> {
  const rows = await findRows(db, 'idempotency_keys', { key, path });
  const found: BidOfKey[] = [];
  for (const row of rows) {
    const bid = await findRow(db, 'bids', { id: idOfResource(row.response) ?? '' });
    if (bid !== undefined) found.push({ key: row, bid });
  }
  return found;
}

export const DEEP_KEYS = violations({
  'IDEM-2/deep-freed-by-a-rejected-counter: Four steps (bid with a key, counter, reject, repeat): rejecting a counter deletes the key of the bid before it.':
    afterAct('rejectBid', async ({ db }, _response, { stored }) => {
      for (const { id } of await ancestorsOf(db, stored.bid)) {
        await db.deleteFrom('idempotency_keys').where('response', 'like', `%${id}%`).execute();
      }
    }),
  'IDEM-2/deep-forgotten-when-relisted: Four steps (bid with a key, unlist, publish, repeat): relisting a lot deletes its keys.':
    afterAct('updateListing', async ({ db }, { data }, { lot }) => {
      if (data.status !== 'listed' || lot.status === 'listed') return;
      await db.deleteFrom('idempotency_keys').where('path', 'like', `%${lot.id}%`).execute();
    }),
  'IDEM-3/deep-any-body-once-accepted: Three steps (bid with a key, accept, repeat with a different body): the key of an accepted bid accepts any body.':
    onKey(async (use, { db }) => {
      const own = (await findBidsOfKey(db, use)).find(({ key }) => key.team_id === use.owner);
      return own?.bid.status === 'accepted' ? { body_hash: own.key.body_hash } : {};
    }),
  "IDEM-7/deep-anybodys-once-answered: Three steps (bid with a key, an answer, another team's repeat): the key of a decided bid works for every team.":
    onKey(async (use, { db }) => {
      const answered = (await findBidsOfKey(db, use)).find(({ bid }) => bid.status !== 'pending');
      return answered === undefined ? {} : { owner: answered.key.team_id };
    }),
});
