import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#client/testing/in-test';
import { startServer } from './server-process.ts';

/** Starts a program that writes its process id to a file, then runs `code`, and never ends on its own. @returns the message of the error, and the process id */
async function startFaulty(code: string, start_ms_max?: number): Promise<{ message: string; pid: number }> {
  const folder = makeFolder();
  const [program, pid_path] = [join(folder, 'program.cjs'), join(folder, 'pid')];
  const begin = `require('node:fs').writeFileSync(${JSON.stringify(pid_path)}, String(process.pid));`;
  writeFileSync(program, `${begin}\n${code}\nsetInterval(() => {}, 1000);\n`);
  const error: unknown = await startServer([program], {}, start_ms_max).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { message: error instanceof Error ? error.message : '', pid: Number(readFileSync(pid_path, 'utf8')) };
}

test.for([
  ['prints no JSON', "console.log('hello');", undefined, /JSON/],
  ['prints no base_url', "console.log('{}');", undefined, /printed no base_url/],
  ['prints nothing', "console.error('still loading');", 1_000, /was not ready within 1000 ms: still loading/],
] as const)('a program that %s is stopped, and the error says why', async ([, code, start_ms_max, expected]) => {
  const { message, pid } = await startFaulty(code, start_ms_max);
  expect(message).toMatch(expected);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('a program that ends immediately is reported with its output', async () => {
  expect((await startFaulty("console.error('no database'); process.exit(1);")).message).toMatch(
    /ended before it was ready: no database/,
  );
});
