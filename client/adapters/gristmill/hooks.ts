/** Implements the hooks with requests to the mock's control plane (docs/control-plane.md). */
import { encodePath } from '../../http/encode-path.ts';
import { isSuccess } from '../../replies/exchange.ts';
import { isObject, type JsonObject } from '../../json.ts';
import { NoResponse, type HttpResponse } from '../../config/send-request.ts';
import { HookError } from '../../config/hooks.ts';
import { requestControl, type MockAt } from './target.ts';
import { HOOK_NAMES, type HookName } from '../../settings/schema.ts';
import type { RunHook, Settings } from '../../settings/settings.ts';
import { errorIn } from '../../replies/read-items.ts';

/** A request to the control plane. */
interface ControlRequest {
  method: 'POST' | 'PATCH';
  path: string;
  body?: JsonObject;
}

/** The hooks that one request implements. `set_queue` can take two. */
const REQUESTS: Readonly<Record<Exclude<HookName, 'set_queue'>, (params: JsonObject) => ControlRequest>> = {
  pay_invoice: ({ trade_id, invoice }) => ({
    method: 'POST',
    path: encodePath`/trades/${textOf(trade_id)}/invoices/${textOf(invoice)}/pay`,
  }),
  make_offer: ({ cash_bid_id, ...body }) => ({
    method: 'POST',
    path: encodePath`/cash-bids/${textOf(cash_bid_id)}/offers`,
    body,
  }),
  advance_clock: ({ seconds }) => ({ method: 'POST', path: '/clock/advance', body: { seconds } }),
  deactivate_webhook: ({ webhook_id }) => ({
    method: 'PATCH',
    path: encodePath`/webhooks/${textOf(webhook_id)}`,
    body: { is_active: false },
  }),
  set_payment_method: ({ farm_id, on_file }) => ({
    method: 'PATCH',
    path: encodePath`/farms/${textOf(farm_id)}`,
    body: { payment_method: on_file },
  }),
  emit_analysis: ({ type, ...rest }) => ({
    method: 'POST',
    path: '/analyses',
    body: { type: textOf(type).replace(/^analysis\./, ''), ...rest },
  }),
  set_credit: ({ team_id, has_good_credit }) => ({
    method: 'PATCH',
    path: encodePath`/teams/${textOf(team_id)}`,
    body: { has_good_credit },
  }),
  mint_token: ({ actor, ...rest }) => ({ method: 'POST', path: '/tokens', body: { ...personaOf(textOf(actor)), ...rest } }),
};

/** The request that implements a hook on the mock, for scripts; undefined if it takes more than one. */
export function findControlRequest(hook: HookName, params: JsonObject): ControlRequest | undefined {
  return hook === 'set_queue' ? undefined : REQUESTS[hook](params);
}

type Send = (request: ControlRequest) => Promise<JsonObject>;

/** Calls a hook. @returns the response of the control plane */
async function callHook(hook: HookName, send: Send, params: JsonObject): Promise<JsonObject> {
  if (hook === 'set_queue') return setQueue(send, params);
  const response = await send(REQUESTS[hook](params));
  return hook === 'mint_token' ? { ...response, token: response['access_token'] } : response;
}

async function setQueue(send: Send, { location_id, trucks_waiting, advance_seconds }: JsonObject): Promise<JsonObject> {
  const moved = await send({
    method: 'POST',
    path: encodePath`/locations/${textOf(location_id)}/queue`,
    body: { trucks_waiting },
  });
  if (advance_seconds !== undefined) await send({ method: 'POST', path: '/clock/advance', body: { seconds: advance_seconds } });
  return isObject(moved['new_state']) ? { ...moved, threshold: moved['new_state']['threshold'] } : moved;
}

/** All hooks, implemented for a mock. @param mode of the actors without the suffix `_sandbox` */
export function createMockHooks(mock: MockAt, mode: Settings['mode'] = 'live'): ReadonlyMap<HookName, RunHook> {
  const own = mode === 'sandbox' ? { sandbox: true } : {};
  return new Map(
    HOOK_NAMES.map((name): [HookName, RunHook] => {
      const send: Send = async (request) => sendControlRequest(name, mock, request);
      const call = async (params: JsonObject): Promise<JsonObject> =>
        callHook(name, send, name === 'mint_token' ? { ...own, ...params } : params);
      return [name, Object.assign(call, { is_built_in: true as const })];
    }),
  );
}

async function sendControlRequest(hook: HookName, mock: MockAt, { method, path, body }: ControlRequest): Promise<JsonObject> {
  const response = await requestControl(mock, method, path, body).catch((error: unknown) => {
    if (error instanceof NoResponse)
      throw new HookError(hook, 'target.base_url', `got no response from the mock: ${error.message}`);
    throw error;
  });
  if (isSuccess(response) && isObject(response.json)) return response.json;
  throw new HookError(hook, 'target.base_url', `was rejected by the mock: ${method} ${path} returned ${describe(response)}`, {
    is_refusal: response.status < 500,
  });
}

function describe({ status, json, text }: HttpResponse): string {
  const error = errorIn(json);
  const message = typeof error['message'] === 'string' ? error['message'] : text;
  const fields = Array.isArray(error['errors']) ? ` ${JSON.stringify(error['errors'])}` : '';
  return `${status}: ${message.slice(0, 200)}${fields.slice(0, 300)}`;
}

/** `buyer_sandbox` is the persona `buyer` with a sandbox token. */
function personaOf(actor: string): JsonObject {
  const persona = actor.replace(/_sandbox$/, '');
  return actor === '' ? {} : persona === actor ? { persona } : { persona, sandbox: true };
}

/** A parameter of a hook as text; empty if it is something else. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
