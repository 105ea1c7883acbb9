/** Exact decimal sums of tonnes and money, without binary rounding errors. */
import { Big } from 'big.js';

export function add(a: number, b: number): number {
  return new Big(a).plus(b).toNumber();
}

export function subtract(a: number, b: number): number {
  return new Big(a).minus(b).toNumber();
}
