import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** Not as one string: a test of the flag is no test of the clause. */
const BROKEN = ['DLOC-1', 'ids-as-text'].join('/');
const running = new Set<ChildProcessWithoutNullStreams>();

afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});

function start(...args: string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [MAIN, 'mock', '--port', '0', '--lots', '20', ...args], {
    env: { ...process.env, NO_COLOR: '1' },
  });
  running.add(child);
  return child;
}

test('--violate and --variant break and vary, and --json says so', async () => {
  const child = start('--json', '--violate', BROKEN, '--variant', 'relative-links', '--variant', 'trade-id');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]; // a line is text
  const told = JSON.parse(line) as { base_url: string; violations: string[]; variants: string[] };
  expect(told).toMatchObject({ violations: [BROKEN], variants: ['relative-links', 'trade-id'] });
  const answer = await fetch(`${told.base_url}/delivery-locations`, { headers: { Authorization: 'Bearer dev_elevator' } });
  const page = (await answer.json()) as { href: string; items: { id: unknown }[] }; // as the document has it, but for what deviates
  expect(page.href).toBe('/v1/delivery-locations?limit=20&offset=0');
  expect(page.items[0]?.id).toBeTypeOf('string');
});

test('the screen warns of it', async () => {
  const child = start('--violate', BROKEN);
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (line.startsWith('Stop it')) break;
  }
  expect(lines).toContain(`Broken on purpose: ${BROKEN}`);
  expect(lines.join('\n')).not.toContain('Different on purpose');
});

test.each([
  [
    '--violate',
    BROKEN.replace('text', 'test'),
    `'${BROKEN.replace('text', 'test')}' is no violation; the closest is '${BROKEN}'`,
  ],
  ['--variant', 'trade-ids', "'trade-ids' is no variant; the closest is 'trade-id'"],
  ['--violate', 'nope', "'nope' is no violation; gristmill mock --list shows them all"],
  ['--variant', 'nope', "'nope' is no variant; gristmill mock --list shows them all"],
])('%s with an unknown name is one line, and exit code 2', async (flag, name, complaint) => {
  const child = start(flag, name);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[unknown]>, // the code comes first
  ]);
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: `gristmill: ${flag}: ${complaint}\n` });
});

test('--list shows what there is, and starts nothing', async () => {
  const child = start('--list');
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[unknown]>]); // the code comes first
  const lines = stdout.split('\n');
  expect(lines.filter((line) => line.startsWith(`${BROKEN}  `))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith('trade-id  '))).toHaveLength(1);
  expect(lines.indexOf('')).toBeGreaterThan(100);
  expect(stdout).not.toContain('http://');
  expect(code).toBe(0);
});
