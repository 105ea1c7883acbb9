import type { Benchmark, Row } from '../kit/benchmark.ts';
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
      report(name);
      const [wall, cpu]: [number[], number[]] = [[], []];
      // The first run is a warm-up and is discarded.
      for (let run = 0; run <= RUNS[size]; run += 1) {
        const { seconds, cpu_seconds, exit_code } = await runCommand(args);
        if (exit_code !== 0) throw new Error(`${name} ended with ${exit_code}`);
        if (run === 0) continue;
        wall.push(seconds * MS_PER_SECOND);
        cpu.push(cpu_seconds * MS_PER_SECOND);
      }
      rows.push({ name, figures: { ms: wall, 'CPU ms': cpu }, goal: { at_most: ms_max } });
    }
    return [{ title: 'command line', columns: ['ms', 'CPU ms'], key: 'ms', rows }];
  },
};
