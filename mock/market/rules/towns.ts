/**
 * PRIV-1, PRIV-2: what a seller types as its nearest city reaches every buyer. Towns that no table knows must pass, and nothing
 * that would tell who or where the seller is.
 */
import type { City } from '#spec/reference/index';
import { findCity } from '#spec/reference/index';
import { withoutLookAlikes } from './look-alikes.ts';
import { findWayRound } from './moderation.ts';
import type { HiddenNames } from './names.ts';
import { holdsName, isSigned } from './names.ts';

/** The longest name of a place in Canada has 50. */
const LENGTH_MAX = 60;

/** Of "100 Mile House" and its like, the towns whose names begin with a number. */
const MILE_HOUSE = /^\d{2,3} Mile (?:House|Ranch)$/i;
const FORM = /^[\p{L}\p{M} .,'’()!&/-]*\p{L}[\p{L}\p{M} .,'’()!&/-]*$/u;

/** What is said of a town that is in no table, where nothing else may be. */
export const UNKNOWN_TOWN = 'must be a town that is known here; another one takes the scope farms.read as well';

/** The town that is meant, however it is typed; undefined where the table has none of that name. */
export function findTown(text: string, province = ''): City | undefined {
  return findCity(withoutBlanks(withoutLookAlikes(text.normalize('NFKC'))), province);
}

/** PRIV-9, PRIV-16: a spelling of its own would tell which lots are of one seller. */
export function spellTown(text: string, province: string | undefined): string {
  return findTown(text, province)?.name ?? withoutBlanks(text.normalize('NFC'));
}

function withoutBlanks(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

/** Why a text is not the name of a town; undefined where it may be one. */
export function findTownProblem(text: string, { holdings, people }: HiddenNames): string | undefined {
  const plain = text.normalize('NFKC').trim();
  if (plain.length > LENGTH_MAX) return `must be at most ${LENGTH_MAX} characters`;
  const way_round = findWayRound(text);
  if (way_round !== undefined) return `must not contain ${way_round}`;
  if (!FORM.test(plain) && !MILE_HOUSE.test(plain)) return 'must be the name of a town, without digits';
  if (holdings.some((name) => holdsName(text, name))) return 'must not hold the name of your farm: buyers are told the city';
  return people.some((person) => isSigned(text, person)) ? 'must not hold your name: buyers are told the city' : undefined;
}
