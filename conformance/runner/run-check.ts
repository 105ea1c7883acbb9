import { evidenceContextOf } from '../check/evidence.ts';
import type { Check, Need } from '../check/check.ts';
import type { Exchange, FixtureName, HookName, Run, JsonObject } from '#client';
import {
  ACTOR_NAMES,
  Blocked,
  Breach,
  ENDPOINTS,
  Unverifiable,
  credentialOf,
  errorIn,
  explainMissingHook,
  explainSameTeam,
  isFromGateway,
  isLimited,
  isLostRequest,
  isObject,
  isSameJson,
  isSuccess,
  makeRoom,
  noneIfFinding,
  parseJson,
  rejectedFixture,
} from '#client';
import type { CheckResult } from '../check/verdicts.ts';
import { CheckContext } from '../check/check-context.ts';
import { findIdleHook } from './hook-effects.ts';
import { findBrokenPrerequisite } from './blame.ts';
import { Interference, clockMoved, countMoves, findInterference, isPrivacyBreach } from './interference.ts';
import { findSharedTeam } from './shared-team.ts';
import { findWrongQuantityField } from './quantity-field.ts';
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
  const of_gateway = is_excusable ? [...exchanges, ...exchangesOf(error)].find(isFromGateway) : undefined;
  return of_gateway === undefined ? undefined : `a gateway in front of the target returned ${of_gateway.status}`;
}

function exchangesOf(error: Blocked | Breach): readonly Exchange[] {
  const exchange = error instanceof Blocked ? error.exchange : error.details.exchange;
  return exchange === undefined ? [] : [exchange];
}

/** A check with many requests can end within its time limit if a request takes no longer than this. */
const REQUEST_MS = 50;
/** The most by which slow requests lengthen a time limit. */
const LONGER_MAX = 20;

/** The time limit of a check: longer if requests are slow, because the target is, or wait for the rate limit. */
function timeLimitOf({ settings, http }: Run, { timeout_ms = settings.check_timeout_ms }: Check): number {
  return Math.ceil(timeout_ms * Math.min(Math.max(1, http.mean_request_ms / REQUEST_MS), LONGER_MAX));
}

/** @throws Unverifiable if a token lacks a scope, Blocked if the breach results from a broken prerequisite or from other users */
async function carryOut(context: CheckContext): Promise<void> {
  const moves_before = countMoves(context.run);
  try {
    await runWithinLimits(context);
    context.ensureAllSeen();
  } catch (error) {
    if (error instanceof Breach || error instanceof Blocked) {
      const missing = explainMissingScopes(context, error) ?? explainSilence(context, error) ?? explainFixture(context, error);
      if (missing !== undefined) throw missing;
    }
    if (error instanceof Blocked && countMoves(context.run) > moves_before) throw clockMoved(error);
    if (!(error instanceof Breach)) throw error;
    const seen = context.exchanges.length;
    const ignoreFinding = (thrown: unknown): undefined => noneIfFinding(thrown, context.signal);
    const interference = await findInterference(context, error, moves_before);
    context.exchanges.splice(seen);
    const blocked =
      interference ??
      (await findIdleHook(context).catch(ignoreFinding)) ??
      (await findWrongQuantityField(context).catch(ignoreFinding)) ??
      (await findSharedTeam(context).catch(ignoreFinding)) ??
      (await findBrokenPrerequisite(context, error).catch(ignoreFinding));
    // Only the requests up to the breach are evidence.
    context.exchanges.splice(seen);
    throw blocked ?? error;
  }
}

/** Runs the check, and once more if a limit of listings stopped it and there is room now. */
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
  return error.details.exchange !== undefined && isLimited(error.details.exchange);
}

/** A rejected request is not the target's fault if the token lacks a scope. A privacy breach stands, unless the request itself was rejected. */
function explainMissingScopes({ run, check, exchanges }: CheckContext, error: Breach | Blocked): Unverifiable | undefined {
  const own = error instanceof Breach ? error.details.exchange : error.exchange;
  const concerned = check.clause.startsWith('PRIV-') ? [] : exchanges;
  return [...(own === undefined ? [] : [own]), ...concerned]
    .map((exchange) => explainMissingScope(run, exchange))
    .find((missing) => missing !== undefined);
}

/** AUTH-2: rejecting a token without the scope is correct, and says nothing about other clauses. */
function explainMissingScope(run: Run, { actor, status, operation, json }: Exchange): Unverifiable | undefined {
  // The check chose the scopes of a token that it minted: `buyer with bids.read`.
  if (status !== 403 || operation === undefined || actor.includes(' with ')) return undefined;
  if (errorIn(json)['code'] !== 'insufficient_scope') return undefined;
  const name = ACTOR_NAMES.find((one) => one === credentialOf(actor));
  const lacks = (name === undefined ? undefined : run.findActor(name)?.lacks) ?? [];
  const { scopes: stated, any_scope } = ENDPOINTS[operation];
  // AUTH-12: where the document states no scope, a target can require this one.
  const scopes = stated.length === 0 ? ['inventory.read'] : stated;
  const missing = scopes.filter((scope) => lacks.includes(scope));
  return missing.length === 0 || (any_scope === true && missing.length < scopes.length)
    ? undefined
    : new Unverifiable(`the token of ${actor} lacks the scope ${missing.join(' and ')}`, `actors.${name ?? ''}`);
}

/** Fixtures whose format is not in the document, so a target can reject another operator's. */
interface OperatorFixture {
  readonly key: 'cash_bid_body' | 'cash_bid_patch' | 'sandbox_user_body' | 'quantity_field' | 'unit';
  isSent: (exchange: Exchange, fixtures: Run['settings']['fixtures']) => boolean;
}

const OPERATOR_FIXTURES: readonly OperatorFixture[] = [
  { key: 'cash_bid_body', isSent: ({ operation }) => operation === 'createCashBid' },
  {
    key: 'cash_bid_patch',
    isSent: ({ operation, request_body = '' }, { cash_bid_patch = {} }) =>
      operation === 'updateCashBid' && isPartOf(parseJson(request_body), cash_bid_patch),
  },
  { key: 'sandbox_user_body', isSent: ({ operation }) => operation === 'createSandboxUser' },
  {
    key: 'quantity_field',
    isSent: ({ request_body = '' }, { quantity_field = '' }) => request_body.includes(`"${quantity_field}"`),
  },
  { key: 'unit', isSent: ({ url }, { unit }) => URL.parse(url)?.searchParams.get('units') === unit },
];

/** Whether a body has members of a fixture, and no others. */
function isPartOf(body: unknown, fixture: JsonObject): boolean {
  const entries = isObject(body) ? Object.entries(body) : [];
  return entries.length > 0 && entries.every(([key, value]) => isSameJson(value, fixture[key]));
}

/** A target that rejects the operator's fixture says nothing about the clause. */
function explainFixture({ run }: CheckContext, error: Breach | Blocked): Unverifiable | undefined {
  const { is_mock, fixtures } = run.settings;
  const exchange = error instanceof Breach ? error.details.exchange : error.exchange;
  if (is_mock || exchange === undefined) return undefined;
  if (![400, 422].includes(exchange.status) || !isSuccessDue(error)) return undefined;
  const sent = OPERATOR_FIXTURES.find(({ key, isSent }) => fixtures[key] !== undefined && isSent(exchange, fixtures));
  // If the format worked once in this run, it is right, and the rejection is the target's fault.
  const hasWorked = ({ isSent }: OperatorFixture): boolean =>
    run.trail.actions.some(
      (action) => action.type === 'exchange' && isSuccess(action.exchange) && isSent(action.exchange, fixtures),
    );
  if (sent === undefined || hasWorked(sent)) return undefined;
  return rejectedFixture(sent.key, exchange);
}

/** A prerequisite always has to succeed. */
function isSuccessDue(error: Breach | Blocked): boolean {
  const expectation = error instanceof Breach ? error.details.expectation : ({ kind: 'status_class', status_class: 2 } as const);
  if (expectation?.kind === 'status_class') return expectation.status_class === 2;
  return expectation?.kind === 'status' && expectation.statuses.every((status) => status < 300);
}

/** A target that delivers none of the events that are due may simply not reach this machine. What a response leaks stands. */
function explainSilence({ run, check }: CheckContext, error: Breach | Blocked): Unverifiable | undefined {
  const { receiver, settings } = run;
  if (error instanceof Breach && error.details.is_leak === true) return undefined;
  if (!check.needs.includes('webhooks') || settings.is_mock) return undefined;
  if (receiver.deliveries > 0 || receiver.strays.length > 0 || !receiver.is_delivery_due) return undefined;
  const message = 'no delivery arrived in this run; check that the target can reach this machine, or configure a tunnel';
  return new Unverifiable(message, 'target.receiver_url');
}

/** The parts of a run that decide whether a check has what it needs. */
export type NeedsSource = Pick<Run, 'settings' | 'findActor' | 'explainActor' | 'receiver'>;

/** Why a check cannot run, and the configuration key to set, if any: a need is not met, or two of its actors are in the same team. */
export function explainNeeds(run: NeedsSource, needs: readonly Need[]): Problem | undefined {
  const missing = needs.map((need) => explainMissing(run, need)).find((problem) => problem !== undefined);
  if (missing !== undefined) return missing;
  const names = ACTOR_NAMES.filter((name) => needs.includes(name));
  for (const name of names) {
    const other = run.findActor(name)?.same_team_as;
    if (other !== undefined && names.includes(other)) return explainSameTeam(name, other);
  }
  return undefined;
}

type Problem = [reason: string, config_key?: string];

const UNKNOWN_MODE: Problem = ['the configuration does not say whether the actors are live', 'target.mode'];
const NO_LIVE_ACTORS: Problem = [
  'there are no live actors; name the sandbox ones buyer_sandbox, …, and add live ones with target.mode: live',
  'actors',
];

/** Why a need is not met, and the configuration key that would meet it, if any. */
function explainMissing(run: NeedsSource, need: Need): Problem | undefined {
  const { settings } = run;
  if (need === 'writes') {
    return settings.read_only_reason === undefined
      ? undefined
      : [settings.read_only_reason, settings.read_only_key ?? '--allow-writes'];
  }
  if (need === 'webhooks') {
    const { problem } = run.receiver;
    return problem === undefined ? undefined : [problem, 'target.receiver_url'];
  }
  if (need === 'live') {
    return settings.mode === 'live' ? undefined : settings.mode === 'sandbox' ? NO_LIVE_ACTORS : UNKNOWN_MODE;
  }
  // The prefix identifies the other kinds of needs.
  if (need.startsWith('hook:')) {
    const name = need.slice('hook:'.length) as HookName; // a Need with this prefix ends in the name of a hook
    return explainMissingHook(settings.hooks, name);
  }
  if (need.startsWith('fixture:')) {
    const name = need.slice('fixture:'.length) as FixtureName; // the same for fixtures
    const found = name === 'unit' || name === 'amount_key' ? ', and the run has found none' : '';
    return settings.fixtures[name] === undefined
      ? [`the fixture ${name} is not configured${found}`, `fixtures.${name}`]
      : undefined;
  }
  const actor = ACTOR_NAMES.find((name) => name === need);
  if (actor === undefined) throw new Error(`no such need: ${need}`);
  return run.findActor(actor) === undefined ? run.explainActor(actor) : undefined;
}
