/** Formats a request, event, or delivery of a mock as one line of a terminal. */
import { styleText } from 'node:util';
import { personas } from '#fixtures/personas';
import type { DeliveryEntry, Entry, RequestEntry } from '#mock';
import { formatInstant } from './format.ts';

const CALLER_WIDTH = 16;
const PATH_WIDTH = 44;
const REASON_CHARS_MAX = 200;

/** @param entry as the stream and the journal of the control plane show it */
export function formatEntry(entry: Entry): string {
  if (entry.kind === 'request') return formatRequest(entry.entry);
  if (entry.kind === 'delivery') return formatDelivery(entry.entry);
  if (entry.kind === 'gap') return styleText('yellow', `… entries are missing (${entry.reason})`);
  const { created_at, type, id, livemode } = entry.entry;
  return `${time(created_at)}  ${styleText('magenta', '◆')} ${type}  ${styleText('dim', `${id}${livemode ? '' : '  sandbox'}`)}`;
}

function formatRequest(request: RequestEntry): string {
  const { seq, at, method, path, status, duration_ms, fault, is_cut, is_client_gone, is_replay, oauth_error } = request;
  const unknown_caller = oauth_error === null ? '(no valid token)' : '(OAuth)';
  const took = is_client_gone
    ? `client disconnected after ${(duration_ms / 1000).toFixed(1)} s`
    : is_cut
      ? 'response cut off'
      : `${String(Math.round(duration_ms)).padStart(4)} ms`;
  const color = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  const parts = [
    time(at),
    (request.actor === null ? unknown_caller : callerOf(request)).padEnd(CALLER_WIDTH),
    method.padEnd(6),
    // The query of an authorization request is so long that the reason would be off the screen.
    (oauth_error === null ? path : path.replace(/\?.*/s, '?…')).padEnd(PATH_WIDTH),
    styleText(color, String(status)),
    styleText(is_cut ? 'yellow' : 'dim', took),
    styleText('dim', `#${seq}`),
    ...(is_replay ? [styleText('cyan', 'replay: same Idempotency-Key')] : []),
    ...(fault === null ? [] : [styleText('magenta', `fault ${fault}`)]),
    ...(oauth_error === null ? explainRefusal(request) : [oauth_error]),
  ];
  return parts.join('  ');
}

function formatDelivery(delivery: DeliveryEntry): string {
  const { created_at, event, attempts, status, response_status, error, request_body, is_redelivery } = delivery;
  const color = status === 'delivered' ? 'green' : status === 'retrying' ? 'yellow' : 'red';
  const result = response_status === 0 ? (error ?? 'no response') : String(response_status);
  return [
    time(created_at),
    `${styleText('blue', '→')} ${event}`,
    `${is_redelivery ? 'redelivery, ' : ''}attempt ${attempts}`,
    styleText(color, `${status}: ${result}`),
    styleText('dim', readId(request_body)),
  ].join('  ');
}

/** The name of the persona, or the user id or client id of another caller. `-` without a valid token, as in `logs --caller`. */
export function callerOf({ actor }: Pick<RequestEntry, 'actor'>): string {
  if (actor === null) return '-';
  const { user_id, team_id, client_id, livemode } = actor;
  const named = Object.entries(personas).find(([, persona]) => {
    if (persona.user_id !== user_id) return false;
    return user_id === null ? [persona.client_id, persona.sandbox_client_id].includes(client_id) : persona.team_id === team_id;
  });
  return `${named?.[0] ?? user_id ?? client_id}${livemode ? '' : ' sandbox'}`;
}

/** The same for a client, without its mode. */
export function callerNameOf(client: { client_id: string; user_id: string | null; team_id: string | null }): string {
  return callerOf({ actor: { ...client, livemode: true } });
}

/** The code and the messages of an Error object, with the clause that requires the code. */
function explainRefusal({ status, response_body, clause }: RequestEntry): readonly string[] {
  const error = status < 400 ? undefined : parseError(response_body);
  if (error === undefined) return [];
  const fields = (error.errors ?? []).map(({ field, message }) => `${field} ${message}`);
  const reason = fields.length === 0 ? error.message : fields.join('; ');
  const text = `${error.code}: ${reason}`;
  return [
    `${text.length > REASON_CHARS_MAX ? `${text.slice(0, REASON_CHARS_MAX)}…` : text}${clause === null ? '' : styleText('dim', ` (${clause})`)}`,
  ];
}

interface RefusedBody {
  error?: { code: string; message: string; errors?: readonly { field: string; message: string }[] };
}

function parseError(body: string): RefusedBody['error'] {
  try {
    // The body of an error response of the mock; a fault can cut it off.
    return (JSON.parse(body) as RefusedBody).error;
  } catch {
    return undefined;
  }
}

function readId(body: string): string {
  return /"id":"([^"]{1,40})"/.exec(body)?.[1] ?? '';
}

function time(instant: string): string {
  return styleText('dim', formatInstant(instant));
}
