/** The operator's URL that creates provider states (docs/contracts.md). */
import { sendRequest, isObject } from '#client';
import type { Fields } from './state.ts';

/** A hook can run a slow job. */
const HOOK_TIMEOUT_MS = 60_000;
const QUOTE_MAX = 200;

export interface StateHook {
  /** @returns the values for the request @throws Error if the hook fails */
  call: (state: string, params: Fields, action: 'setup' | 'teardown') => Promise<Fields>;
}

/** @param url receives a POST of `{ state, params, action }`, like the hooks of Pact's verifier */
export function stateHookAt(url: string): StateHook {
  return {
    call: async (state, params, action) => {
      const response = await sendRequest(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ state, params, action }),
        timeout_ms: HOOK_TIMEOUT_MS,
      });
      if (response.status < 200 || response.status > 299)
        throw new Error(`--state-hook returned ${response.status}: ${response.text.trim().slice(0, QUOTE_MAX)}`);
      return isObject(response.json) ? response.json : {};
    },
  };
}
