/** Implements the hooks with requests to the mock's control plane (docs/control-plane.md). */
import { isSuccess } from '../../replies/exchange.ts';
import { isObject } from '../../replies/json-node.ts';
import { errorIn } from '../../replies/read-items.ts';
import type { HttpAnswer } from '../../config/send-request.ts';
import { NoResponse, sendRequest } from '../../config/send-request.ts';
import { HOOK_TIMEOUT_MS, HookError } from '../../config/hooks.ts';
import type { MockAt } from './target.ts';
import type { HookName } from '../../settings/schema.ts';
import { HOOK_NAMES } from '../../settings/schema.ts';
import type { RunHook } from '../../settings/settings.ts';

type Json = Readonly<Record<string, unknown>>;
type Send = (method: 'POST' | 'PATCH', path: string, body?: Json) => Promise<Json>;

/** A request to the control plane. */
interface ControlRequest {
  method: 'POST' | 'PATCH';
  path: string;
  body?: Json;
}

/** The hooks that one request implements. `set_queue` can take two. */
const REQUESTS: Readonly<Record<Exclude<HookName, 'set_queue'>, (params: Json) => ControlRequest>> = {
  pay_invoice: ({ trade_id, invoice }) => ({ method: 'POST', path: `/trades/${part(trade_id)}/invoices/${part(invoice)}/pay` }),
  make_offer: ({ cash_bid_id, ...body }) => ({ method: 'POST', path: `/cash-bids/${part(cash_bid_id)}/offers`, body }),
  advance_clock: ({ seconds }) => ({ method: 'POST', path: '/clock/advance', body: { seconds } }),
  deactivate_webhook: ({ webhook_id }) => ({
    method: 'PATCH',
    path: `/webhooks/${part(webhook_id)}`,
    body: { is_active: false },
  }),
  set_payment_method: ({ farm_id, on_file }) => ({
    method: 'PATCH',
    path: `/farms/${part(farm_id)}`,
    body: { payment_method: on_file },
  }),
  emit_analysis: ({ type, ...rest }) => ({
    method: 'POST',
    path: '/analyses',
    body: { type: part(type).replace(/^analysis\./, ''), ...rest },
  }),
  set_credit: ({ team_id, has_good_credit }) => ({ method: 'PATCH', path: `/teams/${part(team_id)}`, body: { has_good_credit } }),
  mint_token: ({ actor, ...rest }) => ({ method: 'POST', path: '/tokens', body: { ...personaOf(part(actor)), ...rest } }),
};

/** The request that implements a hook on the mock, for scripts; undefined if it takes more than one. */
export function findControlRequest(hook: HookName, params: Json): ControlRequest | undefined {
  return hook === 'set_queue' ? undefined : REQUESTS[hook](params);
}

/** Calls a hook. @returns the response of the control plane */
async function act(hook: HookName, send: Send, params: Json): Promise<Json> {
  if (hook === 'set_queue') return setQueue(send, params);
  const { method, path, body } = REQUESTS[hook](params);
  const answer = await send(method, path, body);
  return hook === 'mint_token' ? { ...answer, token: answer['access_token'] } : answer;
}

async function setQueue(send: Send, { location_id, trucks_waiting, advance_seconds }: Json): Promise<Json> {
  const moved = await send('POST', `/locations/${part(location_id)}/queue`, { trucks_waiting });
  if (advance_seconds !== undefined) await send('POST', '/clock/advance', { seconds: advance_seconds });
  return isObject(moved['new_state']) ? { ...moved, threshold: moved['new_state']['threshold'] } : moved;
}

/** All hooks, implemented for a mock. */
export function createMockHooks(mock: MockAt, timeout_ms = HOOK_TIMEOUT_MS): ReadonlyMap<HookName, RunHook> {
  return new Map(
    HOOK_NAMES.map((name): [HookName, RunHook] => {
      const send: Send = async (method, path, body) => call(name, mock, { method, path, body }, timeout_ms);
      return [name, Object.assign(async (params: Json) => act(name, send, params), { is_built_in: true as const })];
    }),
  );
}

async function call(
  hook: HookName,
  { control_url, admin_token }: MockAt,
  { method, path, body }: { method: 'POST' | 'PATCH'; path: string; body: Json | undefined },
  timeout_ms: number,
): Promise<Json> {
  const answer = await sendRequest(`${control_url}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(admin_token === undefined ? {} : { authorization: `Bearer ${admin_token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeout_ms,
  }).catch((error: unknown) => {
    if (error instanceof NoResponse)
      throw new HookError(hook, 'target.base_url', `got no response from the mock: ${error.message}`);
    throw error;
  });
  if (isSuccess(answer) && isObject(answer.json)) return answer.json;
  throw new HookError(hook, 'target.base_url', `was rejected by the mock: ${method} ${path} returned ${describe(answer)}`);
}

function describe({ status, json, text }: HttpAnswer): string {
  const error = errorIn(json);
  const message = typeof error['message'] === 'string' ? error['message'] : text;
  const fields = Array.isArray(error['errors']) ? ` ${JSON.stringify(error['errors'])}` : '';
  return `${status}: ${message.slice(0, 200)}${fields.slice(0, 300)}`;
}

/** `buyer_sandbox` is the persona `buyer` with a sandbox token. */
function personaOf(actor: string): Json {
  const persona = actor.replace(/_sandbox$/, '');
  return actor === '' ? {} : persona === actor ? { persona } : { persona, sandbox: true };
}

/** Encodes a parameter for a path. */
function part(value: unknown): string {
  return encodeURIComponent(typeof value === 'string' || typeof value === 'number' ? String(value) : '');
}
