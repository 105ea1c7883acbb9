/** Operator hooks: HTTP calls or commands for actions outside the API (docs/conformance-hooks.md). */
import { isSuccess } from '../replies/exchange.ts';
import { parseJson } from '../http/read-json.ts';
import { isObject, type JsonObject } from '../json.ts';
import { NoResponse, sendRequest } from './send-request.ts';
import { CommandError, runCommand } from './run-command.ts';
import { HOOK_NAMES, type Config, type HookName } from '../settings/schema.ts';
import type { RunHook } from '../settings/settings.ts';
import { readVariable } from '../settings/setup-faults.ts';

/** A hook can trigger manual work or batch jobs. */
export const HOOK_TIMEOUT_MS = 60_000;
const QUOTE_MAX = 200;
/** Statuses for a wrong or missing token. */
const REJECTED = [401, 403];

/** A configured hook with its key. */
type HookConfig = NonNullable<NonNullable<Config['hooks']>[HookName]> & { key: string };
/** A hook failed. This is a problem of the setup, not of the target. */
export class HookError extends Error {
  override readonly name = 'HookError';
  /** The configuration key to change, for example `hooks.pay_invoice.url`. */
  readonly config_key: string;
  /** Whether it did not end in time. */
  readonly has_hung: boolean;
  /** Whether the hook said that it did nothing. Otherwise, it can have had an effect. */
  readonly is_refusal: boolean;

  constructor(hook: HookName, config_key: string, message: string, { has_hung = false, is_refusal = false } = {}) {
    super(`the hook ${hook} (${config_key}) ${message}`);
    this.config_key = config_key;
    this.has_hung = has_hung;
    this.is_refusal = is_refusal;
  }
}

/** What `hooks.all` replies for a hook that it does not implement (docs/conformance-hooks.md). */
const UNSUPPORTED = /^\s*(?:not|un)[ _-]?supported\b/i;

/** The operator has no such hook, so it counts as not configured from now on. */
class UnsupportedHook extends HookError {
  constructor(hook: HookName, config_key: string) {
    super(hook, config_key, 'is not supported', { is_refusal: true });
  }
}

/** Why a hook cannot be called, and the key to set. Undefined if it can, as far as is known. */
export function explainMissingHook(
  hooks: ReadonlyMap<HookName, RunHook>,
  name: HookName,
): [why: string, key: string] | undefined {
  const hook = hooks.get(name);
  if (hook === undefined) return [`the hook ${name} is not configured`, `hooks.${name}`];
  const { unsupported } = hook;
  return unsupported === undefined ? undefined : [unsupported.message, `hooks.${name}`];
}

interface HookOptions {
  /** Where commands run: the folder of the configuration file. */
  cwd: string;
  env: NodeJS.ProcessEnv;
  timeout_ms?: number;
}

/** Creates the configured hooks, by name. Does not call them. */
export function makeHooks(
  config: Config['hooks'] = {},
  { cwd, env, timeout_ms = HOOK_TIMEOUT_MS }: HookOptions,
): ReadonlyMap<HookName, RunHook> {
  const options = { cwd, env, timeout_ms };
  const hooks = new Map<HookName, RunHook>();
  for (const name of HOOK_NAMES) {
    const at = config[name] === undefined ? 'all' : name;
    const hook = config[at];
    if (hook !== undefined) hooks.set(name, makeHook(name, { ...hook, key: `hooks.${at}` }, options));
  }
  return hooks;
}

function makeHook(name: HookName, hook: HookConfig, options: Required<HookOptions>): RunHook {
  const { url, command, key } = hook;
  const call = async (params: JsonObject): Promise<JsonObject> => {
    const message = JSON.stringify({ hook: name, params });
    if (url !== undefined) return readReply(name, `${key}.url`, await post(name, { ...hook, url }, message, options));
    const by_command = `${key}.command`;
    if (command === undefined) throw new HookError(name, key, 'has neither a url nor a command');
    return readReply(
      name,
      by_command,
      await runCommand(command, { ...options, input: message }).catch(throwAsHookError(name, by_command)),
    );
  };
  let hung: HookError | undefined;
  const run: RunHook = async (params) => {
    // Do not wait again for a hook that timed out.
    if (hung !== undefined) throw hung;
    try {
      return await call(params);
    } catch (error) {
      if (error instanceof HookError && error.has_hung) hung = error;
      if (error instanceof UnsupportedHook) run.unsupported = error;
      throw error;
    }
  };
  return run;
}

async function post(
  name: HookName,
  { url, token_env, key: hook_key }: HookConfig & { url: string },
  body: string,
  { env, timeout_ms }: Required<HookOptions>,
): Promise<string> {
  const key = `${hook_key}.url`;
  const token = token_env === undefined ? undefined : readVariable(env, token_env);
  if (token_env !== undefined && token === undefined)
    throw new HookError(name, `${hook_key}.token_env`, `needs the environment variable ${token_env}, which is not set or empty`);
  const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  const response = await sendRequest(url, { method: 'POST', headers, body, timeout_ms }).catch(throwAsHookError(name, key));
  if (isSuccess(response)) return response.text;
  const is_refusal = response.status < 500;
  if (!REJECTED.includes(response.status))
    throw new HookError(name, key, `returned ${response.status}: ${shorten(response.text)}`, { is_refusal });
  const sent = token_env === undefined ? 'a request without a token' : `the token in ${token_env}`;
  throw new HookError(name, `${hook_key}.token_env`, `returned ${response.status} to ${sent}: ${shorten(response.text)}`, {
    is_refusal,
  });
}

function throwAsHookError(name: HookName, key: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof NoResponse)
      throw new HookError(name, key, `gave no response: ${error.message}`, { has_hung: error.code === 'TIMEOUT' });
    if (error instanceof CommandError) throw new HookError(name, key, error.message, error);
    throw error;
  };
}

function readReply(name: HookName, key: string, text: string): JsonObject {
  const fail = (message: string): never => {
    throw new HookError(name, key, message);
  };
  const response = parseJson(text);
  if (response === undefined) return fail(`did not return JSON: ${shorten(text)}`);
  if (!isObject(response) || typeof response['ok'] !== 'boolean')
    return fail(`returned no "ok"; return {"ok": true, "result": {…}}, not ${shorten(text)}`);
  if (!response['ok']) {
    const why = response['error'] ?? response['message'];
    if (typeof why === 'string' && UNSUPPORTED.test(why)) throw new UnsupportedHook(name, key);
    throw new HookError(name, key, `reported a failure: ${shorten(typeof why === 'string' ? why : text)}`, { is_refusal: true });
  }
  const result = response['result'] ?? {};
  return isObject(result) ? result : fail(`returned a "result" that is not an object: ${shorten(text)}`);
}

function shorten(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  if (line === '') return 'nothing';
  return line.length > QUOTE_MAX ? `${line.slice(0, QUOTE_MAX)}…` : line;
}
