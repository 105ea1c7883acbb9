/** Sums of tonnes and money: exact decimals, no drift of binary fractions. */
import { Big } from 'big.js';

export function add(a: number, b: number): number {
  return new Big(a).plus(b).toNumber();
}

export function subtract(a: number, b: number): number {
  return new Big(a).minus(b).toNumber();
}
