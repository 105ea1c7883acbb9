import { isObject } from '../json.ts';

/** Tonnes per unit of weight. Prices per bushel are not compared, because a bushel's weight depends on the commodity. */
const TONNES: ReadonlyMap<unknown, number> = new Map([
  ['MT', 1],
  ['LB', 0.000_453_592_37],
  ['CWT', 0.045_359_237],
  ['ST', 0.907_184_74],
]);

/** How far rounding can change a converted price. */
const ROUNDING = 0.01;

/**
 * Whether a view shows the price that a seller set, in any unit that the object names.
 * @param shown the price in the view
 * @param amount what the seller sent, per tonne or in the deployment's own unit
 * @returns undefined if the amounts differ and the unit cannot be converted
 */
export function hasValueOf(shown: unknown, amount: number): boolean | undefined {
  if (!isObject(shown)) return false;
  if (shown['amount'] === amount) return true;
  if (typeof shown['amount'] !== 'number' || typeof shown['unit'] !== 'string') return false;
  const tonnes = TONNES.get(shown['unit']);
  if (tonnes === undefined) return undefined;
  return tonnes !== 1 && Math.abs(shown['amount'] / (amount * tonnes) - 1) <= ROUNDING;
}
