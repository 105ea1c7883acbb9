/** A process that explores worlds: it is sent a job, and sends back what came of it. */
import type { Job } from './job.ts';
import { openArena } from './job.ts';

const arena = await openArena();

process.on('message', (message) => {
  // The parent sends nothing else.
  const job = message as Job;
  arena
    .explore(job)
    .then((outcome) => process.send?.(outcome))
    .catch((error: unknown) => {
      process.stderr.write(
        `${job.name}, seed ${job.seed}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
      process.exit(1);
    });
});
// Whoever has sent the jobs is gone.
process.on('disconnect', () => process.exit());
process.send?.('ready');
