import { spawnSync } from 'node:child_process';
import type { Benchmark, Row } from '../kit/benchmark.ts';

const MS_PER_SECOND = 1_000;

/** The command and the goal in seconds. */
const COMMANDS: readonly (readonly [name: string, command: string, seconds_max: number])[] = [
  ['npm test', 'npm test', 60],
  ['.ci/run', '.ci/run', 540],
];

export const suite: Benchmark = {
  summary: 'npm test and what CI runs, in this folder',
  runs: 'named',
  run: ({ report }) => {
    const rows = COMMANDS.map(([name, command, seconds_max]): Row => {
      report(name);
      const started_ms = performance.now();
      const { status } = spawnSync(command, { shell: true, stdio: 'ignore' });
      if (status !== 0) throw new Error(`${command} ended with ${status ?? 'a signal'}`);
      return { name, figures: { seconds: (performance.now() - started_ms) / MS_PER_SECOND }, goal: { at_most: seconds_max } };
    });
    return Promise.resolve([{ title: 'tests', columns: ['seconds'], key: 'seconds', rows }]);
  },
};
