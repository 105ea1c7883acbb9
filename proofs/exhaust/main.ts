/**
 * `npm run exhaust`: goes through every sequence of commands of the small world, up to a depth, and says what it has seen.
 * `npm run exhaust -- --violate NAME` breaks the mock on purpose, and shows the shortest way to where that can be seen.
 *
 * `--depth N`: sequences of so many commands (5). `--seconds N`: as deep as fits, unless a depth is asked for as well.
 * Exit code 0: nothing is broken. 1: something is, or not all could be gone through, or an invariant was never asked. 2: it was called wrongly.
 */
import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import { stopwatchMs } from '#mock/ports/clock';
import { UnknownDeviationError } from '#mock';
import { openCrew } from './crew.ts';
import { explore } from './explore.ts';
import { OPENINGS } from './openings.ts';
import type { Options } from './options.ts';
import { UsageError, readOptions } from './options.ts';
import type { Part } from './tell.ts';
import { tellFinding, tellPart, tellTally } from './tell.ts';

const THREADS_MAX = 4;

async function run({ depth, is_depth_due, seconds, violation }: Options): Promise<number> {
  const began_ms = stopwatchMs();
  const crew = await openCrew(Math.min(THREADS_MAX, availableParallelism()), violation);
  const parts: Part[] = [];
  try {
    for (const [index, opening] of OPENINGS.entries()) {
      const until_ms = began_ms + (seconds * 1000 * (index + 1)) / OPENINGS.length;
      const wanted = Math.max(1, depth - opening.fewer);
      const part = {
        opening,
        wanted,
        ...(await explore(crew, { opening, depth: wanted, isOver: () => stopwatchMs() > until_ms })),
      };
      parts.push(part);
      console.log(tellPart(part));
      if (part.finding === undefined) continue;
      console.log(tellFinding(part.finding));
      return 1;
    }
  } finally {
    await crew.close();
  }

  // Where only a time is given, one command is the least that proves anything.
  const is_short = parts.some((part) => part.depth < (is_depth_due ? part.wanted : 1));
  const { lines, is_vacuous } = tellTally(parts);
  console.log(lines.join('\n'));
  if (is_short) console.log(`NOT ALL: ${seconds} s were not enough for sequences of ${is_depth_due ? depth : 1} commands`);
  const took = ((stopwatchMs() - began_ms) / 1000).toFixed(1);
  console.log(
    `${violation === undefined ? 'nothing is broken' : `${violation} is not seen`} in what was gone through, ${took} s`,
  );
  return is_short || is_vacuous ? 1 : 0;
}

// Some violations make requests wait for a timer that keeps no process alive.
const { port1: awake } = new MessageChannel();
awake.ref();
try {
  process.exitCode = await run(readOptions(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof UsageError) && !(error instanceof UnknownDeviationError)) throw error;
  console.error(`exhaust: ${error.message}`);
  process.exitCode = 2;
} finally {
  awake.close();
}
