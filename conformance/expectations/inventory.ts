import type { JsonNode } from '#client';
import { expectCommodity, expectInstant, expectLocation, expectMoney, expectQuality } from './values.ts';

/** INV-2: the required fields of an anonymized listing, and the types of the optional ones. */
export function expectInventory(listing: JsonNode): void {
  listing.get('id').text();
  expectCommodity(listing.get('commodity'));
  listing.get('is_organic').boolean();
  const quantity_mt = listing.get('quantity_mt').number();
  if (quantity_mt < 0) listing.get('quantity_mt').breach('A quantity is negative.', '0 tonnes or more');
  listing.get('quantity').object();
  listing.get('quality').object();
  expectQuality(listing.get('quality'));
  expectInstant(listing.get('listed_at'));
  listing.find('variety')?.orNull((variety) => variety.string());
  listing.find('grade')?.orNull((grade) => grade.string());
  listing.find('crop_year')?.orNull((year) => year.integer());
  listing.find('asking_price')?.orNull(expectMoney);
  listing.find('location')?.orNull(expectLocation);
  listing.find('expires_at')?.orNull(expectInstant);
}

/** INV-20: nullable fields are present. */
export const NULLABLE_IN_INVENTORY = ['variety', 'grade', 'crop_year', 'asking_price', 'location', 'expires_at'] as const;
