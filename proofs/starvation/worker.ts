/** A process that judges starved checks: it is sent the id of one, and sends back what came of it. */
import { openArena } from '../teeth/arena.ts';
import { starveCheck } from './starve-check.ts';
import { Tours } from './tours.ts';

const arena = await openArena();
const tours = new Tours(arena);

process.on('message', (message) => {
  // The parent sends nothing else.
  const { check } = message as { check: string };
  starveCheck(arena, tours, check)
    .then((outcome) => process.send?.(outcome))
    .catch((error: unknown) => {
      process.stderr.write(`${check}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      process.exit(1);
    });
});
process.send?.('ready');
