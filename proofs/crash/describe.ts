import type { CrashFigures } from './run.ts';

/** The figures as text: one line for the load, one for each loss, and examples. */
export function describeFigures({ losses, examples, ...load }: CrashFigures): string {
  const head =
    `${load.kills} kills in ${load.seconds.toFixed(0)} s (load average ${load.load_average.toFixed(1)}): ${load.writes} acknowledged writes, ` +
    `${load.bids} bids, ${load.trades} trades, ${load.moves} moves of the clock, ${load.grants} grants, ${load.deliveries} deliveries received, ${load.repeated} of them repeated`;
  return [head, ...Object.entries(losses).map(([loss, count]) => `${count} ${loss}`), ...examples].join('\n');
}

/** What the load never did, so that its row of the losses says nothing. */
export function unused({ writes, bids, trades, moves, grants, deliveries }: CrashFigures): readonly string[] {
  const counts = { writes, bids, trades, 'moves of the clock': moves, grants, deliveries };
  return Object.entries(counts).flatMap(([name, count]) => (count === 0 ? [name] : []));
}
