/** PRIV-1, PRIV-6, PRIV-10: what a seller types as the variety of a lot reaches every buyer. */
import { commodities } from '#spec/reference/index';
import { findWayRound } from './moderation.ts';
import type { HiddenNames } from './names.ts';
import { holdsName, isSigned } from './names.ts';

const known: ReadonlySet<string> = new Set(commodities.flatMap(({ varieties }) => varieties.map(keyOf)));

function keyOf(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** A variety that everybody knows is one, whatever farms and people are called after it. */
export function isKnownVariety(text: string): boolean {
  return known.has(keyOf(text));
}

/** Why a text is not the name of a variety; undefined where it may be one. */
export function findVarietyProblem(text: string, { holdings, people }: HiddenNames): string | undefined {
  if (isKnownVariety(text)) return undefined;
  const way_round = findWayRound(text);
  if (way_round !== undefined) return `must not contain ${way_round}`;
  if (holdings.some((name) => holdsName(text, name))) return 'must not hold the name of your farm: buyers are told the variety';
  return people.some((person) => isSigned(text, person)) ? 'must not hold your name: buyers are told the variety' : undefined;
}
