import { collectSamples, type Benchmark, type Row } from '../kit/benchmark.ts';
import { runCommand } from '../kit/run-command.ts';
import { LAUNCHER } from '../kit/server-process.ts';

const RUNS = { quick: 7, full: 21 } as const;
const MS_PER_SECOND = 1_000;

/** What people wait for at the command line, and the goals in ms. */
const COMMANDS: readonly (readonly [name: string, args: readonly string[], ms_max: number])[] = [
  ['gristmill --help', [LAUNCHER, '--help'], 120],
  ['gristmill explain BID-4', [LAUNCHER, 'explain', 'BID-4'], 200],
  ['npm run trace BID-4, without npm', ['proofs/trace/main.ts', 'BID-4'], 1_000],
];

export const commands: Benchmark = {
  summary: 'commands that print and end',
  runs: 'quick',
  run: async ({ size, report }) => {
    const rows: Row[] = [];
    for (const [name, args, ms_max] of COMMANDS) {
      const figures = await collectSamples({ name, rounds: RUNS[size], warm_ups: 1, report }, async () => {
        const { seconds, cpu_seconds, exit_code } = await runCommand(args);
        if (exit_code !== 0) throw new Error(`${name} ended with ${exit_code}`);
        return { ms: seconds * MS_PER_SECOND, 'CPU ms': cpu_seconds * MS_PER_SECOND };
      });
      rows.push({ name, figures, goal: { at_most: ms_max } });
    }
    return [{ title: 'command line', columns: ['ms', 'CPU ms'], key: 'ms', rows }];
  },
};
