import type { CrashFigures } from './run.ts';

/** The figures as text: one line for the load, one for each loss, and examples. */
export function describeFigures({ losses, examples, ...load }: CrashFigures): string {
  const head =
    `${load.kills} kills in ${load.seconds.toFixed(0)} s (load average ${load.load_average.toFixed(1)}): ${load.writes} acknowledged writes, ` +
    `${load.bids} bids, ${load.trades} trades, ${load.moves} moves of the clock, ${load.grants} grants, ${load.deliveries} deliveries received, ${load.repeated} of them repeated`;
  return [head, ...Object.entries(losses).map(([loss, count]) => `${count} ${loss}`), ...examples].join('\n');
}
