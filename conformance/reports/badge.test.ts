import { expect, test } from 'vitest';
import { RUN_VERDICTS } from '../check/verdicts.ts';
import { renderBadge } from './badge.ts';
import { findElements, parseXml } from './testing/parse-xml.ts';
import { makeReceiverReport, makeReport } from './testing/sample-report.ts';

test('a badge has a title and a label, and its text fits', () => {
  const svg = parseXml(renderBadge(makeReport()));
  expect(svg.attributes).toMatchObject({ role: 'img', 'aria-label': 'grain API: 110 verified, 10 violated', height: '20' });
  expect(findElements(svg, 'title')[0]?.text).toBe('grain API: 110 verified, 10 violated');
  const [left, right] = findElements(svg, 'text');
  expect([left?.text, right?.text]).toEqual(['grain API', '110 verified, 10 violated']);
  const [, ground] = findElements(findElements(svg, 'g')[0] ?? svg, 'rect');
  expect(Number(right?.attributes['textLength'])).toBe(Number(ground?.attributes['width']) - 16);
  expect(Number(svg.attributes['width'])).toBe(Number(ground?.attributes['x']) + Number(ground?.attributes['width']));
});

test('a longer text makes a wider badge', () => {
  const widthOf = (report: Parameters<typeof renderBadge>[0]): number =>
    Number(parseXml(renderBadge(report)).attributes['width']);
  expect(widthOf(makeReport({ verdict: 'partial' }))).toBeGreaterThan(widthOf(makeReport()));
});

test('each verdict has its own color, and an inconclusive one shows the clauses that are not verified', () => {
  const badges = RUN_VERDICTS.map((verdict) => renderBadge(makeReport({ verdict })));
  expect(new Set(badges.map((badge) => /x="\d+" width="\d+" height="20" fill="(#\w+)"/.exec(badge)?.[1])).size).toBe(
    RUN_VERDICTS.length,
  );
  expect(badges.map((badge) => /<title>grain API: (.*)<\/title>/.exec(badge)?.[1])).toEqual([
    '110 verified, 10 violated',
    '110 verified, 10 violated, 40 not verified',
    '110 verified, 10 violated',
    'inconclusive, 110 verified, 10 violated',
  ]);
});

test('the badge of a receiver names it', () => {
  const svg = parseXml(renderBadge(makeReceiverReport()));
  expect(svg.attributes['aria-label']).toBe('webhook receiver: 110 verified, 10 violated');
  expect(findElements(svg, 'text')[0]?.text).toBe('webhook receiver');
});
