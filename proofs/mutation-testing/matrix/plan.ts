/** Which checks run on which deviation. */
import { CHECKS } from '#conformance/checks/index';
import type { Deviation } from '../infection/shadows.ts';
import type { Probe } from './probe.ts';

/**
 * The checks that each deviation infects. All checks, if it changes the world before the first check, or if it is infected there and
 * remembers something, because no probe then shows what it does next.
 */
export function planChecks(deviations: readonly Deviation[], probes: readonly Probe[]): ReadonlyMap<string, readonly string[]> {
  const infected = new Map(deviations.map(({ name }) => [name, new Set<string>()]));
  const keepers = new Set(deviations.flatMap(({ name, seams }) => (typeof seams === 'function' ? [name] : [])));
  const unclear = new Set<string>();
  for (const probe of probes) {
    for (const name of probe.infected) infected.get(name)?.add(probe.check);
    for (const [name, infection] of probe.early) if (infection === 'lasting' || keepers.has(name)) unclear.add(name);
  }
  return new Map(
    [...infected].map(([name, ids]) => [name, CHECKS.flatMap(({ id }) => (unclear.has(name) || ids.has(id) ? [id] : []))]),
  );
}
