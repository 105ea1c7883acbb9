import nodeModule from 'node:module';

// In a clone, half of a command's start is compiling TypeScript. The launcher of the package does the same.
nodeModule.enableCompileCache();
const { run } = await import('./program.ts');

// A reader that stops early, such as head, must not make the command fail.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
// What reports an error must not cause the next one.
process.stderr.on('error', () => undefined);

process.exitCode = await run(process.argv.slice(2));
