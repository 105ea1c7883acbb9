import { areaOf } from '#conformance/reports/grouping';
import { EXCUSES, findExcuse, isBlindPass } from './excused.ts';
import type { Row } from './starve-check.ts';
import type { StarvationSummary } from './sum-up.ts';

/** docs/starvation.md */
export function writeTable({ outcomes, rows, summary }: StarvationSummary): string {
  const areas = [...new Set(outcomes.map(({ check }) => areaOf(check)))];
  const unused_excuses = outcomes.filter((one) => one.verdict !== 'pass').map(({ check }) => `\`${check}\``);
  return [
    '# Starvation',
    '',
    'A starved check lacks the data that it needs, so it must not pass. `npm run starvation` tests this and writes this page. Each check runs twice for',
    'each operation that it calls: once while that operation returns 500, and once while it returns 200 with an empty object and does nothing. Each of',
    'these runs counts as a *pair* below. A check that still passes needs a reason in a row below.',
    '',
    'The figures are those of the last run of this command. The column *checks* counts all checks of the gate without the oracles, which inspect the',
    'replies to other checks and are not starved. Checks that call no operation, and those listed at the end, have no pairs, and the sum below leaves them out.',
    '',
    `**${summary}**`,
    '',
    '| area | checks | pairs | pass | warn | fail | blocked | skip |',
    '|---|---|---|---|---|---|---|---|',
    ...areas.map((area) => writeArea(area, outcomes.filter(({ check }) => areaOf(check) === area).length, rows)),
    '',
    '## Passes with a reason',
    '',
    'A name that ends in / stands for all checks of the clause.',
    '',
    '| passes | checks | operations | response | reason |',
    '|---|---|---|---|---|',
    ...EXCUSES.map((excuse) => {
      const { checks = ['all'], operations = ['all'], response = 'either', reason } = excuse;
      const passes = rows.filter((row) => isBlindPass(row) && findExcuse(row) === excuse).length;
      return `| ${passes} | ${checks.join(', ')} | ${operations.join(', ')} | ${response} | ${reason} |`;
    }),
    '',
    'The table does not include passes that report a difference from an assumption.',
    '',
    '## Checks that were not tested',
    '',
    `These checks do not pass in a new world of the mock even if every operation works, so starving them shows nothing: ${unused_excuses.join(', ')}.`,
    '',
  ].join('\n');
}

function writeArea(area: string, checks: number, all: readonly Row[]): string {
  const rows = all.filter(({ check }) => areaOf(check) === area);
  const counts = ['pass', 'warn', 'fail', 'blocked', 'skip'].map(
    (verdict) => rows.filter((row) => row.verdict === verdict).length,
  );
  return `| ${[area, checks, rows.length, ...counts].join(' | ')} |`;
}
