/** Who the two sides of a deal are: what neither may be told of the other before settlement, in whatever it is that the other types. */
import type { FarmSeller } from '../../market/rules/farms.ts';
import { hiddenNamesOf } from '../../market/rules/farms.ts';
import type { Side } from '../../market/rules/bids.ts';
import type { HiddenNames } from '../../market/rules/names.ts';
import type { Caller } from '../http/call.ts';
import { teamOf, userOf } from '../http/call.ts';
import type { Reader } from '../../market/records/tables.ts';
import { findTeam } from '../../market/store/teams.ts';

async function nameOf(db: Reader, user_id: string): Promise<string> {
  const user = await db.selectFrom('users').select('name').where('id', '=', user_id).executeTakeFirst();
  return user?.name ?? '';
}

/** PRIV-1, PRIV-6: a seller with its farms, in either mode, and the varieties that it has typed. */
export async function knowSeller(db: Reader, user_id: string): Promise<FarmSeller> {
  const farms = await db
    .selectFrom('farms')
    .select(['id', 'name', 'nearest_city', 'nearest_province'])
    .where('user_id', '=', user_id)
    .execute();
  const lots = await db
    .selectFrom('lots')
    .select('variety')
    .distinct()
    .where('user_id', '=', user_id)
    .where('variety', 'is not', null)
    .execute();
  return { name: await nameOf(db, user_id), farms, varieties: lots.flatMap(({ variety }) => variety ?? []) };
}

/** PRIV-1, PRIV-6: of a seller. */
export async function namesOfSeller(db: Reader, user_id: string): Promise<HiddenNames> {
  return hiddenNamesOf(await knowSeller(db, user_id));
}

const NOTHING: HiddenNames = { people: [], holdings: [] };

/** PRIV-4, PRIV-7: of a buyer; the company of a verified elevator is told to sellers anyway. */
export async function namesOfBuyer(db: Reader, team_id: string, user_id: string | null): Promise<HiddenNames> {
  const team = await findTeam(db, team_id);
  const is_told = team === undefined || team.is_verified_elevator === 1;
  return { people: user_id === null ? [] : [await nameOf(db, user_id)], holdings: is_told ? [] : [team.name] };
}

/** What must not stand in the terms of a bid; nothing where it has no terms, since then nothing is looked at. */
export async function namesOfAuthor(
  { db, caller, body }: { db: Reader; caller: Caller; body: { additional_terms?: string | undefined } },
  side: Side,
): Promise<HiddenNames> {
  if (body.additional_terms === undefined) return NOTHING;
  return side === 'buyer' ? namesOfBuyer(db, teamOf(caller), caller.user_id) : namesOfSeller(db, userOf(caller));
}
