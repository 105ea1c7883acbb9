/** Implements the hooks with requests to the mock's control plane (docs/control-plane.md). */
import { isObject } from '../../replies/json-node.ts';
import type { HttpAnswer } from '../../config/send-request.ts';
import { NoResponse, sendRequest } from '../../config/send-request.ts';
import { HOOK_TIMEOUT_MS, HookError } from '../../config/hooks.ts';
import type { MockAt } from './target.ts';
import type { HookName } from '../../settings/schema.ts';
import { HOOK_NAMES } from '../../settings/schema.ts';
import type { RunHook } from '../../settings/settings.ts';

type Json = Readonly<Record<string, unknown>>;
type Send = (method: 'POST' | 'PATCH', path: string, body?: Json) => Promise<Json>;

/** Hooks by name. Each returns the response of the control plane. */
const ACTIONS: Readonly<Record<HookName, (send: Send, params: Json) => Promise<Json>>> = {
  pay_invoice: async (send, { trade_id, invoice }) => send('POST', `/trades/${part(trade_id)}/invoices/${part(invoice)}/pay`),
  make_offer: async (send, { cash_bid_id, ...terms }) => send('POST', `/cash-bids/${part(cash_bid_id)}/offers`, terms),
  advance_clock: async (send, { seconds }) => send('POST', '/clock/advance', { seconds }),
  deactivate_webhook: async (send, { webhook_id }) => send('PATCH', `/webhooks/${part(webhook_id)}`, { is_active: false }),
  set_payment_method: async (send, { farm_id, on_file }) => send('PATCH', `/farms/${part(farm_id)}`, { payment_method: on_file }),
  emit_analysis: async (send, { type, ...rest }) =>
    send('POST', '/analyses', { type: part(type).replace(/^analysis\./, ''), ...rest }),
  set_queue: async (send, { location_id, trucks_waiting, advance_seconds }) => {
    const moved = await send('POST', `/locations/${part(location_id)}/queue`, { trucks_waiting });
    if (advance_seconds !== undefined) await send('POST', '/clock/advance', { seconds: advance_seconds });
    return isObject(moved['new_state']) ? { ...moved, threshold: moved['new_state']['threshold'] } : moved;
  },
  set_credit: async (send, { team_id, has_good_credit }) => send('PATCH', `/teams/${part(team_id)}`, { has_good_credit }),
  mint_token: async (send, { actor, ...rest }) => {
    const minted = await send('POST', '/tokens', { ...(actor === undefined ? {} : callerOf(part(actor))), ...rest });
    return { ...minted, token: minted['access_token'] };
  },
};

/** All hooks, implemented for a mock. */
export function createMockHooks(mock: MockAt, timeout_ms = HOOK_TIMEOUT_MS): ReadonlyMap<HookName, RunHook> {
  return new Map(
    HOOK_NAMES.map((name): [HookName, RunHook] => {
      const send: Send = async (method, path, body) => call(name, mock, { method, path, body }, timeout_ms);
      return [name, Object.assign(async (params: Json) => ACTIONS[name](send, params), { is_built_in: true as const })];
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
  if (answer.status >= 200 && answer.status < 300 && isObject(answer.json)) return answer.json;
  throw new HookError(hook, 'target.base_url', `was rejected by the mock: ${method} ${path} returned ${describe(answer)}`);
}

function describe({ status, json, text }: HttpAnswer): string {
  const error = isObject(json) && isObject(json['error']) ? json['error'] : {};
  const message = typeof error['message'] === 'string' ? error['message'] : text;
  const fields = Array.isArray(error['errors']) ? ` ${JSON.stringify(error['errors'])}` : '';
  return `${status}: ${message.slice(0, 200)}${fields.slice(0, 300)}`;
}

/** `buyer_sandbox` is the persona `buyer` with a sandbox token. */
function callerOf(actor: string): Json {
  const persona = actor.replace(/_sandbox$/, '');
  return persona === actor ? { persona } : { persona, sandbox: true };
}

/** Encodes a parameter for a path. */
function part(value: unknown): string {
  return encodeURIComponent(typeof value === 'string' || typeof value === 'number' ? String(value) : '');
}
