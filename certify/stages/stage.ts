import type { Level } from '../verdict/verdict.ts';
import type { StageContext } from './context.ts';

export type Need = 'do' | 'show' | 'receiver';

export interface Stage {
  /** Area and name: `placing.response-lost`. */
  readonly id: string;
  readonly level: Level;
  readonly title: string;
  /** Clauses and RFCs. */
  readonly cites: readonly string[];
  readonly setup: string;
  readonly stimulus: string;
  readonly advice: string;
  /** What the client must have. If it lacks one of these, the verdict is `not_shown`. */
  readonly needs?: readonly Need[];
  /** It ends the client's grant or changes its environment, so the client is restarted before and after it. */
  readonly is_fresh?: boolean;
  readonly run: (context: StageContext) => Promise<void>;
}

/** Fills in the rows of a table of stages: level `must` and these needs, unless a row says otherwise. */
export function stageDefaults(
  ...needs: readonly Need[]
): (row: Omit<Stage, 'level' | 'needs'> & Partial<Pick<Stage, 'level' | 'needs'>>) => Stage {
  return (row) => ({ level: 'must', needs, ...row });
}

/** The stage cannot decide: its stimulus did not reach the client, or a hook is missing. */
export class NotShown extends Error {
  override readonly name = 'NotShown';
  readonly todo: string;

  /** @param todo what the integrator can do about it */
  constructor(reason: string, todo: string) {
    super(reason);
    this.todo = todo;
  }
}
