import nodeModule from 'node:module';

// In a clone, half of a command's start is compiling TypeScript. The launcher of the package does the same.
nodeModule.enableCompileCache();
const { run } = await import('./program.ts');

// A reader that stops early, such as head, must not make the command fail.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await run(process.argv.slice(2));
