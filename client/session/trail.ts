import type { Exchange } from '../replies/exchange.ts';
import { isCheckRunning } from '../replies/assertions.ts';
import type { HookName } from '../settings/schema.ts';
import type { JsonObject } from '../json.ts';

/** The ids under which a run records requests that do not belong to any of its checks. No flag selects them. */
export const PARTS_OF_EVERY_RUN = {
  preparation: 'OP-1/preparation',
  coverage_pass: 'OP-1/coverage-pass',
  set_up: 'set-up',
} as const;

interface ActionFields {
  /** The order in the run. A hook call comes after the last request that was sent before it. */
  readonly number: number;
  /** The id of the check, part of the run, or scenario. */
  readonly check: string;
  /** Whether it is part of a preparation that several checks share. */
  readonly is_shared: boolean;
}

interface HookCall {
  readonly hook: HookName;
  readonly params: JsonObject;
  readonly reply: JsonObject;
}

export type RunAction = ActionFields &
  ({ readonly type: 'exchange'; readonly exchange: Exchange } | ({ readonly type: 'hook' } & HookCall));

/** To limit memory, the trail drops GET requests after this many characters of response bodies. */
const CHARACTERS_MAX = 64 * 1024 * 1024;

/** All actions of a run, so that a finding can be reproduced from the beginning. */
export class Trail {
  readonly actions: RunAction[] = [];
  #size = 0;

  noteExchange(exchange: Exchange): void {
    const { number, check, method, text } = exchange;
    this.#size += text.length;
    if (method === 'GET' && this.#size > CHARACTERS_MAX) return;
    this.actions.push({ type: 'exchange', number, check, is_shared: !isCheckRunning(), exchange });
  }

  /** @param after the number of the last request that was sent */
  noteHook(after: number, call: HookCall & { readonly check: string }): void {
    this.actions.push({ type: 'hook', number: after + 0.5, is_shared: !isCheckRunning(), ...call });
  }
}
