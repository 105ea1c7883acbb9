/** Explains why the setup of the run is to blame for a failure: a token without a scope, a receiver that nothing reaches, or a fixture of another format. */
import type { Exchange, Run } from '#client';
import {
  ACTOR_NAMES,
  Breach,
  ENDPOINTS,
  Unverifiable,
  credentialOf,
  errorIn,
  isObject,
  isSameJson,
  isSuccess,
  parseJson,
  rejectedFixture,
  type Blocked,
  type JsonObject,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** What is wrong with the setup, if that is why a check failed. */
export function explainSetUp(context: CheckContext, error: Breach | Blocked): Unverifiable | undefined {
  return explainMissingScopes(context, error) ?? explainSilence(context, error) ?? explainFixture(context, error);
}

/** A rejected request is not the target's fault if the token lacks a scope. A privacy breach stands, unless the request itself was rejected. */
function explainMissingScopes({ run, check, exchanges }: CheckContext, error: Breach | Blocked): Unverifiable | undefined {
  const own = error.exchange;
  const concerned = check.clause.startsWith('PRIV-') ? [] : exchanges;
  return [...(own === undefined ? [] : [own]), ...concerned]
    .map((exchange) => explainMissingScope(run, exchange))
    .find((missing) => missing !== undefined);
}

/** AUTH-2: rejecting a token without the scope is correct, and proves nothing about other clauses. */
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

/** A target that rejects the operator's fixture proves nothing about the clause. */
function explainFixture({ run }: CheckContext, error: Breach | Blocked): Unverifiable | undefined {
  const { is_mock, fixtures } = run.settings;
  const exchange = error.exchange;
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
export function isSuccessDue(error: Breach | Blocked): boolean {
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
