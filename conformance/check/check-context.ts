import type { Reply, Run } from '#client';
import { Breach, RunContext } from '#client';
import type { CoveragePass } from '../coverage-pass/coverage-pass.ts';
import { visitEverything } from '../coverage-pass/coverage-pass.ts';
import type { Check } from './check.ts';

/** One check as it runs: what it can do in the run, and what it reports besides its verdict. */
export class CheckContext extends RunContext {
  readonly check: Check;
  readonly warnings: Breach[] = [];

  constructor(run: Run, check: Check, signal: AbortSignal) {
    super(run, { id: check.id, moves_clock: check.lane === 'clock' }, signal);
    this.check = check;
  }

  /** Says something that is odd, and no failure (unless --strict). */
  warn(message: string, reply?: Reply): void {
    this.warnings.push(new Breach({ message, exchange: reply?.exchange, severity: 'warn' }));
  }

  /** Every operation visited once, in this run and for whoever asks. */
  async coveragePass(): Promise<CoveragePass> {
    return this.run.once('tour', async () => visitEverything(this));
  }
}
