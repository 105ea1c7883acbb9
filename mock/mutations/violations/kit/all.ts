import { joinSeams } from '../../join-seams.ts';
import type { Seams } from '../../seams.ts';

/** Several deviations as one: what goes out passes the first first. */
export function all(...parts: readonly Partial<Seams>[]): Partial<Seams> {
  return joinSeams(parts);
}
