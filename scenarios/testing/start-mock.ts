/** Starts the mock in a separate process, for tests. The explorer never imports the mock. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { resolveConfig } from '#conformance';
import type { Settings } from '#client';
import { COMMAND } from '#client/testing/command';

export interface TestMock extends AsyncDisposable {
  readonly base_url: string;
  readonly settings: Settings;
  readonly control_url: string;
  /** Replaces the active violations. */
  readonly violate: (...names: readonly string[]) => Promise<void>;
  /** Replaces the active variants. */
  readonly vary: (...names: readonly string[]) => Promise<void>;
}

/** Starts a mock. @param violations the initial violations */
export async function startMock(...violations: readonly string[]): Promise<TestMock> {
  const flags = [
    'mock',
    '--port',
    '0',
    '--lots',
    '20',
    '--json',
    '--quiet',
    ...violations.flatMap((name) => ['--violate', name]),
  ];
  const child = spawn(process.execPath, [COMMAND, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  // Don't leave the process behind if the test run ends early.
  const kill = (): void => {
    child.kill('SIGTERM');
  };
  process.once('exit', kill);
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('error', reject);
    child.once('exit', (code) => {
      reject(new Error(`the mock ended with ${code ?? 'a signal'} before it was ready`));
    });
  });
  const addresses: unknown = JSON.parse(line);
  if (!isAddresses(addresses)) throw new Error(`the mock printed ${line}`);
  const { base_url, control_url } = addresses;
  return {
    base_url,
    control_url,
    settings: await resolveConfig({ target: base_url, ledger: false, seed: 'scenarios' }, '/', {}),
    violate: (...names) => replaceDeviations(control_url, 'violations', names),
    vary: (...names) => replaceDeviations(control_url, 'variants', names),
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit');
      process.off('exit', kill);
      kill();
      await ended;
    },
  };
}

async function replaceDeviations(control_url: string, what: 'violations' | 'variants', names: readonly string[]): Promise<void> {
  const answer = await fetch(`${control_url}/${what}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ names }),
  });
  if (!answer.ok) throw new Error(`the mock has no ${what} ${names.join(', ')}: ${await answer.text()}`);
}

function isAddresses(value: unknown): value is { base_url: string; control_url: string } {
  return typeof value === 'object' && value !== null && 'base_url' in value && 'control_url' in value;
}
