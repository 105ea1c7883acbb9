import type { HookName } from '#client';
import * as fc from 'fast-check';
import { param, pickNewest, type Params } from '../model/command-data.ts';
import type { Model, Party } from '../model/model.ts';
import type { Session } from '../session/session.ts';

/** What a command needs in addition to a buyer and a seller. `world`: an isolated world. */
export type Need = Party | 'webhooks' | 'world' | `hook:${HookName}` | 'grades' | 'cash_bid_body' | 'quantity_field';

/** One action that a scenario can contain. */
export interface Command {
  readonly kind: string;
  /** What happens, as a sentence for `--list`. */
  readonly title: string;
  /** Relative frequency. */
  readonly weight: number;
  readonly needs?: readonly Need[];
  /** Natural numbers, drawn independently of each other. */
  readonly params: Readonly<Record<string, fc.Arbitrary<number>>>;
  /** Whether the command is possible in this state. Impossible commands are skipped. */
  readonly isPossible: (model: Model) => boolean;
  /** Sends the requests, checks the responses, and updates the model. @throws Finding */
  readonly run: (session: Session, params: Params) => Promise<void>;
}

interface CommandOnItem<Item> extends Omit<Command, 'isPossible' | 'run'> {
  /** The items that it can be played on. */
  readonly items: (model: Model) => readonly Item[];
  /** The parameter that selects one of them; 0 is the newest. */
  readonly pick: string;
  readonly run: (session: Session, item: Item, params: Params) => Promise<void>;
}

/** Makes a command that is possible if there is an item for it. */
export function onItem<Item>({ items, pick, run, ...command }: CommandOnItem<Item>): Command {
  return {
    ...command,
    isPossible: (model) => items(model).length > 0,
    run: async (session, params) => {
      const item = pickNewest(items(session.model), param(params, pick));
      if (item !== undefined) await run(session, item, params);
    },
  };
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
