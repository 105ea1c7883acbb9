import { run } from './program.ts';

// Whoever reads no further, as head does, has seen enough: the command goes on, and its exit code stands.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await run(process.argv.slice(2));
