import type { JsonNode } from '#client';
import { judgeCommodity, judgeInstant, judgeLocation, judgeMoney, judgeQuality } from './values.ts';

/** INV-2: what every anonymized listing has, and of which type what else it has is. */
export function judgeInventory(listing: JsonNode): void {
  listing.get('id').text();
  judgeCommodity(listing.get('commodity'));
  listing.get('is_organic').boolean();
  const quantity_mt = listing.get('quantity_mt').number();
  if (quantity_mt < 0) listing.get('quantity_mt').breach('A quantity is negative.', '0 tonnes or more');
  listing.get('quantity').object();
  listing.get('quality').object();
  judgeQuality(listing.get('quality'));
  judgeInstant(listing.get('listed_at'));
  listing.find('variety')?.orNull((variety) => variety.string());
  listing.find('grade')?.orNull((grade) => grade.string());
  listing.find('crop_year')?.orNull((year) => year.integer());
  listing.find('asking_price')?.orNull(judgeMoney);
  listing.find('location')?.orNull(judgeLocation);
  listing.find('expires_at')?.orNull(judgeInstant);
}

/** INV-20: what may be null is there all the same. */
export const NULLABLE_IN_INVENTORY = ['variety', 'grade', 'crop_year', 'asking_price', 'location', 'expires_at'] as const;
