import { describe, expect, test } from 'vitest';
import { ReadWriteLock } from './locks.ts';

/** A task that runs until `end` is called, and logs its start and end. */
function openTask(log: string[], name: string): { task: () => Promise<string>; end: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const task = async (): Promise<string> => {
    log.push(`${name} begins`);
    await promise;
    log.push(`${name} ends`);
    return name;
  };
  return {
    task,
    end: () => {
      resolve(undefined);
    },
  };
}

describe('the lock of a world', () => {
  test('shared holders run together, an exclusive holder runs alone', async () => {
    const lock = new ReadWriteLock();
    const log: string[] = [];
    const [one, other, alone, late] = [
      openTask(log, 'one'),
      openTask(log, 'other'),
      openTask(log, 'alone'),
      openTask(log, 'late'),
    ];
    const all = [lock.share(one.task), lock.share(other.task), lock.exclude(alone.task), lock.share(late.task)];
    other.end();
    one.end();
    late.end();
    alone.end();
    expect(await Promise.all(all)).toEqual(['one', 'other', 'alone', 'late']);
    expect(log.slice(0, 2)).toEqual(['one begins', 'other begins']);
    expect(log.slice(4)).toEqual(['alone begins', 'alone ends', 'late begins', 'late ends']);
  });

  test('a failed holder releases the lock', async () => {
    const lock = new ReadWriteLock();
    await expect(lock.share(() => Promise.reject(new Error('inside')))).rejects.toThrow('inside');
    await expect(lock.exclude(() => Promise.reject(new Error('alone')))).rejects.toThrow('alone');
    expect(await lock.exclude(() => 'free')).toBe('free');
  });

  test('a closed lock waits for its holders and admits no new one', async () => {
    const lock = new ReadWriteLock();
    const log: string[] = [];
    const { task, end } = openTask(log, 'last');
    const last = lock.share(task);
    const closed = lock.close();
    end();
    expect(await last).toBe('last');
    await closed;
    expect(await lock.share(() => 'in')).toBeUndefined();
    expect(await lock.exclude(() => 'in')).toBeUndefined();
  });
});
