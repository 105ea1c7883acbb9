import { describe, expect, test } from 'vitest';
import { Slots } from './slots.ts';

function takeAll(slots: Slots, receivers: readonly string[]): number {
  return receivers.filter((receiver) => slots.take(receiver)).length;
}

function names(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}`);
}

describe('RTY-9 places for attempts under way', () => {
  test('64 in all, and a place given back can be taken again', () => {
    const slots = new Slots();
    expect(takeAll(slots, names('a', 100))).toBe(64);
    slots.release('a0', 5);
    expect(takeAll(slots, names('b', 100))).toBe(1);
  });

  test('4 for one receiver', () => {
    const slots = new Slots();
    expect(takeAll(slots, ['a', 'a', 'a', 'a', 'a', 'b'])).toBe(5);
    slots.release('a', 5);
    expect(takeAll(slots, ['a', 'a'])).toBe(1);
  });

  test('32 for all who were slow the last time, and the others find room', () => {
    const slots = new Slots();
    const slow = names('slow', 64);
    takeAll(slots, slow);
    for (const name of slow) slots.release(name, 10_000);
    expect(takeAll(slots, slow)).toBe(32);
    expect(takeAll(slots, names('quick', 64))).toBe(32);
  });

  test('a receiver that answers quickly is no longer slow', () => {
    const slots = new Slots();
    const slow = names('slow', 64);
    takeAll(slots, slow);
    for (const name of slow) slots.release(name, 10_000);
    for (const name of slow) {
      expect(slots.take(name)).toBe(true);
      slots.release(name, 20);
    }
    expect(takeAll(slots, slow)).toBe(64);
  });

  test('the count stays right where a receiver turns slow, and quick again, with attempts under way', () => {
    const slots = new Slots();
    takeAll(slots, ['a', 'a', 'a']);
    slots.release('a', 10_000);
    const others = names('slow', 60);
    takeAll(slots, others);
    for (const name of others) slots.release(name, 10_000);
    // Two of the slow ones' 32 are taken by the attempts that `a` still has under way.
    expect(takeAll(slots, others)).toBe(30);
    slots.release('a', 20);
    slots.release('a', 20);
    expect(takeAll(slots, names('slow', 60))).toBe(2);
  });
});
