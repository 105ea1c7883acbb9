import { describe, expect, test } from 'vitest';
import type { Slot } from './slots.ts';
import { Slots } from './slots.ts';

function takeAll(slots: Slots, receivers: readonly string[], is_first = true): Slot[] {
  return receivers.flatMap((receiver) => slots.take(receiver, is_first) ?? []);
}

function names(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}`);
}

/** Takes a slot for each and marks it as slow. */
function takeSlowly(slots: Slots, receivers: readonly string[]): Slot[] {
  return receivers.flatMap((receiver) => {
    const taken = takeAll(slots, [receiver]);
    for (const slot of taken) slots.markSlow(slot);
    return taken;
  });
}

describe('RTY-9 slots for attempts', () => {
  test('there are 64, and a released slot can be taken again', () => {
    const slots = new Slots();
    const [first] = takeAll(slots, names('a', 100));
    expect(slots.hasRoom(true)).toBe(false);
    if (first !== undefined) slots.release(first, 5);
    expect(slots.hasRoom(true)).toBe(true);
    expect(takeAll(slots, names('b', 100))).toHaveLength(1);
  });

  test('a receiver has 4, and is then blocked', () => {
    const slots = new Slots();
    const [first] = takeAll(slots, ['a', 'a', 'a', 'a', 'a', 'b']);
    expect(slots.listBlocked(true)).toEqual(['a']);
    if (first !== undefined) slots.release(first, 5);
    expect(slots.listBlocked(true)).toEqual([]);
    expect(takeAll(slots, ['a', 'a'])).toHaveLength(1);
  });

  test('half of the slots are reserved for first attempts: in total, per receiver, and of the slow ones', () => {
    const slots = new Slots();
    expect(takeAll(slots, ['a', 'a', 'a'], false)).toHaveLength(2);
    expect([slots.listBlocked(false), slots.listBlocked(true)]).toEqual([['a'], []]);
    expect(takeAll(slots, ['a', 'a', 'a'])).toHaveLength(2);
    expect(takeAll(slots, names('b', 100), false)).toHaveLength(30);
    expect([slots.hasRoom(false), slots.hasRoom(true)]).toEqual([false, true]);
    expect(takeAll(slots, names('c', 100))).toHaveLength(30);

    const slow = names('slow', 200);
    const others = new Slots();
    for (const slot of takeSlowly(others, slow)) others.release(slot, 9_000);
    expect(takeAll(others, slow, false)).toHaveLength(64);
    expect(takeAll(others, slow.toReversed())).toHaveLength(64);
  });

  test('an attempt that turns slow releases its slot, up to 512 in total', () => {
    const slots = new Slots();
    expect(takeSlowly(slots, names('slow', 448))).toHaveLength(448);
    expect(takeAll(slots, names('quick', 100))).toHaveLength(64);
    expect([slots.hasRoom(true), takeAll(slots, ['more']).length]).toEqual([false, 0]);
  });

  test('receivers that were slow share 128, and the others have room', () => {
    const slots = new Slots();
    const slow = names('slow', 200);
    for (const slot of takeAll(slots, slow)) slots.release(slot, 10_000);
    for (const slot of takeSlowly(slots, slow)) slots.release(slot, 10_000);
    expect(takeAll(slots, slow)).toHaveLength(128);
    expect(slots.listBlocked(true)).toEqual(expect.arrayContaining(slow));
    expect(takeAll(slots, names('quick', 100))).toHaveLength(64);
  });

  test('a receiver that responds quickly is no longer slow', () => {
    const slots = new Slots();
    const slow = names('slow', 200);
    for (const slot of takeSlowly(slots, slow)) slots.release(slot, 10_000);
    for (const name of slow) for (const slot of takeAll(slots, [name])) slots.release(slot, 20);
    expect(takeAll(slots, slow)).toHaveLength(64);
  });

  test('the count is right if a receiver with attempts in flight turns slow and quick again', () => {
    const slots = new Slots();
    const taken = takeAll(slots, ['a', 'a', 'a']);
    for (const slot of taken.slice(0, 1)) slots.release(slot, 10_000);
    for (const slot of taken.slice(1)) slots.release(slot, 20);
    expect(takeAll(slots, names('b', 100))).toHaveLength(64);
    expect(slots.listBlocked(true)).toEqual([]);
  });
});
