/** A summary for the page of a CI run, in GitHub Markdown. */
import type { CheckResult, ClauseVerdict, Evidence, RunReport } from '../check/verdicts.ts';
import { groupByCause, describeCauses, nameCause, type Cause } from './causes.ts';
import type { Group } from './grouping.ts';
import {
  checksOf,
  clausesOf,
  evidenceOf,
  groupAreas,
  groupBlocked,
  groupPartlyVerified,
  groupUnverified,
  messageOf,
  reasonOf,
  separateReasonOf,
} from './grouping.ts';
import { escapeMarkdown, escapeSummary, writeBlock, writeCode, writeStep } from './text/markdown-text.ts';
import { isOfReceiver, subjectOf } from './subject.ts';
import { responseOf, describeReproduction, placeOf } from './text/evidence-text.ts';
import { prepareCommands } from './prepare-commands.ts';
import { CHECK_WORDS, countOf, factsOf, headlineOf, shownVerdicts, verbFor, verdictOf } from './text/wording.ts';

/** A GitHub job summary can have 1 MiB, and a comment 65,536 characters. */
export const MARKDOWN_BYTES_MAX = 60_000;
/** Reserved for the note about what was left out. */
const BYTES_RESERVED = 1_000;
const EVIDENCE_MAX = 2;
const CODE_MAX = 1_200;
const IDS_MAX = 400;
const REASONS_MAX = 10;
/** More than the number of areas. */
const AREAS_MAX = 50;
const CAUSES_MAX = 10;
const CAUSES_BYTES_MAX = 8_000;
const ALIKE_MAX = 3;
const COMPARED_MAX = 120;
const COMMANDS_MAX = 600;

const HEADS: Readonly<Record<ClauseVerdict, string>> = {
  verified: '✅ verified',
  violated: '❌ violated',
  warned: '⚠️ warned',
  not_verified: '❔ not verified',
  informational: 'ℹ️ informational',
  not_selected: '➖ not selected',
};

/** A part that is written completely or not at all. */
interface Block {
  readonly text: string;
  readonly section: string;
  /** What to call it in the note if it is left out: `failure`. */
  readonly noun: string;
}

function drawHead(report: RunReport): string {
  const { verdict, exit_code, reasons, is_interrupted } = report;
  const sign = { conformant: '✅', partial: '🟡', non_conformant: '❌', inconclusive: '⚪' }[verdict];
  const { first, after } = verdictOf(report);
  const facts = factsOf(report).map(
    ([label, text, remark]) => `${label}: ${writeCode(text)}${remark === undefined ? '' : ` (${remark})`}`,
  );
  return [
    `## ${sign} ${isOfReceiver(report) ? `${subjectOf(report).title}: ` : ''}${headlineOf(report)}`,
    `**${first}**, exit code ${exit_code}${after === undefined ? '' : `, ${after}`}${is_interrupted ? ', interrupted' : ''}`,
    ...reasons.slice(0, REASONS_MAX).map((reason) => `- ${escapeMarkdown(reason)}`),
    '',
    facts.join(' · '),
  ].join('\n');
}

/** One line per cause. Causes that do not fit are counted. */
function drawCauses(report: RunReport, causes: readonly Cause[]): readonly string[] {
  const described = describeCauses(report, causes);
  if (described === undefined) return [];
  const lines = causes.slice(0, CAUSES_MAX).map((cause) => {
    const { expected, observed } = cause.evidence ?? {};
    const compared = [
      ...(expected === undefined ? [] : [`expected ${writeCode(expected, COMPARED_MAX)}`]),
      ...(observed === undefined ? [] : [`observed ${writeCode(observed, COMPARED_MAX)}`]),
    ].join(', ');
    const [first, ...others] = cause.checks;
    const example = `${writeCode(first.id)}${compared === '' ? '' : `: ${compared}`}`;
    const more =
      others.length === 0
        ? ''
        : `${countOf(cause.checks.length, cause.noun)} (${escapeMarkdown(cause.clause_ids.join(', '), 100)}), for example `;
    return `- **${escapeMarkdown(nameCause(cause), 300)}** ${more}${example}`;
  });
  const shown = lines.filter((_line, index) => Buffer.byteLength(lines.slice(0, index + 1).join('\n')) <= CAUSES_BYTES_MAX);
  const left = causes.length - shown.length;
  const rest = left > 0 ? [`- and ${countOf(left, 'more group')}: see the other reports`] : [];
  const preparations = prepareCommands(report).flatMap(({ text, commands }) => [
    '',
    escapeMarkdown(text),
    ...(commands.length === 0 ? [] : ['', writeBlock(commands.join('\n'), COMMANDS_MAX, 'sh')]),
  ]);
  return [['### What went wrong', '', described, '', ...shown, ...rest, ...preparations].join('\n')];
}

function drawTable(report: RunReport): readonly string[] {
  if (report.clauses.length === 0) return [];
  const shown = shownVerdicts(report);
  const rows = groupAreas(report)
    .slice(0, AREAS_MAX)
    .map(({ word, title, counts }) => {
      const numbers = shown.map((verdict) => (counts[verdict] === 0 ? '' : String(counts[verdict])));
      return `| ${escapeMarkdown(word, 20)} | ${escapeMarkdown(title, 50)} | ${numbers.join(' | ')} |`;
    });
  const heads = shown.map((verdict) => HEADS[verdict]).join(' | ');
  return [[`| area | | ${heads} |`, `|---|---|${'---:|'.repeat(shown.length)}`, ...rows].join('\n')];
}

/** An item of a list. A line about steps that are left out ends the list, so that the numbers after it stay. */
function drawStep(step: string): string {
  const [, number, text = ''] = /^(\d+\. )(.*)$/s.exec(step) ?? [];
  return number === undefined ? `\n${escapeMarkdown(step)}\n` : `${number}${writeStep(text)}`;
}

function drawEvidence(check: CheckResult, evidence: Evidence, index: number): string {
  const { pointer, expected, observed, exchanges, rerun, likely_cause } = evidence;
  const shown = exchanges.at(-1);
  const again = describeReproduction(check, evidence);
  const curl = again === undefined || again.explained_rerun !== undefined ? shown?.curl : undefined;
  const at = shown && `${writeCode(`${shown.method} ${shown.url}`)} as ${writeCode(shown.actor)}: ${responseOf(shown)}`;
  const place = pointer === undefined ? '' : `, at ${writeCode(placeOf(pointer))}`;
  const compared = [
    ...(expected === undefined ? [] : [`expected\n\n${writeBlock(expected, CODE_MAX)}`]),
    ...(observed === undefined ? [] : [`observed\n\n${writeBlock(observed, CODE_MAX)}`]),
  ];
  return [
    `**${escapeMarkdown(messageOf(check, evidence, index))}**`,
    ...(at === undefined ? [] : [`${at}${place}`]),
    ...compared,
    ...(likely_cause === undefined ? [] : [`Possible cause: ${escapeMarkdown(likely_cause)}`]),
    ...(again === undefined || again.steps.length === 0 ? [] : [again.steps.map(drawStep).join('\n')]),
    ...(again?.explained_rerun === undefined ? [] : [escapeMarkdown(again.explained_rerun)]),
    writeBlock(drawCommands({ reproduce: again?.script, request: curl, rerun }), 2 * CODE_MAX, 'sh'),
  ].join('\n\n');
}

/** What each command does, as a comment above it. */
const COMMAND_WORDS = {
  reproduce: 'Replay the steps:',
  request: 'Send the last request:',
  rerun: 'Run the whole check again, and keep what it creates:',
} as const;

function drawCommands(commands: Readonly<Record<keyof typeof COMMAND_WORDS, string | undefined>>): string {
  return Object.entries(COMMAND_WORDS)
    .flatMap(([name, words]) => {
      // The keys of the table.
      const command = commands[name as keyof typeof COMMAND_WORDS];
      if (command === undefined) return [];
      // The drills of a receiver leave nothing behind.
      const is_of_drill = name === 'rerun' && !command.includes('--no-cleanup');
      return [`# ${is_of_drill ? 'Run the drill again:' : words}`, command];
    })
    .join('\n');
}

function drawFailure(report: RunReport, check: CheckResult): string {
  const all = evidenceOf(check);
  const left = all.length - EVIDENCE_MAX;
  const { label } = CHECK_WORDS[check.verdict];
  const reason = separateReasonOf(check);
  return [
    `<details><summary>${label}: <code>${escapeSummary(check.id, 100)}</code> ${escapeSummary(check.title, 200)}</summary>`,
    ...clausesOf(report, check).map(
      ({ id, level, statement, section }) =>
        `> **${id}** (level ${level}, section "${escapeMarkdown(section)}"): ${escapeMarkdown(statement)}`,
    ),
    ...(reason === undefined ? [] : [escapeMarkdown(reason)]),
    ...all.slice(0, EVIDENCE_MAX).map((evidence, i) => drawEvidence(check, evidence, i)),
    ...(left > 0 ? [`${countOf(left, 'more finding')} in the other reports.`] : []),
    '</details>',
  ].join('\n\n');
}

function listIds(ids: readonly string[]): string {
  return escapeMarkdown(ids.join(', '), IDS_MAX);
}

function drawUnverified({ cause, config_key, ids }: Group, what = ''): string {
  if (config_key === undefined) return `- ${escapeMarkdown(cause)}: ${listIds(ids)}`;
  return `- ${verbFor(config_key)} ${writeCode(config_key)} to verify ${what}${listIds(ids)} (${escapeMarkdown(cause, 200)})`;
}

function listSection(section: string, noun: string, texts: readonly string[]): readonly Block[] {
  return texts.map((text) => ({ section, noun, text }));
}

function listBlocks(report: RunReport): readonly Block[] {
  const failures = groupByCause(report).flatMap(({ checks, noun }) => {
    const left = checks.slice(ALIKE_MAX);
    const shown = checks.slice(0, ALIKE_MAX).map((check) => drawFailure(report, check));
    if (left.length === 0) return shown;
    return [...shown, `- ${countOf(left.length, `more ${noun}`)} failed in the same way: ${listIds(left.map(({ id }) => id))}`];
  });
  const warn = (check: CheckResult): string => {
    const { rerun, likely_cause } = check.evidence?.[0] ?? {};
    const cause = likely_cause === undefined ? '' : ` Possible cause: ${escapeMarkdown(likely_cause)}`;
    return `- ${writeCode(check.id)}: ${escapeMarkdown(reasonOf(check))}${cause}${rerun === undefined ? '' : `\n  ${writeCode(rerun, CODE_MAX)}`}`;
  };
  const blocked = groupBlocked(report).map(
    ({ cause, ids }) =>
      `- ${escapeMarkdown(cause)}, so ${countOf(ids.length, subjectOf(report).noun)} could not run (${listIds(ids)})`,
  );
  const bullet = (text: string): string => `- ${escapeMarkdown(text)}`;
  return [
    ...listSection('Notes', 'note', report.notices.slice(0, REASONS_MAX).map(bullet)),
    ...listSection('Blocked', `cause of blocked ${subjectOf(report).noun}s`, blocked),
    ...listSection('Failures', 'failure', failures),
    ...listSection('Warnings', 'warning', checksOf(report, 'warn').map(warn)),
    ...listSection('Flaky', 'flaky check', checksOf(report, 'flaky').map(warn)),
    ...listSection('Accepted by the baseline', 'accepted failure', checksOf(report, 'expected_failure').map(warn)),
    ...listSection(
      'Not verified',
      'reason why clauses are not verified',
      groupUnverified(report).map((group) => drawUnverified(group)),
    ),
    ...listSection(
      'Verified in part',
      'reason why clauses are verified only in part',
      groupPartlyVerified(report).map((group) => drawUnverified(group, 'all of ')),
    ),
    ...listSection('Left behind', 'leftover', report.leftovers.map(bullet)),
  ];
}

/** The summary in at most 60,000 bytes. A note at the end says how much was left out. */
export function renderMarkdown(report: RunReport): string {
  const written = [drawHead(report), ...drawCauses(report, groupByCause(report)), ...drawTable(report)];
  const size = (text: string): number => Buffer.byteLength(text.toWellFormed()) + 2;
  let room = MARKDOWN_BYTES_MAX - BYTES_RESERVED - written.reduce((sum, text) => sum + size(text), 0);
  const left: Block[] = [];
  let section = '';
  for (const block of listBlocks(report)) {
    const text = block.section === section ? block.text : `### ${block.section}\n\n${block.text}`;
    if (size(text) > room) {
      left.push(block);
      continue;
    }
    written.push(text);
    room -= size(text);
    section = block.section;
  }
  if (left.length > 0) {
    const counts = [...Map.groupBy(left, ({ noun }) => noun)].map(([noun, blocks]) => `${blocks.length} × ${noun}`);
    written.push(`> **Shortened.** The other reports also have: ${counts.join(', ')}.`);
  }
  return `${written.join('\n\n')}\n`;
}
