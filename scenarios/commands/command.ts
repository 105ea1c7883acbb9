import type { HookName } from '#client';
import * as fc from 'fast-check';
import type { Params } from '../model/description.ts';
import type { Model, Party } from '../model/model.ts';
import type { Session } from '../session/session.ts';

/** What a command takes beside a buyer and a seller. `world`: a place that is nobody else's. */
export type Need = Party | 'webhooks' | 'world' | `hook:${HookName}` | 'grades' | 'cash_bid_body' | 'quantity_field';

/** One thing that somebody may do. */
export interface Command {
  readonly kind: string;
  /** How often it is drawn, beside others. */
  readonly weight: number;
  readonly needs: readonly Need[];
  /** Each is drawn by itself; all are naturals. */
  readonly params: Readonly<Record<string, fc.Arbitrary<number>>>;
  /** Whether it means anything in this state; otherwise it is passed over. */
  readonly isPossible: (model: Model, params: Params) => boolean;
  /** Does it, judges the answer, and believes what follows from it. @throws Finding */
  readonly run: (session: Session, params: Params) => Promise<void>;
}

/** Mostly the newest one, since that is where a story goes on. */
export const newest: fc.Arbitrary<number> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.nat(4) },
);

/** One of so many. */
export function oneOf(n: number): fc.Arbitrary<number> {
  return fc.nat(n - 1);
}

/** Rarely: one time in `n`. */
export function rarely(n: number): fc.Arbitrary<number> {
  return fc.oneof({ weight: n - 1, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) });
}
