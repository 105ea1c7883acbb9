/** A file is used by one mock at a time, across processes. A killed mock releases it. */
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { DatabaseInUseError, lockFile } from './file-lock.ts';
import { useFolder } from '../../../testing/use-folder.ts';

const folder = useFolder();

/** Starts another process that locks the file. Resolves when it has. */
async function holdElsewhere(path: string): Promise<ChildProcessWithoutNullStreams> {
  const program = `
    const { lockFile } = await import(${JSON.stringify(new URL('file-lock.ts', import.meta.url).href)});
    globalThis.lock = lockFile(${JSON.stringify(path)});
    console.log('held');
    setInterval(() => {}, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(createInterface(child.stdout), 'line');
  return child;
}

test('a file that another process uses is rejected by name, and is free as soon as that process is killed', async () => {
  const path = join(folder, 'killed.db');
  const holder = await holdElsewhere(path);
  expect(() => lockFile(path)).toThrow(DatabaseInUseError);
  expect(() => lockFile(path)).toThrow(`'${path}' is in use by another mock`);
  const ended = once(holder, 'exit');
  holder.kill('SIGKILL');
  await ended;
  // The lock file of the killed mock still exists.
  expect(existsSync(`${path}.lock`)).toBe(true);
  lockFile(path).release();
});

test('a file can be locked once per process, under any of its names, and no lock file stays', async () => {
  const path = join(folder, 'here.db');
  await writeFile(path, '');
  await symlink(path, join(folder, 'other-name.db'));
  const lock = lockFile(path);
  expect(() => lockFile(path)).toThrow(DatabaseInUseError);
  expect(() => lockFile(join(folder, 'other-name.db'))).toThrow(DatabaseInUseError);
  lockFile(join(folder, 'other.db')).release();
  lock.release();
  expect(existsSync(`${path}.lock`)).toBe(false);
  lockFile(path).release();
});

test('a missing folder is reported with the error of SQLite or the system', () => {
  expect(() => lockFile(join(folder, 'nowhere', 'world.db'))).toThrow(/ENOENT|unable to open/);
});
