import type { Bite, Peace } from './bites.ts';
import { UNBREAKABLE } from './exceptions.ts';

const escape = (text: string): string => text.replaceAll('|', String.raw`\|`);

/** docs/teeth.md: the same for the same outcome, whenever and wherever it was measured. */
export function writeMatrix(bites: readonly Bite[], peace: readonly Peace[], summary: string): string {
  const areas = [...new Set(bites.map(({ clause }) => clause.split('-')[0] ?? ''))];
  return [
    '# Teeth',
    '',
    'Written by `npm run teeth`. Each violation is the mock with one clause broken (`gristmill mock --violate NAME`); it counts as caught where a check of',
    'its own clause fails (stated clauses), or at least warns (derived ones). Each variant is the mock doing otherwise what the document leaves open',
    '(`--variant NAME`); it counts as passed where nothing fails, and nothing warns but what its row says.',
    '',
    `**${summary}**`,
    '',
    ...areas.flatMap((area) => writeArea(area, bites)),
    '## Legal variants',
    '',
    '| variant | what it does | verdict | warnings |',
    '|---|---|---|---|',
    ...peace.map(({ name, title, alarms, surprises, warned }) => {
      const verdict = alarms.length + surprises.length === 0 ? 'passes' : 'FALSE ALARM';
      return `| \`${name}\` | ${escape(title)} | ${verdict} | ${warned.map((id) => `\`${id}\``).join(', ')} |`;
    }),
    '',
    '## What no violation breaks',
    '',
    '| clause | why |',
    '|---|---|',
    ...Object.entries(UNBREAKABLE).map(([id, reason]) => `| ${id} | ${reason} |`),
    '',
  ].join('\n');
}

function writeArea(area: string, bites: readonly Bite[]): readonly string[] {
  const own = bites.filter(({ clause }) => clause.startsWith(`${area}-`));
  return [
    `## ${area}`,
    '',
    '| violation | level | what it does | caught by |',
    '|---|---|---|---|',
    ...own.map(({ name, level, title, caught_by }) => {
      const catchers = caught_by.length === 0 ? 'ESCAPED' : caught_by.map((id) => `\`${id}\``).join(', ');
      return `| \`${name}\` | ${level} | ${escape(title)} | ${catchers} |`;
    }),
    '',
  ];
}
