import type { Point } from '../secrets/coordinates.ts';

const EARTH_RADIUS_KM = 6_371;
const RADIUS_MAX_KM = 6_000;
const PRECISION_KM = 4;

/** The great-circle distance in km. */
function distanceKm(a: Point, b: Point): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2;
  const across = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(half(a.latitude, b.latitude) + across));
}

/**
 * Finds the smallest radius in km at which something is found, with a binary search.
 * @param precision_km the largest error of the result; at least 1, because only whole kilometers are tried
 * @returns undefined if the largest radius does not find it
 */
export async function findRadius(
  isFound: (radius_km: number) => Promise<boolean>,
  precision_km = PRECISION_KM,
): Promise<number | undefined> {
  if (!(await isFound(RADIUS_MAX_KM))) return undefined;
  let [without, within] = [0, RADIUS_MAX_KM];
  while (within - without > precision_km) {
    // A target might not support decimals.
    const middle = Math.round((without + within) / 2);
    if (await isFound(middle)) within = middle;
    else without = middle;
  }
  return within;
}

/** Reference points around and inside the grain regions of Canada. */
export const REFERENCE_POINTS: readonly Point[] = [
  { latitude: 60, longitude: -120 },
  { latitude: 60, longitude: -90 },
  { latitude: 42, longitude: -120 },
  { latitude: 42, longitude: -90 },
  { latitude: 51, longitude: -105 },
];

/** A point and the distance from it in km. */
interface Distance {
  at: Point;
  km: number;
}

/** Measures the distance from each reference point with the filter `near`. Omits points from which nothing is found. */
export async function measureDistances(isFound: (near: string) => Promise<boolean>): Promise<readonly Distance[]> {
  const distances: Distance[] = [];
  for (const at of REFERENCE_POINTS) {
    const km = await findRadius(async (radius) => isFound(`${at.latitude},${at.longitude},${radius}`));
    if (km !== undefined) distances.push({ at, km });
  }
  return distances;
}

/** The location that fits the distances best, and the largest error in km. */
export function locateByDistances(distances: readonly Distance[]): Point & { error_km: number } {
  let best = { latitude: 52, longitude: -100, error_km: Number.POSITIVE_INFINITY };
  for (let step = 4; step > 0.02; step /= 2) {
    const { latitude, longitude } = best;
    for (let i = -6; i <= 6; i += 1) {
      for (let j = -8; j <= 8; j += 1) {
        const point = { latitude: latitude + i * step, longitude: longitude + j * step * 1.2 };
        const error_km = Math.max(...distances.map(({ at, km }) => Math.abs(distanceKm(at, point) - km)));
        if (error_km < best.error_km) best = { ...point, error_km };
      }
    }
  }
  return best;
}
