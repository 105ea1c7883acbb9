import { describe, expect, test } from 'vitest';
import type { CongestionStep, Episode } from './congestion.ts';
import { nextCongestionStep } from './congestion.ts';

const NOW = '2026-06-10T12:00:00.000Z';
const IN_TEN_MINUTES = '2026-06-10T12:10:00.000Z';
const begun: Episode = { started_at: '2026-06-10T11:00:00.000Z', clears_at: null };
const clearing: Episode = { ...begun, clears_at: '2026-06-10T12:04:00.000Z' };

const ROWS: readonly [title: string, episode: Episode | undefined, trucks: number, step: CongestionStep][] = [
  ['below the threshold nothing begins', undefined, 11, { kind: 'none' }],
  ['at the threshold it begins', undefined, 12, { kind: 'start', episode: { started_at: NOW, clears_at: null } }],
  ['above it as well', undefined, 40, { kind: 'start', episode: { started_at: NOW, clears_at: null } }],
  ['more trucks are told once', begun, 13, { kind: 'none' }],
  ['below the threshold it begins to clear', begun, 11, { kind: 'change', episode: { ...begun, clears_at: IN_TEN_MINUTES } }],
  ['fewer still change nothing', clearing, 0, { kind: 'none' }],
  ['back at the threshold it does not clear', clearing, 12, { kind: 'change', episode: begun }],
];

describe('EVT-12 EVT-15 congestion', () => {
  test.for(ROWS)('%s', ([, episode, trucks, step]) => {
    expect(nextCongestionStep(episode, trucks, 12, NOW)).toEqual(step);
  });
});
