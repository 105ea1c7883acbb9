/** A process that judges worlds: it is sent a job, and sends back what came of it. */
import { openArena } from './arena.ts';
import type { Job } from './judge-job.ts';
import { judgeJob } from './judge-job.ts';

const arena = await openArena();

process.on('message', (message) => {
  // The parent sends nothing else.
  const job = message as Job;
  judgeJob(arena, job)
    .then((outcome) => process.send?.(outcome))
    .catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      process.exit(1);
    });
});
process.send?.('ready');
