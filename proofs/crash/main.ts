/** `npm run crash -- [--kills 200] [--fault NAME]`: kills a mock under load, and prints what was lost. Exits with 1 if anything was. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeFolder } from '../conform/run-cli.ts';
import { describeFigures } from './describe.ts';
import { startMockProcess } from './mock-process.ts';
import { runCrashes } from './run.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    writes: { type: 'string', default: '60' },
    fault: { type: 'string' },
  },
});
using folder = makeFolder();
await using deployment = await startMockProcess({ db: join(folder.path, 'world.db'), fault: values.fault });
const figures = await runCrashes(deployment, {
  seed: values.seed,
  kills: Number(values.kills),
  writes_between: Number(values.writes),
  report: (progress) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${progress}`);
  },
});
console.log(describeFigures(figures));
if (Object.values(figures.losses).some((count) => count > 0)) process.exitCode = 1;
