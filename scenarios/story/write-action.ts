/** Converts one action to lines of shell. */
import type { HookName } from '#client';
import type { ShownAction } from '../findings/counterexample.ts';
import { hereText, word, type Substitutes } from './shell.ts';

export interface ActionOptions {
  /** Path below the base URL; empty for a hook call. */
  readonly path: string;
  readonly is_mock: boolean;
  /** Whether this is the evidence. The status of other requests must match the recorded one. */
  readonly is_judged: boolean;
  /** The variable that holds the token; undefined if none was sent. */
  readonly token: string | undefined;
  readonly substitutes: Substitutes;
}

type Params = Readonly<Record<string, unknown>>;

interface Control {
  method: 'POST' | 'PATCH';
  path: string;
  body?: Params;
}

/** Hooks as requests to the mock's control plane (docs/control-plane.md). */
const CONTROLS: Partial<Record<HookName, (params: Params) => Control>> = {
  pay_invoice: ({ trade_id, invoice }) => ({ method: 'POST', path: `/trades/${part(trade_id)}/invoices/${part(invoice)}/pay` }),
  make_offer: ({ cash_bid_id, ...body }) => ({ method: 'POST', path: `/cash-bids/${part(cash_bid_id)}/offers`, body }),
  advance_clock: ({ seconds }) => ({ method: 'POST', path: '/clock/advance', body: { seconds } }),
  set_payment_method: ({ farm_id, on_file }) => ({
    method: 'PATCH',
    path: `/farms/${part(farm_id)}`,
    body: { payment_method: on_file },
  }),
  deactivate_webhook: ({ webhook_id }) => ({
    method: 'PATCH',
    path: `/webhooks/${part(webhook_id)}`,
    body: { is_active: false },
  }),
};

export function writeAction(action: ShownAction, options: ActionOptions): readonly string[] {
  return action.type === 'hook' ? writeHook(action, options) : writeRequest(action, options);
}

function writeHook({ hook, params }: ShownAction & { type: 'hook' }, { is_mock, substitutes }: ActionOptions): readonly string[] {
  const control = is_mock ? CONTROLS[hook]?.(params) : undefined;
  if (control === undefined) {
    const action = hereText(JSON.stringify({ hook, params }), substitutes);
    return is_mock ? [`otherwise 'the control plane has no ${hook}'`] : ['operator <<JSON', action, 'JSON'];
  }
  const { method, path, body } = control;
  if (body === undefined) return [`control ${method} ${word(path, substitutes)}`];
  return [`control_json ${method} ${word(path, substitutes)} <<JSON`, hereText(JSON.stringify(body), substitutes), 'JSON'];
}

/** Headers that curl or the shell functions set. */
const IMPLIED = new Set(['accept', 'authorization', 'content-type', 'content-length', 'user-agent']);

function writeRequest(
  { exchange }: ShownAction & { type: 'exchange' },
  { path, is_judged, token, substitutes }: ActionOptions,
): readonly string[] {
  const { method, request_headers, request_body, status } = exchange;
  const headers = Object.entries(request_headers)
    .filter(([name]) => !IMPLIED.has(name.toLowerCase()))
    .map(([name, value]) => ` -H ${word(`${name}: ${value}`, substitutes)}`);
  const shown_status = is_judged ? "''" : String(status);
  const who = token === undefined ? "''" : `"$${token}"`;
  const line = `${who} ${method} ${word(path, substitutes)} ${shown_status}${headers.join('')}`;
  return request_body === undefined ? [`call ${line}`] : [`send ${line} <<JSON`, hereText(request_body, substitutes), 'JSON'];
}

function part(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? encodeURIComponent(value) : '';
}
