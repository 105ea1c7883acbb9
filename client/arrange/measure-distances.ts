import type { Point } from '../secrets/coordinates.ts';

const EARTH_RADIUS_KM = 6_371;
const RADIUS_MAX_KM = 6_000;
/** Radii are told to this. */
const FINE_KM = 4;

/** Along a great circle. */
export function distanceKm(a: Point, b: Point): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2;
  const across = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(half(a.latitude, b.latitude) + across));
}

/**
 * The smallest radius at which something is found, halving and halving again.
 * @returns undefined where the widest does not find it
 */
export async function findRadius(
  isFound: (radius_km: number) => Promise<boolean>,
  fine_km = FINE_KM,
): Promise<number | undefined> {
  if (!(await isFound(RADIUS_MAX_KM))) return undefined;
  let [without, within] = [0, RADIUS_MAX_KM];
  while (within - without > fine_km) {
    // Whether a radius may have decimals is open.
    const middle = Math.round((without + within) / 2);
    if (await isFound(middle)) within = middle;
    else without = middle;
  }
  return within;
}

/** Points around the grain of Canada, far from each other, and one in its midst. */
export const REFERENCE_POINTS: readonly Point[] = [
  { latitude: 60, longitude: -120 },
  { latitude: 60, longitude: -90 },
  { latitude: 42, longitude: -120 },
  { latitude: 42, longitude: -90 },
  { latitude: 51, longitude: -105 },
];

/** How far something is from a point. */
export interface Distance {
  at: Point;
  km: number;
}

/** How far something is from each of the points, as `near` has it; the points from which it is not found are left out. */
export async function measureDistances(isFound: (near: string) => Promise<boolean>): Promise<readonly Distance[]> {
  const distances: Distance[] = [];
  for (const at of REFERENCE_POINTS) {
    const km = await findRadius(async (radius) => isFound(`${at.latitude},${at.longitude},${radius}`));
    if (km !== undefined) distances.push({ at, km });
  }
  return distances;
}

/** The place that these distances fit best, and by how much the worst of them misses it. */
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
