import type { HookName } from '#client';
import * as fc from 'fast-check';
import type { Params } from '../model/description.ts';
import type { Model, Party } from '../model/model.ts';
import type { Session } from '../session/session.ts';

/** What a command needs in addition to a buyer and a seller. `world`: an isolated world. */
export type Need = Party | 'webhooks' | 'world' | `hook:${HookName}` | 'grades' | 'cash_bid_body' | 'quantity_field';

/** One action that a scenario can contain. */
export interface Command {
  readonly kind: string;
  /** What happens, for people. */
  readonly title: string;
  /** Relative frequency. */
  readonly weight: number;
  readonly needs?: readonly Need[];
  /** Natural numbers, drawn independently of each other. */
  readonly params: Readonly<Record<string, fc.Arbitrary<number>>>;
  /** Whether the command is possible in this state. Impossible commands are skipped. */
  readonly isPossible: (model: Model, params: Params) => boolean;
  /** Sends the requests, checks the responses, and updates the model. @throws Finding */
  readonly run: (session: Session, params: Params) => Promise<void>;
}

/** Usually 0, the newest item: longer scenarios then keep working on the same resource. */
export const newest: fc.Arbitrary<number> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.nat(4) },
);

/** A number from 0 to `n - 1`. */
export function oneOf(n: number): fc.Arbitrary<number> {
  return fc.nat(n - 1);
}

/** 1 with probability 1/`n`, otherwise 0. */
export function rarely(n: number): fc.Arbitrary<number> {
  return fc.oneof({ weight: n - 1, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) });
}
