/** Exact decimal differences of tonnes and money, without binary rounding errors. */
import { Big } from 'big.js';

export function subtract(a: number, b: number): number {
  return new Big(a).minus(b).toNumber();
}
