import type { SORTS, Unit } from '#spec';
import type { Flag, Reader } from '../../records/tables.ts';
import type { PublicLot } from '../../records/stored-records.ts';
import { PUBLIC_COLUMNS } from '../../records/stored-records.ts';
import { prepareQuery, queryCompiler } from '../engine/compiled-query.ts';

/** The filters of GET /inventory, with `near` already resolved to the towns it covers (PRIV-3). */
export interface InventoryQuery {
  livemode: Flag;
  commodities: readonly string[] | undefined;
  grade: string | undefined;
  /** Bounds are inclusive, in `units`. */
  min_quantity: number | undefined;
  max_quantity: number | undefined;
  province: string | undefined;
  city_ids: readonly number[] | undefined;
  crop_year: number | undefined;
  is_organic: boolean | undefined;
  min_protein: number | undefined;
  sort: (typeof SORTS)[number];
  limit: number;
  offset: number;
  units: Unit;
}

/** The values that occur among the listed lots (INV-13). */
export interface FilterValues {
  commodities: string[];
  grades: string[];
  provinces: string[];
  crop_years: number[];
}

/**
 * Finds listed lots. Call it in `Store.read`, which on SQLite runs one call at a time and no writes between its reads (PAGE-4).
 */
export interface Inventory {
  /** One page of the matching lots, and how many match in all (PAGE-8). */
  page(db: Reader, query: InventoryQuery): Promise<{ lots: PublicLot[]; total: number }>;
  readFilterValues(db: Reader, livemode: Flag): Promise<FilterValues>;
}

const selectListedLot = prepareQuery((id: string, livemode: Flag) =>
  queryCompiler
    .selectFrom('lots')
    .select(PUBLIC_COLUMNS)
    .where('id', '=', id)
    .where('livemode', '=', livemode)
    .where('status', '=', 'listed')
    .compile(),
);

/** A listed lot by its id. Undefined if it does not exist, is not listed, or belongs to the other mode (INV-15, INV-22, INV-25). */
export async function findListedLot(db: Reader, id: string, livemode: Flag): Promise<PublicLot | undefined> {
  return (await selectListedLot(db, id, livemode))[0];
}

/** Sorts the values as GET /inventory/filters lists them. */
export function sortFilterValues({ commodities, grades, provinces, crop_years }: FilterValues): FilterValues {
  const sort = (texts: readonly string[]): string[] => texts.toSorted((a, b) => a.localeCompare(b, 'en'));
  return {
    commodities: sort(commodities),
    grades: sort(grades),
    provinces: sort(provinces),
    crop_years: crop_years.toSorted((a, b) => a - b),
  };
}
