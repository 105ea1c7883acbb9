import { describe, expect, test } from 'vitest';
import { ReadWriteLock, SerialQueue } from './locks.ts';

/** Something that goes on until it is told to end, and says what has happened so far. */
function openDeed(said: string[], name: string): { deed: () => Promise<string>; end: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const deed = async (): Promise<string> => {
    said.push(`${name} begins`);
    await promise;
    said.push(`${name} ends`);
    return name;
  };
  return {
    deed,
    end: () => {
      resolve(undefined);
    },
  };
}

describe('the gate of a world', () => {
  test('shared holders run together, an exclusive holder runs alone', async () => {
    const gate = new ReadWriteLock();
    const said: string[] = [];
    const [one, other, alone, late] = [
      openDeed(said, 'one'),
      openDeed(said, 'other'),
      openDeed(said, 'alone'),
      openDeed(said, 'late'),
    ];
    const all = [gate.share(one.deed), gate.share(other.deed), gate.exclude(alone.deed), gate.share(late.deed)];
    other.end();
    one.end();
    late.end();
    alone.end();
    expect(await Promise.all(all)).toEqual(['one', 'other', 'alone', 'late']);
    expect(said.slice(0, 2)).toEqual(['one begins', 'other begins']);
    expect(said.slice(4)).toEqual(['alone begins', 'alone ends', 'late begins', 'late ends']);
  });

  test('a failed holder releases the lock', async () => {
    const gate = new ReadWriteLock();
    await expect(gate.share(() => Promise.reject(new Error('inside')))).rejects.toThrow('inside');
    await expect(gate.exclude(() => Promise.reject(new Error('alone')))).rejects.toThrow('alone');
    expect(await gate.exclude(() => 'free')).toBe('free');
  });

  test('a closed lock waits for its holders and admits no one', async () => {
    const gate = new ReadWriteLock();
    const said: string[] = [];
    const { deed, end } = openDeed(said, 'last');
    const last = gate.share(deed);
    const closed = gate.close();
    end();
    expect(await last).toBe('last');
    await closed;
    expect(await gate.share(() => 'in')).toBeUndefined();
    expect(await gate.exclude(() => 'in')).toBeUndefined();
  });
});

test('a serial queue runs its tasks in order, also after a failure', async () => {
  const line = new SerialQueue();
  const said: string[] = [];
  const { deed, end } = openDeed(said, 'first');
  const first = line.queue(deed);
  const failed = line.queue(() => Promise.reject(new Error('second')));
  const third = line.queue(() => {
    said.push('third');
    return Promise.resolve(3);
  });
  end();
  expect(await first).toBe('first');
  await expect(failed).rejects.toThrow('second');
  expect(await third).toBe(3);
  expect(said).toEqual(['first begins', 'first ends', 'third']);
});
