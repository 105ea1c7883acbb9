import type { Exchange } from '../replies/exchange.ts';
import { isCounting } from '../replies/assertions.ts';
import type { HookName } from '../settings/schema.ts';

/** The parts of a run that send requests, but are no checks that a flag selects. */
export const PARTS_OF_EVERY_RUN = { preparation: 'OP-1/preparation', coverage_pass: 'OP-1/coverage-pass' } as const;

/** What all actions of a run have in common. */
interface ActionOf {
  /** The order in the run. A hook call comes after the last request that was sent before it. */
  readonly number: number;
  /** The id of the check, part of the run, or scenario. */
  readonly check: string;
  /** Whether it is part of a preparation that several checks share. */
  readonly is_shared: boolean;
}

/** A request or a hook call of a run. */
export type RunAction = ActionOf &
  (
    | { readonly type: 'exchange'; readonly exchange: Exchange }
    | {
        readonly type: 'hook';
        readonly hook: HookName;
        readonly params: Readonly<Record<string, unknown>>;
        readonly answer: Readonly<Record<string, unknown>>;
      }
  );

/** The size of the trail, in characters of bodies. Later reads are dropped. */
const TEXT_MAX = 64 * 1024 * 1024;

/** All actions of a run, so that a finding can be reproduced from the beginning. */
export class Trail {
  readonly actions: RunAction[] = [];
  #size = 0;

  noteExchange(exchange: Exchange): void {
    const { number, check, method, text } = exchange;
    this.#size += text.length;
    if (method === 'GET' && this.#size > TEXT_MAX) return;
    this.actions.push({ type: 'exchange', number, check, is_shared: !isCounting(), exchange });
  }

  /** @param after the number of the last request that was sent */
  noteHook(after: number, call: { check: string } & Omit<Extract<RunAction, { type: 'hook' }>, keyof ActionOf | 'type'>): void {
    this.actions.push({ type: 'hook', number: after + 0.5, is_shared: !isCounting(), ...call });
  }
}
