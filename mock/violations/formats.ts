import { onField, violation } from './kit/index.ts';
import type { Violation } from './violation.ts';

export const FORMATS: readonly Violation[] = [
  violation('FMT-1/amounts-as-text', 'The amount of a price is a string.', onField('everywhere', 'price.amount', String)),
  violation(
    'FMT-11/country-told',
    "A listing's place has a country too.",
    onField(['listInventory', 'getInventory'], 'location', (location) => ({ ...Object(location), country: 'CA' })),
  ),
];
