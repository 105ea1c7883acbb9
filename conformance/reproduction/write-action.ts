/** Converts one action to lines of shell. */
import { findControlRequest, type HookName, type JsonObject } from '#client';
import { hereText, quote, word, type Substitutes } from './shell.ts';

interface RecordedRequest {
  readonly method: string;
  readonly request_headers: Readonly<Record<string, string>>;
  readonly request_body?: string | undefined;
  readonly status: number;
}

type WritableAction =
  | { readonly type: 'exchange'; readonly exchange: RecordedRequest }
  | { readonly type: 'hook'; readonly hook: HookName; readonly params: JsonObject };

interface ActionOptions {
  /** A path below the base URL, or a URL; empty for a hook call. */
  readonly path: string;
  readonly is_mock: boolean;
  /** Whether this request is the evidence. The end of the script checks it. The status of any other request must match the recorded one. */
  readonly is_evidence: boolean;
  /** The token as a shell word; undefined if none was sent. */
  readonly token: string | undefined;
  readonly substitutes: Substitutes;
}

export function writeAction(action: WritableAction, options: ActionOptions): readonly string[] {
  return action.type === 'hook' ? writeHook(action, options) : writeRequest(action.exchange, options);
}

function writeHook(
  { hook, params }: WritableAction & { type: 'hook' },
  { is_mock, substitutes }: ActionOptions,
): readonly string[] {
  const control = is_mock ? findControlRequest(hook, params) : undefined;
  if (control === undefined) {
    const action = hereText(JSON.stringify({ hook, params }), substitutes);
    return is_mock ? [`cannot_run 'the control plane has no single request for ${hook}'`] : ['operator <<JSON', action, 'JSON'];
  }
  const { method, path, body } = control;
  if (body === undefined) return [`control ${method} ${word(path, substitutes)}`];
  return [`control_json ${method} ${word(path, substitutes)} <<JSON`, hereText(JSON.stringify(body), substitutes), 'JSON'];
}

/** Headers that curl or the shell functions set. */
const IMPLIED = new Set(['accept', 'authorization', 'content-length', 'user-agent', 'traceparent']);
const JSON_TYPE = 'application/json';

function writeRequest(
  { method, request_headers, request_body, status }: RecordedRequest,
  { path, is_evidence, token, substitutes }: ActionOptions,
): readonly string[] {
  // Actors write `authorization` and `content-type` in lower case.
  const headers = Object.entries(request_headers)
    // An Authorization header that is not a bearer token is sent as it is.
    .filter(
      ([name, value]) => !IMPLIED.has(name.toLowerCase()) || (name === 'authorization' && token === undefined && value !== ''),
    )
    .filter(([name, value]) => name !== 'content-type' || (value !== JSON_TYPE && request_body !== undefined))
    .map(([name, value]) => ` -H ${word(`${name}: ${value}`, substitutes)}`);
  const is_not_json = request_body !== undefined && request_headers['content-type'] !== JSON_TYPE;
  const line = `${token ?? "''"} ${method} ${word(path, substitutes)} ${is_evidence ? "''" : patternOf(status)}${headers.join('')}`;
  if (request_body === undefined) return [`call ${line}`];
  // Without a Content-Type, curl would label the body as a form, so remove the header.
  const no_type = request_headers['content-type'] === undefined ? " -H 'Content-Type:'" : '';
  if (request_body === '') return [`call ${line}${is_not_json ? no_type : ` -H 'Content-Type: ${JSON_TYPE}'`} --data-binary ''`];
  const command = is_not_json ? `call ${line}${no_type} --data-binary @-` : `send ${line}`;
  return [`${command} <<JSON`, hereText(request_body, substitutes), 'JSON'];
}

/** The status that `call` requires, as a pattern of the shell. After a recorded success, each 2xx meets it. */
function patternOf(status: number): string {
  return status >= 200 && status < 300 ? "'2??'" : String(status);
}

/** The path of a URL below the base URL of the recording; other URLs are kept. */
export function pathBelow(base_url: string, url: string): string {
  return url.startsWith(`${base_url}/`) ? url.slice(base_url.length) : url;
}

/** The bearer token of a request, if the header has the form that the shell functions send. */
export function bearerOf(headers: Readonly<Record<string, string>>): string | undefined {
  return /^Bearer (\S+)$/.exec(headers['authorization'] ?? '')?.[1];
}

/** A default for the token of an actor of the mock. It does not look like the token, so that redaction keeps it. */
export function tokenDefault(variable: string): string {
  return `: "\${${variable}:=$(dev ${quote(variable.slice('TOKEN_'.length).toLowerCase())})}"`;
}
