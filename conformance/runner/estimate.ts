import type { Check } from '../check/check.ts';
import { explainNeeds, type NeedsSource } from './explain-needs.ts';
import { CHECKS_AT_ONCE } from './lanes.ts';
import type { Pace } from './measure-pace.ts';

export interface Estimate {
  /** How many of the selected checks have what they need. */
  checks: number;
  requests: number;
  seconds: number;
}

/**
 * Measured requests per check: one that creates something first, one that only reads, and one without a token. Each includes its share of the
 * coverage pass. Against a mock, a whole run sends about 13,100 requests in 28 s on two slow cores, and a read-only run about 1,100.
 */
const REQUESTS = { writing: 9.2, reading: 3.9, unknown: 0.5 };
/** The measured request rate without a rate limit. */
const REQUESTS_PER_SECOND_MAX = 600;
/** The measured duration of the checks that move the clock. They run one after the other. */
const CLOCK_SECONDS = 4;

/**
 * Estimates the requests and the duration of a run of these checks, counting only those that have what they need.
 * @param pace the response time and the rate limit of the target. A limit that counts each token separately counts as one for all tokens, so
 * the duration is then an upper bound
 */
export function estimate(checks: readonly Check[], source: NeedsSource, { response_ms, allowed_per_second }: Pace): Estimate {
  const { settings } = source;
  const able = checks.filter(({ needs }) => explainNeeds(source, needs) === undefined);
  const requestsOf = ({ needs }: Check): number => {
    if (settings.actors.size === 0) return REQUESTS.unknown;
    return needs.includes('writes') ? REQUESTS.writing : REQUESTS.reading;
  };
  const requests = Math.ceil(able.reduce((sum, check) => sum + requestsOf(check), 0));
  const in_flight = Math.min(CHECKS_AT_ONCE, settings.max_in_flight);
  const answered_per_second = (in_flight * 1_000) / Math.max(1, response_ms);
  const rates = [settings.requests_per_second, allowed_per_second, REQUESTS_PER_SECOND_MAX, answered_per_second];
  const working = requests / Math.min(...rates);
  // Waiting checks run in parallel with all others. Checks that move the clock run alone.
  const waiting = Math.max(0, ...able.map(({ waits_seconds }) => waits_seconds?.(settings) ?? 0));
  const clock = able.some(({ lane }) => lane === 'clock') ? CLOCK_SECONDS : 0;
  return { checks: able.length, requests, seconds: Math.max(1, Math.ceil(Math.max(working, waiting) + clock)) };
}
