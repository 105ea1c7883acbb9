/** A badge for a README. */
import type { RunReport, RunVerdict } from '../check/verdicts.ts';
import { subjectOf } from './subject.ts';
import { RUN_WORDS, headlineOf, headlineParts, wasNothingChecked } from './text/wording.ts';
import { escapeText, writeAttributes } from './text/xml.ts';

/** White text has a contrast of at least 4.5 on each of these. */
const BACKGROUNDS: Readonly<Record<RunVerdict, string>> = {
  conformant: '#2c7a3f',
  partial: '#8a6500',
  non_conformant: '#b3261e',
  inconclusive: '#5f5f6b',
};
const LABEL_BACKGROUND = '#3b4048';
const HEIGHT = 20;
const PADDING = 8;

/** The widths of characters in 11 px Verdana. Any other character counts as the widest. */
const WIDTHS: readonly (readonly [signs: string, width: number])[] = [
  [' ,.ijl:', 4],
  ['frtIJ1-', 5.5],
  ['023456789abcdeghknopqsuvxyz', 7],
];
const WIDEST = 9;

function measure(text: string): number {
  const widths = Array.from(text, (sign) => WIDTHS.find(([signs]) => signs.includes(sign))?.[1] ?? WIDEST);
  return Math.ceil(widths.reduce((sum, width) => sum + width, 0));
}

function messageOf(report: RunReport): string {
  const wanted = report.verdict === 'partial' ? ['verified', 'violated', 'not_verified'] : ['verified', 'violated'];
  const counts = headlineParts(report)
    .filter(({ verdict }) => wanted.includes(verdict))
    .map(({ text }) => text)
    .join(', ');
  return report.verdict === 'inconclusive'
    ? `${RUN_WORDS.inconclusive}, ${wasNothingChecked(report) ? headlineOf(report) : counts}`
    : counts;
}

/** "grain API | 131 verified, 2 violated" as SVG. */
export function renderBadge(report: RunReport): string {
  return drawBadge(subjectOf(report).badge, messageOf(report), BACKGROUNDS[report.verdict]);
}

/**
 * A badge as SVG. The text is scaled to its box, so it fits with any font.
 * @param fill the color behind the message; white on it needs a contrast of 4.5
 */
export function drawBadge(label: string, message: string, fill: string): string {
  const [left, right] = [measure(label), measure(message)];
  const [left_width, width] = [left + 2 * PADDING, left + right + 4 * PADDING];
  const name = `${label}: ${message}`;
  const root = {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height: HEIGHT,
    viewBox: `0 0 ${width} ${HEIGHT}`,
    role: 'img',
    'aria-label': name,
  };
  const font = { fill: '#fff', 'font-family': 'Verdana,DejaVu Sans,Geneva,sans-serif', 'font-size': 11, 'text-anchor': 'middle' };
  const background = { x: left_width, width: width - left_width, height: HEIGHT, fill };
  const write = (text: string, x: number, textLength: number): string =>
    `<text${writeAttributes({ x, y: 14, textLength, lengthAdjust: 'spacingAndGlyphs' })}>${escapeText(text)}</text>`;
  return [
    `<svg${writeAttributes(root)}>`,
    `<title>${escapeText(name)}</title>`,
    `<clipPath id="round"><rect${writeAttributes({ width, height: HEIGHT, rx: 3 })}/></clipPath>`,
    `<g clip-path="url(#round)"><rect${writeAttributes({ width: left_width, height: HEIGHT, fill: LABEL_BACKGROUND })}/><rect${writeAttributes(background)}/></g>`,
    `<g${writeAttributes(font)}>${write(label, left_width / 2, left)}${write(message, (left_width + width) / 2, right)}</g>`,
    '</svg>\n',
  ].join('');
}
