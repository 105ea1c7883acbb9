import { EXCUSES, findExcuse, isBlindPass } from './excused.ts';
import type { Row } from './starve-check.ts';
import type { Sum } from './sum-up.ts';

/** docs/starvation.md */
export function writeTable({ outcomes, rows, summary }: Sum): string {
  const areas = [...new Set(outcomes.map(({ check }) => areaOf(check)))];
  const idle = outcomes.filter((one) => one.verdict !== 'pass').map(({ check }) => `\`${check}\``);
  return [
    '# Starvation',
    '',
    'Written by `npm run starvation`. Each check runs against the mock twice for every operation that it calls: once while that operation returns 500, and',
    'once while it returns 200 with an empty object and does nothing. No check may pass then, unless a row below gives a reason.',
    '',
    `**${summary}**`,
    '',
    '| area | checks | pairs | pass | warn | fail | blocked | skip |',
    '|---|---|---|---|---|---|---|---|',
    ...areas.map((area) => writeArea(area, outcomes.filter(({ check }) => areaOf(check) === area).length, rows)),
    '',
    '## Correct passes',
    '',
    '| passes | checks | operations | response | reason |',
    '|---|---|---|---|---|',
    ...EXCUSES.map((excuse) => {
      const { checks = ['all'], operations = ['all'], answer = 'either', reason } = excuse;
      const passes = rows.filter((row) => isBlindPass(row) && findExcuse(row) === excuse).length;
      return `| ${passes} | ${checks.join(', ')} | ${operations.join(', ')} | ${answer} | ${reason} |`;
    }),
    '',
    'The table does not include passes that report a difference from an assumption.',
    '',
    '## Not starved',
    '',
    `These checks do not pass when they run alone in a new world of the mock: ${idle.join(', ')}.`,
    '',
  ].join('\n');
}

function areaOf(check: string): string {
  return check.slice(0, check.indexOf('-'));
}

function writeArea(area: string, checks: number, all: readonly Row[]): string {
  const rows = all.filter(({ check }) => areaOf(check) === area);
  const counts = ['pass', 'warn', 'fail', 'blocked', 'skip'].map(
    (verdict) => rows.filter((row) => row.verdict === verdict).length,
  );
  return `| ${[area, checks, rows.length, ...counts].join(' | ')} |`;
}
