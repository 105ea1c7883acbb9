import type { Deployment } from './deployment.ts';

/** One way to set a run up. The deployment itself is correct in each of them. */
export interface SetUp {
  name: string;
  /** Where the cause is named: configuration keys or flags, each in a finding of `doctor` or, for what only shows in the run, in its report. None: the set-up works. */
  causes: readonly string[];
  /** The verdict of the run. Default: partial. */
  verdict?: 'conformant' | 'partial' | 'inconclusive';
  /** The checks that the set-up concerns, for the small size. Undefined: all. */
  only?: readonly string[];
  /** Whether it runs at full size only: most of the CI time goes to whole runs. */
  is_long?: true;
  /** What the world is created with. */
  world?: Readonly<Record<string, unknown>>;
  change?: (deployment: Deployment) => Promise<void> | void;
}
