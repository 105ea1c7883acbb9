import type { JsonNode } from '#client';

/** FMT-1: a price. */
export function expectMoney(money: JsonNode): void {
  money.get('amount').number();
  money.get('currency').text();
  money.get('unit').text();
}
