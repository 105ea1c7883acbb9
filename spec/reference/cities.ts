import { distance } from '@turf/distance';
import { towns, type City } from './towns.ts';

const townsByName: ReadonlyMap<string, City> = new Map(towns.map((town) => [keyOf(town.name, town.province), town]));

function keyOf(name: string, province: string): string {
  return `${name.trim().toLowerCase()}|${province.trim().toLowerCase()}`;
}

/**
 * Finds a town by name and two-letter province code, ignoring case and surrounding spaces.
 * Returns undefined if the table has no such town; a lot there matches no `near` search.
 */
export function findCity(name: string, province: string): City | undefined {
  return townsByName.get(keyOf(name, province));
}

/** A degree of latitude is 111.19 km on turf's sphere. The value is rounded down, so that the shortcut below excludes no match. */
const km_per_degree = 111;

/**
 * Returns the ids of the towns whose centroid lies within `radius_km` of a point, inclusive (INV-24), by great-circle distance.
 *
 * PRIV-3: only centroids count, so all lots of a town enter and leave a radius together (INV-7).
 * Does not check that the coordinates and the radius are valid.
 */
export function citiesWithin(latitude: number, longitude: number, radius_km: number): number[] {
  const from = [longitude, latitude];
  const reach_degrees = radius_km / km_per_degree;
  const ids: number[] = [];
  for (const town of towns) {
    // Skips the trigonometry for most towns.
    if (Math.abs(town.latitude - latitude) > reach_degrees) continue;
    if (distance(from, [town.longitude, town.latitude]) <= radius_km) ids.push(town.id);
  }
  return ids;
}
