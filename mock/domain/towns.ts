/**
 * PRIV-1, PRIV-2: what a seller types as its nearest city reaches every buyer. Towns that no table knows must pass, and nothing
 * that would tell who or where the seller is.
 */
import { findWayRound } from './moderation.ts';

/** The longest name of a place in Canada has 50. */
const LENGTH_MAX = 60;

/** Of "100 Mile House" and its like, the towns whose names begin with a number. */
const MILE_HOUSE = /^\d{2,3} Mile (?:House|Ranch)$/i;
const FORM = /^[\p{L}\p{M} .,'’()!&/-]*\p{L}[\p{L}\p{M} .,'’()!&/-]*$/u;

/** Words of names that name nobody. */
const GENERIC: ReadonlySet<string> = new Set(
  `the and of farm farms farming ranch ranches acre acres land lands field fields grain grains seed seeds agri ag holdings family
   colony brothers bros sons co company corp inc ltd limited seller sandbox test user`.split(/\s+/),
);

/** Shorter ones occur within other words. */
const RUN_TOGETHER_MIN = 6;
const WORD_MIN = 3;

/** What nobody may be told. */
export interface Secrets {
  farm_names: readonly string[];
  seller_name: string;
}

/** Why a text is not the name of a town; undefined where it may be one. */
export function findTownProblem(text: string, { farm_names, seller_name }: Secrets): string | undefined {
  const plain = text.normalize('NFKC').trim();
  if (plain.length > LENGTH_MAX) return `must be at most ${LENGTH_MAX} characters`;
  const way_round = findWayRound(text);
  if (way_round !== undefined) return `must not contain ${way_round}`;
  if (!FORM.test(plain) && !MILE_HOUSE.test(plain)) return 'must be the name of a town, without digits';
  if (farm_names.some((name) => holdsName(text, name))) return 'must not hold the name of your farm: buyers are told the city';
  const words = new Set(wordsOf(text));
  const is_signed = wordsOf(seller_name).some((word) => word.length >= WORD_MIN && !GENERIC.has(word) && words.has(word));
  return is_signed ? 'must not hold your name: buyers are told the city' : undefined;
}

/** Whether a text holds a name, or what is left of it without words like "Farm": in any case, spacing and accents. */
export function holdsName(text: string, name: string): boolean {
  const all = wordsOf(name);
  const telling = all.filter((word) => !GENERIC.has(word));
  const words = telling.length === 0 ? all : telling;
  if (words.length === 0) return false;
  const run_together = words.join('');
  return (
    ` ${wordsOf(text).join(' ')} `.includes(` ${words.join(' ')} `) ||
    (run_together.length >= RUN_TOGETHER_MIN && wordsOf(text).join('').includes(run_together))
  );
}

function wordsOf(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
