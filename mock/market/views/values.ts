/** Values that several views share. */
import { convertFromTonnes, findCommodity } from '#spec/reference/index';
import type { Unit } from '#spec';

/** FMT-2 */
export function commodityOf(slug: string): { slug: string; name: string } {
  const known = findCommodity(slug);
  return { slug: known?.slug ?? slug, name: known?.name ?? slug };
}

/** FMT-1: money without `firm`. FMT-7: always in Canadian dollars. */
export function moneyOf(amount: number, unit: string | null): { amount: number; currency: string; unit: string } {
  return { amount, currency: 'CAD', unit: unit ?? 'MT' };
}

/** FMT-8: the quantity in the requested unit. */
export function quantityOf(quantity_mt: number, units: Unit, commodity: string): { amount: number; unit: Unit } {
  return { amount: convertFromTonnes(quantity_mt, units, commodity), unit: units };
}
