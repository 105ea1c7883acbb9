import type { Deployment } from './deployment.ts';

/** From the worst to the best. */
export const VERDICTS = ['inconclusive', 'partial', 'conformant'] as const;

/** One way to set up a run. The deployment itself is always correct. */
export interface SetUp {
  name: string;
  /**
   * Where the cause must be named: configuration keys or flags, each in a finding of `doctor` or, if only the run can show it, in the report. Empty:
   * the setup works.
   */
  causes: readonly string[];
  /** The verdict of the run. Default: partial. If all checks run, those that the setup does not affect can verify more. */
  verdict?: (typeof VERDICTS)[number];
  /** What the reason or an observation of a check must say, as evidence that the setup had an effect. */
  shows?: string;
  /** The areas or the clauses that the setup affects, for the small size. Undefined: all. */
  only?: readonly string[];
  /** The options of the world. */
  world?: Readonly<Record<string, unknown>>;
  change?: (deployment: Deployment) => Promise<void> | void;
}

type Row = Omit<SetUp, 'name' | 'causes'> & Partial<Pick<SetUp, 'causes'>>;

/** The setups of a table, by their names. One without causes works. */
export function setUps(table: Readonly<Record<string, Row>>): readonly SetUp[] {
  return Object.entries(table).map(([name, set_up]) => ({ name, causes: [], ...set_up }));
}
