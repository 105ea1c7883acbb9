import { HookError, explainMissingHook } from '../config/hooks.ts';
import { MissingHook, Unverifiable } from '../replies/findings.ts';
import type { HookName } from '../settings/schema.ts';
import type { Run } from './run.ts';
import type { JsonObject } from '../json.ts';

/** Calls a hook of the operator, and records how far it moves the clock. @throws MissingHook if there is none, Unverifiable if it fails */
export async function callHook(run: Run, name: HookName, params: JsonObject): Promise<JsonObject> {
  const { hooks } = run.settings;
  const hook = hooks.get(name);
  const missing = explainMissingHook(hooks, name);
  if (missing !== undefined) throw new MissingHook(...missing);
  if (hook === undefined) throw new Error('a hook that is not missing is configured');
  const moved = readMove(name, params);
  run.clock.move(moved);
  try {
    const response = await hook(params);
    if (response['verified'] === true) run.proven_hooks.add(name);
    return response;
  } catch (error) {
    if (error instanceof HookError && error.is_refusal) run.clock.move(-moved);
    else run.clock.unconfirmed_seconds += moved;
    const unsupported = explainMissingHook(hooks, name);
    if (unsupported !== undefined) throw new MissingHook(...unsupported);
    const [why, key] = error instanceof HookError ? [error.message, error.config_key] : [String(error), `hooks.${name}`];
    // Without ids, so that equal failures have equal causes.
    throw new Unverifiable(why.replaceAll(ID, '{id}'), key);
  }
}

/** How far the hook is asked to move the clock, in seconds. */
function readMove(name: HookName, params: JsonObject): number {
  const seconds = params[name === 'advance_clock' ? 'seconds' : 'advance_seconds'];
  return typeof seconds === 'number' ? seconds : 0;
}

const ID = /\b(?:inv|bid|trd|tm|cb|cbo|whk|whd|evt|farm|usr)_\w+/g;
