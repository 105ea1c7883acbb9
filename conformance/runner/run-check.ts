import { evidenceContextOf } from '../check/evidence.ts';
import type { Check } from '../check/check.ts';
import type { Run } from '#client';
import { Blocked, Breach, isFromGateway, isLimited, isLostRequest, makeRoom, noneIfFinding } from '#client';
import type { CheckResult } from '../check/verdicts.ts';
import { CheckContext } from '../check/check-context.ts';
import { findOtherCause } from './blame/find-other-cause.ts';
import { isSuccessDue } from './blame/explain-set-up.ts';
import { Interference, countMoves, isPrivacyBreach } from './blame/interference.ts';
import { explainNeeds } from './explain-needs.ts';
import { evaluate, skipCheck } from '../check/evaluate.ts';

/** Runs one check and returns its verdict. Never throws. @param onLongWait called when it begins a long wait */
export async function runCheck(run: Run, check: Check, stop: AbortSignal, onLongWait?: () => void): Promise<CheckResult> {
  const missing = explainNeeds(run, check.needs);
  if (missing !== undefined) return skipCheck(check, ...missing);
  const rerun_reasons: string[] = [];
  const evaluateOnce = async (): Promise<CheckResult> =>
    evaluate(evidenceContextOf(run), check, {
      timeout_ms: timeLimitOf(run, check),
      stop,
      open: (signal) => new CheckContext(run, check, signal, onLongWait),
      carryOut: async (context) => {
        await carryOut(context).catch((error: unknown) => {
          const reason = explainRerun(error, context);
          if (reason !== undefined) rerun_reasons.push(reason);
          throw error;
        });
      },
    });
  let result = await evaluateOnce();
  for (let tries = 1; tries < TRIES_MAX && rerun_reasons.length === tries; tries += 1) {
    if (stop.aborted || run.http.stop_reason !== undefined) break;
    result = await evaluateOnce();
    const observed = `ran again, because ${[...new Set(rerun_reasons)].join(', and ')}`;
    result = { ...result, observations: [...(result.observations ?? []), observed] };
  }
  return result;
}

const TRIES_MAX = 3;

/** Why a check should run again: a cause outside the target that can be absent the next time. Undefined if there is none. */
function explainRerun(error: unknown, { check, exchanges }: CheckContext): string | undefined {
  // A server can close an idle connection just as it is reused. The client repeats only requests that change nothing.
  if (isLostRequest(error)) return 'a connection was lost during a request';
  if (error instanceof Interference) return error.message;
  const is_excusable = error instanceof Blocked || (error instanceof Breach && !isPrivacyBreach(check, error));
  // After a gateway's response on the last try too, the verdict stands: the target may be down whenever it gets this request.
  // What checks share may have been prepared by another check.
  const of_gateway = is_excusable
    ? [...exchanges, error.exchange].find((one) => one !== undefined && isFromGateway(one))
    : undefined;
  return of_gateway === undefined ? undefined : `a gateway in front of the target returned ${of_gateway.status}`;
}

/** A check with many requests can end within its time limit if a request takes no longer than this. */
const REQUEST_MS = 50;
/** The most by which slow requests lengthen a time limit. */
const LONGER_MAX = 20;

/** The time limit of a check: longer if requests are slow, because the target is, or wait for the rate limit. */
function timeLimitOf({ settings, http }: Run, { timeout_ms = settings.check_timeout_ms }: Check): number {
  return Math.ceil(timeout_ms * Math.min(Math.max(1, http.mean_request_ms / REQUEST_MS), LONGER_MAX));
}

/** @throws what the check found, or what else is to blame for it */
async function carryOut(context: CheckContext): Promise<void> {
  const moves_before = countMoves(context.run);
  try {
    await runWithinLimits(context);
    context.ensureAllSeen();
  } catch (error) {
    if (!(error instanceof Breach || error instanceof Blocked)) throw error;
    throw (await findOtherCause(context, error, moves_before)) ?? error;
  }
}

/** Runs the check, and runs it again if a limit on listings stopped it and there is room now. */
async function runWithinLimits(context: CheckContext): Promise<void> {
  try {
    await context.check.run(context);
  } catch (error) {
    if (!(error instanceof Breach || error instanceof Blocked)) throw error;
    const makingRoom = makeRoom(context, context.exchanges);
    const room = await makingRoom.catch((thrown: unknown) =>
      thrown instanceof Blocked ? thrown : noneIfFinding(thrown, context.signal),
    );
    // A full target gives its own reason for rejecting a listing, even an invalid one.
    if (room instanceof Blocked && isRefusedListing(error)) throw room;
    if (room !== true) throw error;
    await context.check.run(context);
  }
}

/** Whether a check fails because a listing, which it expects to be rejected, was rejected in another way. */
function isRefusedListing(error: Breach | Blocked): boolean {
  if (!(error instanceof Breach) || isSuccessDue(error)) return false;
  return error.exchange !== undefined && isLimited(error.exchange);
}
