import { findCity } from '#spec/reference/index';
import type { FieldError, StoreFarm, UpdateFarm } from '#spec';
import type { Row } from '../records/tables.ts';
import type { HiddenNames } from './names.ts';
import { containsName } from './names.ts';
import { PROVINCE_CODES, findProvince } from './provinces.ts';
import type { Refusal } from './refusal.ts';
import { listFieldErrors, refuseFields } from './refusal.ts';
import type { DeepPartial } from './deep-partial.ts';
import { UNKNOWN_TOWN, findTown, findTownProblem, normalizeTown } from './towns.ts';

type Farm = Row<'farms'>;

/** The seller of a farm, whose names the place of the farm must not reveal. */
export interface FarmSeller {
  name: string;
  /** All farms of the seller, in both modes, including the one that changes. */
  farms: readonly Pick<Farm, 'id' | 'name' | 'nearest_city' | 'nearest_province'>[];
}

/** What matters of a request beside its body. */
export interface FarmRequest {
  /** The farm that changes. Undefined for a new one. */
  id?: string;
  /** Whether the caller may read the names of farms (PRIV-8, PRIV-14). */
  reads_farms: boolean;
}

/**
 * FARM-2, FARM-3, PRIV-1, PRIV-2: validates the body of a new farm or of a change.
 * @returns the body with the code of its province and the usual spelling of its town, or 422 with every invalid field
 */
export function checkFarm<Body extends UpdateFarm>(body: Body, seller: FarmSeller, request: FarmRequest): Body | Refusal {
  const errors = findFarmErrors(body, seller, request);
  if (errors.length > 0) return refuseFields(...errors);
  const { nearest_city, nearest_province } = body;
  return {
    ...body,
    ...(nearest_city === undefined ? {} : { nearest_city: normalizeTown(nearest_city, provinceOf(body, seller, request)) }),
    ...(nearest_province === undefined ? {} : { nearest_province: findProvince(nearest_province) }),
  };
}

/** The code of the province after the change. Undefined if there is no such province. */
function provinceOf(
  { nearest_province }: DeepPartial<UpdateFarm>,
  { farms }: FarmSeller,
  { id }: FarmRequest,
): string | undefined {
  return findProvince(nearest_province ?? farms.find((farm) => farm.id === id)?.nearest_province ?? '');
}

/** ERR-5. @param body the body, or the valid part of an invalid one */
export function findFarmErrors(body: DeepPartial<UpdateFarm>, seller: FarmSeller, request: FarmRequest): FieldError[] {
  const { name, nearest_city, nearest_province } = body;
  const { id, reads_farms } = request;
  const province = provinceOf(body, seller, request);
  const names = seller.farms.map((farm) => farm.name);
  const hidden: HiddenNames = { people: [seller.name], farms: name === undefined ? names : [...names, name] };
  const city_problem =
    // A known town is allowed even if a farm or a person has the same name.
    nearest_city === undefined || findTown(nearest_city, province) !== undefined
      ? undefined
      : // PRIV-8: the refusals would let a caller guess names that it cannot read.
        reads_farms
        ? findTownProblem(nearest_city, hidden)
        : UNKNOWN_TOWN;
  const is_public = seller.farms
    .filter((farm) => farm.id !== id || nearest_city === undefined)
    .filter((farm) => findCity(farm.nearest_city, farm.nearest_province) === undefined)
    .some((farm) => name !== undefined && containsName(farm.nearest_city, name));
  return listFieldErrors({
    name: is_public ? 'must not be part of the nearest_city of one of your farms, because buyers read it' : undefined,
    nearest_city: city_problem,
    nearest_province:
      nearest_province !== undefined && province === undefined
        ? `must be a province or territory of Canada: ${PROVINCE_CODES}`
        : undefined,
  });
}

/** LST-24: a live farm starts without a payment method, a sandbox farm with one. */
export function buildFarm(
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
