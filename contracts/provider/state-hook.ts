/** The operator's own way to make states: an address that is told of each (docs/contracts.md). */
import { sendRequest, isObject } from '#client';
import type { Json } from './state.ts';

/** A hook may have people and batch jobs behind it. */
const HOOK_TIMEOUT_MS = 60_000;
const QUOTE_MAX = 200;

export interface StateHook {
  /** @returns what it answers: values to put into the request @throws Error where it answers no success */
  call: (state: string, params: Json, action: 'setup' | 'teardown') => Promise<Json>;
}

/** @param url gets a POST of `{ state, params, action }`, as Pact's own verifier sends it */
export function stateHookAt(url: string): StateHook {
  return {
    call: async (state, params, action) => {
      const answer = await sendRequest(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ state, params, action }),
        timeout_ms: HOOK_TIMEOUT_MS,
      });
      if (answer.status < 200 || answer.status > 299)
        throw new Error(`--state-hook answered ${answer.status}: ${answer.text.trim().slice(0, QUOTE_MAX)}`);
      return isObject(answer.json) ? answer.json : {};
    },
  };
}
