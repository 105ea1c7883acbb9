import { expect, onTestFinished, test, vi } from 'vitest';
import { elapsedMs, wait } from '#client';
import { isAlive } from '../testing/is-alive.ts';
import { ClientProcess, describeEnding } from './client-process.ts';

/** Starts a shell that is stopped after the test. */
function start(script: string): ClientProcess {
  const client = new ClientProcess(script, process.env);
  onTestFinished(async () => {
    await client.stop(0);
  });
  return client;
}

/** Lets signals fail until the end of the test, as they do for processes of another user. */
function denySignals(): void {
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
  });
  onTestFinished(() => {
    kill.mockRestore();
  });
}

async function printed(client: ClientProcess, pattern: RegExp): Promise<string> {
  for (let looks = 0; looks < 500; looks += 1) {
    const found = pattern.exec(client.output)?.[0];
    if (found !== undefined) return found;
    await wait(10);
  }
  throw new Error(`it did not print ${String(pattern)}: ${client.output}`);
}

test('a character whose bytes are printed one by one', async () => {
  const client = start(String.raw`printf '\303'; sleep 0.2; printf '\251'; printf '\303' >&2; sleep 0.2; printf '\251' >&2`);
  await client.ended;
  expect(client.output).toBe('éé');
  await client.stop();
});

test('a program that ignores SIGTERM is killed, with its children', async () => {
  const client = start('trap "" TERM; sleep 600 & echo "child $!"; while :; do sleep 1; done');
  const child = Number((await printed(client, /child \d+\n/)).slice('child '.length));
  const began_ms = elapsedMs();
  expect(await client.stop(200)).toMatchObject({ was_killed: true });
  expect(elapsedMs() - began_ms).toBeLessThan(5_000);
  await expect.poll(() => isAlive(child)).toBe(false);
});

test('children that a program leaves behind are ended with it', async () => {
  const client = start('(trap "" TERM; while :; do sleep 0.1; done) & echo "child $!"; exit 0');
  const child = Number((await printed(client, /child \d+\n/)).slice('child '.length));
  await client.ended;
  expect(await client.stop(200)).toEqual({ was_killed: false, had_children: true });
  await expect.poll(() => isAlive(child)).toBe(false);
});

test('a program that prints without end is stopped, and only the end of its output is kept', async () => {
  const client = start('yes 0123456789012345678901234567890123456789');
  expect(describeEnding(await client.ended)).toBe('was ended by SIGKILL');
  expect(client.exceeded_output_limit).toBe(true);
  expect(client.output.length).toBeLessThanOrEqual(8_000);
  await client.stop();
});

test('children that the system does not stop are reported in time', async () => {
  const client = start('sleep 600 & exit 0');
  await client.ended;
  denySignals();
  await expect(client.stop(50)).rejects.toThrow('of the client cannot be stopped: kill EPERM; end it yourself, ');
});

test('a process group that has ended counts as stopped if the system denies the signals', async () => {
  const client = start('exit 0');
  await client.ended;
  denySignals();
  expect(await client.stop(50)).toEqual({ was_killed: false, had_children: false });
});
