import { PARTS_OF_EVERY_RUN, TransportFault, elapsedMs, timeLimit, type Run } from '#client';

/** The first request also opens a connection. */
const PATHS = ['/inventory?limit=1', '/inventory?limit=2', '/inventory?limit=3'];
/** A target that is slower than this counts as this slow. */
const SLOW_MS = 2_000;

/**
 * How long the target takes to respond, in ms, for an estimate. Sends up to three requests without a token. Never throws for what the target does.
 * @param end ends it early
 */
export async function measureResponseTime(http: Run['http'], ...end: readonly AbortSignal[]): Promise<number> {
  let last_ms = SLOW_MS;
  const signal = timeLimit(SLOW_MS, end);
  try {
    for (const path of PATHS) {
      const began = elapsedMs();
      await http.send({ check: PARTS_OF_EVERY_RUN.set_up, actor: 'anonymous', method: 'GET', path, signal });
      last_ms = elapsedMs() - began;
    }
  } catch (error) {
    // The set-up check and the run report a target that cannot be reached.
    if (!(error instanceof TransportFault || signal.aborted)) throw error;
  }
  return last_ms;
}
