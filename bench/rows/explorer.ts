import { collectSamples, type Benchmark } from '../kit/benchmark.ts';
import { runCommand } from '../kit/run-command.ts';
import { LAUNCHER, startMock } from '../kit/server-process.ts';

const RUNS = { quick: 3, full: 5 } as const;
const SCENARIOS = { quick: 20, full: 100 } as const;
const SECONDS_PER_MINUTE = 60;

export const explorer: Benchmark = {
  summary: 'random scenarios against a mock in another process',
  runs: 'quick',
  run: async ({ size, report }) => {
    const scenarios = SCENARIOS[size];
    const name = `the explorer, ${scenarios} scenarios`;
    const figures = await collectSamples({ name, rounds: RUNS[size], report }, async (run) => {
      await using mock = await startMock();
      const args = ['explore', mock.base_url, '--runs', String(scenarios), '--seed', String(run), '--no-ledger', '--json'];
      const { seconds, cpu_seconds, exit_code, stdout } = await runCommand([LAUNCHER, ...args, '--no-regressions']);
      if (exit_code !== 0) throw new Error(`gristmill explore ended with ${exit_code}: ${stdout}`);
      const { calls } = JSON.parse(stdout) as { calls: number }; // the documented output
      return {
        'scenarios per minute': (scenarios / seconds) * SECONDS_PER_MINUTE,
        'requests per scenario': calls / scenarios,
        'CPU s': cpu_seconds,
      };
    });
    return [
      {
        title: `runs of ${scenarios} scenarios, including the start of the command`,
        columns: Object.keys(figures),
        key: 'scenarios per minute',
        is_more_better: true,
        rows: [{ name, figures }],
      },
    ];
  },
};
