import { findCity } from '#spec/reference/index';
import type { FieldError, StoreFarm, UpdateFarm } from '#spec';
import type { Row } from '../records/tables.ts';
import type { HiddenNames } from './names.ts';
import { holdsName } from './names.ts';
import { PROVINCE_CODES, findProvince } from './provinces.ts';
import type { Refusal } from './refusal.ts';
import { refuseFields } from './refusal.ts';
import type { DeepPartial } from './deep-partial.ts';
import { UNKNOWN_TOWN, findTown, findTownProblem, spellTown } from './towns.ts';
import { isKnownVariety } from './varieties.ts';

type Farm = Row<'farms'>;

/** Who the farm is of: what must not stand in anything that buyers are told. */
export interface FarmSeller {
  name: string;
  /** All the farms of the seller, in either mode, that which is changed among them. */
  farms: readonly Pick<Farm, 'id' | 'name' | 'nearest_city' | 'nearest_province'>[];
  /** What its lots tell buyers that it typed itself. */
  varieties: readonly string[];
}

/** Who acts on which farm. */
export interface FarmAct {
  /** Of the farm that is changed; undefined of a new one. */
  id?: string;
  /** Whether the caller may read the names of farms (PRIV-8, PRIV-14). */
  reads_farms: boolean;
}

export function hiddenNamesOf({ name, farms }: FarmSeller): HiddenNames {
  return { people: [name], holdings: farms.map((farm) => farm.name) };
}

/**
 * FARM-2, FARM-3, PRIV-1, PRIV-2: the body of a new farm, or a change of one.
 * @returns the same, with the province as its code and a town that is known as everybody spells it; or 422 naming every field that buyers must not be told
 */
export function judgeFarm<Body extends UpdateFarm>(body: Body, seller: FarmSeller, act: FarmAct): Body | Refusal {
  const errors = findFarmErrors(body, seller, act);
  if (errors.length > 0) return refuseFields(...errors);
  const { nearest_city, nearest_province } = body;
  return {
    ...body,
    ...(nearest_city === undefined ? {} : { nearest_city: spellTown(nearest_city, provinceOf(body, seller, act)) }),
    ...(nearest_province === undefined ? {} : { nearest_province: findProvince(nearest_province) }),
  };
}

/** The code of the province that the farm is then in; undefined where there is none of that name. */
function provinceOf({ nearest_province }: DeepPartial<UpdateFarm>, { farms }: FarmSeller, { id }: FarmAct): string | undefined {
  return findProvince(nearest_province ?? farms.find((farm) => farm.id === id)?.nearest_province ?? '');
}

/** ERR-5. @param body all of it, or what is left when parts of the wrong shape are taken out */
export function findFarmErrors(body: DeepPartial<UpdateFarm>, seller: FarmSeller, act: FarmAct): FieldError[] {
  const { name, nearest_city, nearest_province } = body;
  const { id, reads_farms } = act;
  const province = provinceOf(body, seller, act);
  const hidden = hiddenNamesOf(seller);
  const holdings = name === undefined ? hidden.holdings : [...hidden.holdings, name];
  const city_problem =
    // A town that everybody knows is one, whatever farms and people are called after it.
    nearest_city === undefined || findTown(nearest_city, province) !== undefined
      ? undefined
      : // PRIV-8: one guess after the other, refusals would tell the names that the caller may not read.
        reads_farms
        ? findTownProblem(nearest_city, { ...hidden, holdings })
        : UNKNOWN_TOWN;
  const told = [
    ...seller.farms
      .filter((farm) => farm.id !== id || nearest_city === undefined)
      .filter((farm) => findCity(farm.nearest_city, farm.nearest_province) === undefined)
      .map((farm) => farm.nearest_city),
    ...seller.varieties.filter((variety) => !isKnownVariety(variety)),
  ];
  const is_told = name !== undefined && told.some((text) => holdsName(text, name));
  return [
    ...(is_told
      ? [{ field: 'name', message: 'must not be what nearest_city of a farm of yours, or variety of a listing, tells buyers' }]
      : []),
    ...(city_problem === undefined ? [] : [{ field: 'nearest_city', message: city_problem }]),
    ...(nearest_province !== undefined && province === undefined
      ? [{ field: 'nearest_province', message: `must be a province or territory of Canada: ${PROVINCE_CODES}` }]
      : []),
  ];
}

/** LST-24: a live farm begins without a payment method, a sandbox farm with one. */
export function startFarm(
  fields: StoreFarm,
  { id, user_id, livemode }: Pick<Farm, 'id' | 'user_id' | 'livemode'>,
  now: string,
): Farm {
  const { name, latitude, longitude, nearest_city, nearest_province } = fields;
  const has_payment_method = livemode === 1 ? 0 : 1;
  return {
    id,
    user_id,
    livemode,
    name,
    latitude,
    longitude,
    nearest_city,
    nearest_province,
    has_payment_method,
    created_at: now,
  };
}
