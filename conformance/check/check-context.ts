import { RunContext, type Run } from '#client';
import { visitEverything, type CoveragePass } from '../coverage-pass/coverage-pass.ts';
import type { Check } from './check.ts';

export class CheckContext extends RunContext {
  readonly check: Check;

  constructor(run: Run, check: Check, signal: AbortSignal, onLongWait?: () => void) {
    super(run, { id: check.id, moves_clock: check.lane === 'clock', onLongWait }, signal);
    this.check = check;
  }

  /** Visits every operation once per run; all checks share the result. */
  async coveragePass(): Promise<CoveragePass> {
    return this.run.once('coverage pass', async () => visitEverything(this));
  }
}
