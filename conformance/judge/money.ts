import type { Sight } from './sight.ts';

/** FMT-1: a price. */
export function expectMoney(money: Sight): void {
  money.get('amount').number();
  money.get('currency').text();
  money.get('unit').text();
}
