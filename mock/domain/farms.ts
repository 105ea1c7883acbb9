import { findCity } from '#fixtures/geography/index';
import type { FieldError, StoreFarm, UpdateFarm } from '#spec';
import type { Row } from '../store/tables.ts';
import { PROVINCE_CODES, findProvince } from './provinces.ts';
import type { Refusal } from './refusal.ts';
import { refuseFields } from './refusal.ts';
import type { Sound } from './sound.ts';
import { findTownProblem, holdsName } from './towns.ts';

type Farm = Row<'farms'>;

/** Who the farm is of: what must not stand in a place that buyers are told. */
export interface FarmSeller {
  name: string;
  /** All the farms of the seller, in either mode, that which is changed among them. */
  farms: readonly Pick<Farm, 'id' | 'name' | 'nearest_city' | 'nearest_province'>[];
}

/**
 * FARM-2, FARM-3, PRIV-1, PRIV-2: the body of a new farm, or a change of one.
 * @param id of the farm that is changed
 * @returns the same, with the province as its code; or 422 naming every field that buyers must not be told
 */
export function judgeFarm<Body extends UpdateFarm>(body: Body, seller: FarmSeller, id?: string): Body | Refusal {
  const errors = findFarmErrors(body, seller, id);
  if (errors.length > 0) return refuseFields(...errors);
  const { nearest_province } = body;
  return nearest_province === undefined ? body : { ...body, nearest_province: findProvince(nearest_province) };
}

/** ERR-5. @param body all of it, or what is left when parts of the wrong shape are taken out */
export function findFarmErrors(body: Sound<UpdateFarm>, seller: FarmSeller, id?: string): FieldError[] {
  const { name, nearest_city, nearest_province } = body;
  const old = seller.farms.find((farm) => farm.id === id);
  const province = findProvince(nearest_province ?? old?.nearest_province ?? '');
  const farm_names = [...seller.farms.map((farm) => farm.name), ...(name === undefined ? [] : [name])];
  const city_problem =
    // A town that everybody knows is one, whatever farms and people are called after it.
    nearest_city === undefined || findCity(nearest_city, province ?? '') !== undefined
      ? undefined
      : findTownProblem(nearest_city, { farm_names, seller_name: seller.name });
  const is_told =
    name !== undefined &&
    seller.farms.some((farm) => {
      const is_replaced = farm.id === id && nearest_city !== undefined;
      return (
        !is_replaced && findCity(farm.nearest_city, farm.nearest_province) === undefined && holdsName(farm.nearest_city, name)
      );
    });
  return [
    ...(is_told ? [{ field: 'name', message: 'must not be what nearest_city of one of your farms tells buyers' }] : []),
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
