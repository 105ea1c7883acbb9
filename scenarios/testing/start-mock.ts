/** Starts the mock in a separate process, for tests. The explorer never imports the mock. */
import { resolveConfig } from '#conformance';
import type { Settings } from '#client';
import { startMockProcess } from '#client/testing/mock-process';

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
  const flags = ['--lots', '20', '--quiet', ...violations.flatMap((name) => ['--violate', name])];
  const { addresses, kill } = await startMockProcess(flags);
  const { base_url, control_url } = addresses;
  // Don't leave the process behind if the test run ends early.
  const onExit = (): void => void kill();
  process.once('exit', onExit);
  return {
    base_url,
    control_url,
    settings: await resolveConfig({ target: base_url, ledger: false, seed: 'scenarios' }, '/', {}),
    violate: (...names) => replaceDeviations(control_url, 'violations', names),
    vary: (...names) => replaceDeviations(control_url, 'variants', names),
    [Symbol.asyncDispose]: async () => {
      process.off('exit', onExit);
      await kill();
    },
  };
}

async function replaceDeviations(control_url: string, what: 'violations' | 'variants', names: readonly string[]): Promise<void> {
  const response = await fetch(`${control_url}/${what}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ names }),
  });
  if (!response.ok) throw new Error(`the mock has no ${what} ${names.join(', ')}: ${await response.text()}`);
}
