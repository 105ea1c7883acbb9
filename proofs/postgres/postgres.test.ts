import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { isListening } from '#client';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';

test('a test server ends when the process that started it is killed', async () => {
  const helper = fileURLToPath(new URL('../postgres.ts', import.meta.url));
  const source = `import { startPostgres } from ${JSON.stringify(helper)};
    const postgres = await startPostgres();
    const [{ data_directory }] = await postgres.query('show data_directory');
    console.log(JSON.stringify({ port: postgres.port, data_directory }));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { port, data_directory } = JSON.parse(String(line)) as { port: number; data_directory: string };
  expect(await isListening(port)).toBe(true);
  child.kill('SIGKILL');
  await vi.waitUntil(() => !existsSync(data_directory), { timeout: 20_000 });
  expect(await isListening(port)).toBe(false);
});
