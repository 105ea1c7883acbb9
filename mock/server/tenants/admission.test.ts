import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Leave } from './admission.ts';
import { Admission } from './admission.ts';

let now_ms = 0;
beforeEach(() => {
  now_ms = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now_ms);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const LIMITS = { requests_per_second: 4, concurrent: 2, waiting: 5, total: 3 };

/** Lets requests in and notes which began. */
function open(): { begun: string[]; enter: (key: string, name: string) => boolean; end: (name: string) => void; all: Admission } {
  const deferred: (() => void)[] = [];
  const all = new Admission(LIMITS, (work) => void deferred.push(work));
  /** Runs the event loop until nothing is left to do. */
  const turn = (): void => {
    for (let work = deferred.shift(); work !== undefined; work = deferred.shift()) work();
  };
  const begun: string[] = [];
  const leaves = new Map<string, Leave>();
  return {
    all,
    begun,
    enter: (key, name) => {
      const refused = all.enter(key, (leave) => {
        begun.push(name);
        leaves.set(name, leave);
      });
      turn();
      return refused === undefined;
    },
    end: (name) => {
      leaves.get(name)?.();
      turn();
    },
  };
}

describe('the queue', () => {
  test('a flood of one key waits, and requests of other keys begin before it', () => {
    const { begun, enter, end } = open();
    for (const n of [1, 2, 3, 4]) enter('flood', `f${n}`);
    expect(begun).toEqual(['f1', 'f2']);
    enter('quiet', 'q1');
    expect(begun).toEqual(['f1', 'f2', 'q1']);
    enter('quiet', 'q2');
    end('f1');
    // Both wait for the one free place, and the flood had its turn last.
    expect(begun).toEqual(['f1', 'f2', 'q1', 'f3']);
    end('f2');
    expect(begun).toEqual(['f1', 'f2', 'q1', 'f3', 'q2']);
    end('q1');
    end('q1');
    expect(begun).toEqual(['f1', 'f2', 'q1', 'f3', 'q2', 'f4']);
  });

  test('no more than the limit wait, and those are admitted later', () => {
    const { all, begun, enter, end } = open();
    const results = Array.from({ length: 9 }, (_, n) => enter('flood', `f${n}`));
    expect(results.filter((is_in) => !is_in)).toHaveLength(2);
    expect([all.running, all.waiting]).toEqual([2, 5]);
    for (let n = 0; n < 7; n += 1) end(`f${n}`);
    expect(begun).toHaveLength(7);
    expect([all.running, all.waiting]).toEqual([0, 0]);
  });
});

describe('the rate', () => {
  test('allows a burst of one second, then refills, per key', () => {
    const all = new Admission(LIMITS);
    const spend = (key: string): boolean => all.spend(key) === undefined;
    expect([1, 2, 3, 4, 5].map(() => spend('flood'))).toEqual([true, true, true, true, false]);
    expect(spend('quiet')).toBe(true);
    now_ms += 250;
    expect([spend('flood'), spend('flood')]).toEqual([true, false]);
    now_ms += 60_000;
    expect([1, 2, 3, 4, 5].map(() => spend('flood'))).toEqual([true, true, true, true, false]);
    expect(all.spend('flood')).toMatchObject({ limit: 'requests_per_second', retry_after_seconds: 1 });
  });
});
