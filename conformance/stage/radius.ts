import type { Point } from '../privacy/coordinates.ts';

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
    const middle = Math.round(((without + within) / 2) * 100) / 100;
    if (await isFound(middle)) within = middle;
    else without = middle;
  }
  return within;
}
