import { styleText } from 'node:util';
import type { ClientFinding } from '#mock';
import { type Command, Option } from 'commander';
import { count as countItems } from './format.ts';
import { callerNameOf } from './log-line.ts';
import { configureVerb, verb } from './verb.ts';

const COLORS = { must: 'red', should: 'yellow', consider: 'cyan' } as const;

/** Prints a finding for people: what should be, what was seen, why it matters, and the fix. */
export function formatFinding(finding: ClientFinding): readonly string[] {
  const { level, title, rule, source, seen, count, why, fix, first, client } = finding;
  const often = count === 1 ? '' : ` (${count} times; this is the first)`;
  const where = 'n' in first ? `request ${first.n}` : `delivery ${first.delivery}`;
  return [
    `${styleText(COLORS[level], level)}  ${callerNameOf(client)}: ${title}  ${styleText('dim', `${rule} ${source}`)}`,
    `  seen  ${seen}${often}  ${styleText('dim', where)}`,
    `  why   ${why}`,
    `  fix   ${fix}`,
  ];
}

/** Counts findings by level: `2 must, 1 should`. */
export function countFindings(findings: readonly ClientFinding[]): string {
  const counts = Object.keys(COLORS).flatMap((level) => {
    const count = findings.filter((finding) => finding.level === level).length;
    return count === 0 ? [] : [`${count} ${level}`];
  });
  return counts.join(', ');
}

const COACH = verb<{ final?: true; clear?: true }>({
  summary: 'Print client mistakes that cause failures in production',
  options: [
    ['--final', 'also report what the clients did not do; use it after they have stopped'],
    new Option('--clear', 'forget what the clients have done so far, such as between two test runs').conflicts('final'),
  ],
  examples: ['gristmill coach', 'gristmill coach --final --json', 'gristmill coach --clear'],
  exit_codes: '0 success or findings, 1 rejected by the mock, 2 wrong usage, no mock, or a wrong token',
  run: async (mock, _args, { final, clear }) => {
    if (clear === true) return { value: await mock.control('DELETE', '/coach'), lines: ['Cleared the history of all clients.'] };
    const { items, left_out } = await mock.control<{ items: readonly ClientFinding[]; left_out: number }>(
      'GET',
      `/coach${final === true ? '?final=true' : ''}`,
    );
    const lines = items.flatMap((finding) => [...formatFinding(finding), '']);
    lines.push(items.length === 0 ? 'The coach found nothing.' : countFindings(items));
    if (left_out > 0)
      lines.push(
        `It ignored ${countItems(left_out, 'request', 'requests')} that Gristmill sent, such as those of conform and explore.`,
      );
    return { value: items, lines };
  },
});

export function configure(command: Command): void {
  configureVerb(command, COACH);
}
