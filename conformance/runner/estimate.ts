import type { Check } from '../check/check.ts';
import type { Means } from './run-check.ts';
import { explainNeeds } from './run-check.ts';

/** What a run will take, roughly. */
export interface Estimate {
  /** How many of the checks have what they need. */
  checks: number;
  requests: number;
  seconds: number;
}

/** Requests of a check as seen: one that makes something first, one that reads, and one where nobody has a token. */
const REQUESTS = { writing: 8, reading: 3, unknown: 0.5 };
/** Requests a second where nothing has to be polite: as seen. */
const REQUESTS_A_SECOND_MAX = 300;
/** Those that move the clock, one after the other: as seen. */
const CLOCK_SECONDS = 8;

/**
 * How much a run of these checks asks, and how long it lasts, by what can run at all with these means.
 * The tour that goes before where there are oracles is not counted.
 */
export function estimate(checks: readonly Check[], means: Means): Estimate {
  const { settings } = means;
  const able = checks.filter(({ needs }) => explainNeeds(means, needs) === undefined);
  const requestsOf = ({ needs }: Check): number => {
    if (settings.actors.size === 0) return REQUESTS.unknown;
    return needs.includes('writes') ? REQUESTS.writing : REQUESTS.reading;
  };
  const requests = Math.ceil(able.reduce((sum, check) => sum + requestsOf(check), 0));
  const working = requests / Math.min(settings.requests_per_second, REQUESTS_A_SECOND_MAX);
  // Those that wait do so beside all others; those that move the clock have it for themselves.
  const waiting = Math.max(0, ...able.map(({ waits_seconds }) => waits_seconds?.(settings) ?? 0));
  const clock = able.some(({ lane }) => lane === 'clock') ? CLOCK_SECONDS : 0;
  return { checks: able.length, requests, seconds: Math.max(1, Math.ceil(Math.max(working, waiting) + clock)) };
}
