/**
 * PRIV-1, PRIV-2: the nearest city of a farm is free text that every buyer reads. A town that is not in the table is allowed, unless its
 * name could identify the seller or the farm.
 */
import type { City } from '#spec/reference/index';
import { findCity } from '#spec/reference/index';
import { findContactLeak } from './moderation.ts';
import type { HiddenNames } from './names.ts';
import { containsName, containsWordOf } from './names.ts';

/** The longest name of a place in Canada has 50 characters. */
const LENGTH_MAX = 60;

/** Towns whose names begin with a number, such as "100 Mile House". */
const MILE_HOUSE = /^\d{2,3} Mile (?:House|Ranch)$/i;
const FORM = /^[\p{L}\p{M} .,'’()!&/-]*\p{L}[\p{L}\p{M} .,'’()!&/-]*$/u;

/** The error for callers that can use only towns of the table. */
export const UNKNOWN_TOWN = 'is not a known town; a token with farms.read can use other towns';

/** Finds a town of the table, in any case and spacing. */
export function findTown(text: string, province = ''): City | undefined {
  return findCity(collapseSpaces(text.normalize('NFKC')), province);
}

/** PRIV-9, PRIV-16: normalizes the spelling, because an unusual one would link the lots of one seller. */
export function normalizeTown(text: string, province: string | undefined): string {
  return findTown(text, province)?.name ?? collapseSpaces(text.normalize('NFC'));
}

function collapseSpaces(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

/** Explains why a text cannot be the nearest city of a farm. Undefined if it can. */
export function findTownProblem(text: string, { farms, people }: HiddenNames): string | undefined {
  const plain = text.normalize('NFKC').trim();
  if (plain.length > LENGTH_MAX) return `must be at most ${LENGTH_MAX} characters`;
  const leak = findContactLeak(text);
  if (leak !== undefined) return `must not contain ${leak}`;
  if (!FORM.test(plain) && !MILE_HOUSE.test(plain)) return 'must be the name of a town, without digits';
  if (farms.some((name) => containsName(text, name)))
    return 'must not contain the name of your farm, because buyers read the city';
  return people.some((person) => containsWordOf(text, person))
    ? 'must not contain your name, because buyers read the city'
    : undefined;
}
