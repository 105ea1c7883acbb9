/** Idempotency keys that are good at first. */
import type { KeyUse } from '../../../server/http/idempotency.ts';
import type { Reader, Row } from '../../../market/records/tables.ts';
import { afterAct, isJsonObject, onKey, readJson, violation } from '../kit/index.ts';
import type { Violation } from '../violation.ts';
import { ancestorsOf } from './chains.ts';

interface RowCache {
  key: Row<'idempotency_keys'>;
  bid: Row<'bids'>;
}

/** What is kept under a key for a path, of any team, with the bid that came of it. */
async function keptFor(db: Reader, { key, path }: Pick<KeyUse, 'key' | 'path'>): Promise<readonly RowCache[]> {
  const rows = await db.selectFrom('idempotency_keys').selectAll().where('key', '=', key).where('path', '=', path).execute();
  const kept: RowCache[] = [];
  for (const row of rows) {
    const json = readJson(row.response);
    const data = isJsonObject(json) ? json['data'] : undefined;
    const id = isJsonObject(data) && typeof data['id'] === 'string' ? data['id'] : '';
    const bid = await db.selectFrom('bids').selectAll().where('id', '=', id).executeTakeFirst();
    if (bid !== undefined) kept.push({ key: row, bid });
  }
  return kept;
}

export const DEEP_KEYS: readonly Violation[] = [
  violation(
    'IDEM-2/deep-freed-by-a-rejected-counter',
    'Four steps (bid with a key, counter, reject, repeat): rejecting a counter forgets the key of the bid behind it. Checks repeat a request while its bid is pending.',
    afterAct('rejectBid', async ({ db }, _answer, { truth }) => {
      for (const { id } of await ancestorsOf(db, truth.bid)) {
        await db.deleteFrom('idempotency_keys').where('response', 'like', `%${id}%`).execute();
      }
    }),
  ),
  violation(
    'IDEM-2/deep-forgotten-when-relisted',
    'Four steps (bid with a key, take off the market, publish, repeat): the keys for a lot are forgotten when it comes back. Checks leave the lot listed.',
    afterAct('updateListing', async ({ db }, { data }, { lot }) => {
      if (data.status !== 'listed' || lot.status === 'listed') return;
      await db.deleteFrom('idempotency_keys').where('path', 'like', `%${lot.id}%`).execute();
    }),
  ),
  violation(
    'IDEM-3/deep-any-body-once-accepted',
    'Three steps (bid with a key, accept, repeat with another body): the key of an accepted bid takes any body. Checks of conflicts repeat while the bid is pending.',
    onKey(async (use, { db }) => {
      const own = (await keptFor(db, use)).find(({ key }) => key.team_id === use.owner);
      return own?.bid.status === 'accepted' ? { ...use, body_hash: own.key.body_hash } : use;
    }),
  ),
  violation(
    'IDEM-7/deep-anybodys-once-answered',
    "Three steps (bid with a key, an answer, another team's repeat): the key of a bid that was answered is good for every team. Checks borrow the key of a pending bid.",
    onKey(async (use, { db }) => {
      const answered = (await keptFor(db, use)).find(({ bid }) => bid.status !== 'pending');
      return answered === undefined ? use : { ...use, owner: answered.key.team_id };
    }),
  ),
];
