import { PARTS_OF_EVERY_RUN, TransportFault, elapsedMs, timeLimit, type Run } from '#client';

/** The first request also opens a connection. */
const PATHS = ['/inventory?limit=1', '/inventory?limit=2', '/inventory?limit=3'];
/** A target that is slower than this counts as this slow. */
const SLOW_MS = 2_000;

/** How fast a target can be used. */
export interface Pace {
  response_ms: number;
  /** The rate limit that the target states. Infinite if it states none. */
  allowed_per_second: number;
}

/**
 * How long the target takes to respond, and the rate limit that it states, for an estimate. Sends up to three requests without a token.
 * Never throws for what the target does.
 * @param end ends it early
 */
export async function measurePace(http: Run['http'], ...end: readonly AbortSignal[]): Promise<Pace> {
  const pace: Pace = { response_ms: SLOW_MS, allowed_per_second: Number.POSITIVE_INFINITY };
  const signal = timeLimit(SLOW_MS, end);
  try {
    for (const path of PATHS) {
      const began = elapsedMs();
      const { headers } = await http.send({ check: PARTS_OF_EVERY_RUN.set_up, actor: 'anonymous', method: 'GET', path, signal });
      pace.response_ms = elapsedMs() - began;
      pace.allowed_per_second = readRateLimit(headers['ratelimit-policy']);
    }
  } catch (error) {
    // The setup check and the run report a target that cannot be reached.
    if (!(error instanceof TransportFault || signal.aborted)) throw error;
  }
  return pace;
}

/** The lowest rate per second in `RateLimit-Policy`: `100;w=60`, or `"burst";q=100;w=60` since the eighth draft. */
function readRateLimit(policies = ''): number {
  const rates = policies.split(',').map((policy) => {
    const quota = /^\s*(\d+)\s*(?:;|$)/.exec(policy)?.[1] ?? /;\s*q=(\d+)/.exec(policy)?.[1];
    const window_seconds = /;\s*w=(\d+)/.exec(policy)?.[1];
    return Number(quota) / Number(window_seconds);
  });
  return Math.min(...rates.filter((rate) => rate > 0));
}
