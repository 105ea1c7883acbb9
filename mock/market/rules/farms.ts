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

/** The seller of a farm. The farm's location must not reveal the seller's name or farms. */
export interface FarmSeller {
  name: string;
  /** All farms of the seller, in both modes, including the one that changes. */
  farms: readonly Pick<Farm, 'id' | 'name' | 'nearest_city' | 'nearest_province'>[];
}

/** What the validation needs besides the body and the seller. */
interface FarmRequest {
  /** The farm that changes. Undefined for a new one. */
  id?: string;
  /** Whether the caller may read the names of farms (PRIV-8, PRIV-14). */
  can_read_farms: boolean;
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
  const moves = nearest_city !== undefined || nearest_province !== undefined;
  const city_problem = moves ? findCityProblem(body, seller, request) : undefined;
  // If the city changes too, `findCityProblem` has already compared it with all names.
  const others = moves ? seller.farms.filter(({ id }) => id !== request.id) : seller.farms;
  const is_in_city = others
    .filter((farm) => findCity(farm.nearest_city, farm.nearest_province) === undefined)
    .some((farm) => name !== undefined && containsName(farm.nearest_city, name));
  return listFieldErrors({
    name: is_in_city ? 'must not be part of the nearest_city of one of your farms, because buyers read it' : undefined,
    ...(nearest_city === undefined ? {} : { nearest_city: city_problem }),
    nearest_province: findProvinceProblem(body, provinceOf(body, seller, request), city_problem),
  });
}

/** @param city_problem what is wrong with the city in this province */
function findProvinceProblem(
  { nearest_city, nearest_province }: DeepPartial<UpdateFarm>,
  province: string | undefined,
  city_problem: string | undefined,
): string | undefined {
  if (nearest_province === undefined) return undefined;
  if (province === undefined) return `must be a province or territory of Canada: ${PROVINCE_CODES}`;
  if (nearest_city !== undefined || city_problem === undefined) return undefined;
  return `has no town with the name of the nearest_city, which then ${city_problem}`;
}

/** What is wrong with the city after the change. */
function findCityProblem(body: DeepPartial<UpdateFarm>, seller: FarmSeller, request: FarmRequest): string | undefined {
  const city = body.nearest_city ?? seller.farms.find(({ id }) => id === request.id)?.nearest_city;
  // A known town is allowed even if a farm or a person has the same name.
  if (city === undefined || findTown(city, provinceOf(body, seller, request)) !== undefined) return undefined;
  // PRIV-8: otherwise, a caller could use refusals to guess names that it cannot read.
  if (!request.can_read_farms) return UNKNOWN_TOWN;
  const names = seller.farms.map((farm) => farm.name);
  const hidden: HiddenNames = { people: [seller.name], farms: body.name === undefined ? names : [...names, body.name] };
  return findTownProblem(city, hidden);
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
