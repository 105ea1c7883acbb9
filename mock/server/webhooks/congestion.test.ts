import { describe, expect, test } from 'vitest';
import type { Episode } from './congestion.ts';
import { nextEpisode } from './congestion.ts';

const NOW = '2026-06-10T12:00:00.000Z';
const IN_TEN_MINUTES = '2026-06-10T12:10:00.000Z';
const NEW: Episode = { started_at: NOW, clears_at: null };
const begun: Episode = { started_at: '2026-06-10T11:00:00.000Z', clears_at: null };
const clearing: Episode = { ...begun, clears_at: '2026-06-10T12:04:00.000Z' };

const ROWS: readonly [title: string, episode: Episode | undefined, trucks: number, next: Episode | undefined][] = [
  ['below the threshold nothing begins', undefined, 11, undefined],
  ['at the threshold it begins', undefined, 12, NEW],
  ['above it as well', undefined, 40, NEW],
  ['more trucks change nothing', begun, 13, begun],
  ['below the threshold it begins to clear', begun, 11, { ...begun, clears_at: IN_TEN_MINUTES }],
  ['fewer still change nothing', clearing, 0, clearing],
  ['back at the threshold it does not clear', clearing, 12, begun],
];

describe('EVT-12 EVT-15 congestion', () => {
  test.for(ROWS)('%s', ([, episode, trucks, next]) => {
    const result = nextEpisode(episode, trucks, 12, NOW);
    expect(result).toEqual(next);
    // The same object says that nothing changes.
    if (next === episode) expect(result).toBe(episode);
  });
});
