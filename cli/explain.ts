import { CHECKS } from '#conformance/checks/index';
import { closestName } from '#spec/closest-name';
import { ORACLES } from '#conformance/oracles/index';
import { CHECKED_AS } from '#conformance/runner/select';
import { WIDTH_MAX } from '#conformance/reports/summary';
import type { Paint } from '#conformance/reports/text/layout';
import { makePaint, wantsColor, wrap } from '#conformance/reports/text/layout';
import { DRILLS } from '#conformance/receiver/drills/index';
import { loadCatalog } from '#mock/mutations/deviations';
import { ERRORS } from '#spec';
import { AREAS, CLAUSES, findClause, parseHow } from '#spec/clauses/index';
import type { Clause, Need } from '#spec/clauses/index';
import type { Command } from 'commander';
import { UsageError } from './errors.ts';
import { addExamples } from './flags/options.ts';

export function configure(command: Command): void {
  const what = 'ids, such as PRIV-4 BID-2; areas, such as PRIV, to list their clauses; error codes; or words to search for';
  command.argument('<clause...>', what).action(async (words: readonly string[]) => {
    const { isTTY: is_tty, columns } = process.stdout;
    const layout = {
      width: is_tty ? Math.min(columns, WIDTH_MAX) : WIDTH_MAX,
      paint: makePaint(wantsColor(is_tty, process.env)),
    };
    // Other flags take ids with commas.
    const ids = new Set(words.flatMap((word) => word.split(',')).filter((id) => id !== ''));
    if (ids.size === 0) throw new UsageError('explain', 'give the id of a clause, such as PRIV-4');
    if ([...ids].every(isSearched)) {
      process.stdout.write(listMatches([...ids], layout));
      return;
    }
    const texts = await Promise.all([...ids].map(async (id) => explainClause(id, layout)));
    process.stdout.write(texts.join('\n'));
  });
  addExamples(command, ['gristmill explain PRIV-4 BID-2', 'gristmill explain BID', 'gristmill explain delivery dates']);
}

/** The width to fold text to, in columns, and how to style it. */
interface Layout {
  readonly width: number;
  readonly paint: Paint;
}

const LEVELS: Readonly<Record<Clause['level'], string>> = {
  S: 'stated by the document; a violation fails the run',
  D: 'derived from the document; a violation warns, and fails with --strict',
  A: 'assumed where the document is silent; never fails a run',
};

/** A clause in a few lines, or the clauses of an area with one line each. @throws UsageError for an unknown id */
async function explainClause(id: string, layout: Layout): Promise<string> {
  const area = AREAS.find(({ word }) => word === id.toUpperCase());
  if (area !== undefined) return explainArea(layout, area);
  const of_code = Object.entries(ERRORS).find(([code]) => code === id.toLowerCase())?.[1].clause;
  const clause = findClause(of_code ?? id.toUpperCase());
  if (clause === undefined) throw new UsageError('explain', `there is no clause or area '${id}'; ${suggest(id.toUpperCase())}`);
  // A clause can repeat another, and is then checked there.
  const checked_as = CHECKED_AS.get(clause.id);
  const at = checked_as ?? clause.id;
  const checks = CHECKS.filter((one) => one.clause === at);
  const oracles = ORACLES.filter((one) => one.clause === at);
  const drills = DRILLS.filter((one) => one.clause === at);
  const needs = [...new Set(checks.flatMap((one) => one.needs))];
  const violations = (await loadCatalog()).violations.filter((one) => one.clause === at);
  const list = (heading: string, rows: readonly { readonly id: string; readonly title: string }[]): readonly string[] => {
    if (rows.length === 0) return [];
    return ['', `  ${layout.paint('bold', heading)}`, ...rows.flatMap((one) => hang(layout, 4, `${one.id}  `, one.title))];
  };
  return [
    ...hang(layout, 0, `${clause.id}  `, clause.statement),
    '',
    ...hang(layout, 2, 'level    ', `${clause.level}, ${LEVELS[clause.level]}`),
    ...hang(layout, 2, 'section  ', clause.section),
    ...hang(layout, 2, 'checked  ', `${checked_as === undefined ? '' : `as ${checked_as}, `}${describeHow(clause)}`),
    ...(needs.length === 0 ? [] : hang(layout, 2, 'needs    ', needs.map(describeNeed).join(', '))),
    ...list(`checks${checked_as === undefined ? '' : ` of ${checked_as}`}`, [...checks, ...oracles]),
    ...list('drills of gristmill receiver', drills),
    ...list(
      'violations for gristmill mock --violate',
      violations.map(({ name, title }) => ({ id: name, title })),
    ),
    '',
  ].join('\n');
}

/** The key to configure for a need of a check, or the name of an actor. */
function describeNeed(need: string): string {
  return need.replace(/^hook:/, 'hooks.').replace(/^fixture:/, 'fixtures.');
}

/** A label and a text with a hanging indent. Further lines align with the text, or are indented by 4 if the label is long. */
function hang({ width, paint }: Layout, indent: number, label: string, text: string): readonly string[] {
  const is_long = label.length > LABEL_MAX;
  const below = indent + (is_long ? 4 : label.length);
  const lines = wrap(is_long ? `${label}${text}` : text, Math.max(COLUMNS_MIN, width - below));
  const [first = '', ...others] = lines;
  const head = is_long ? first.replace(label.trimEnd(), paint('cyan', label.trimEnd())) : `${paint('cyan', label)}${first}`;
  return [`${' '.repeat(indent)}${head}`, ...others.map((line) => `${' '.repeat(below)}${line}`)];
}

const LABEL_MAX = 12;
const COLUMNS_MIN = 20;

function explainArea(layout: Layout, { word, title, clauses }: (typeof AREAS)[number]): string {
  const id_width = Math.max(...clauses.map((clause) => clause.id.length));
  const rows = clauses.flatMap(({ id, level, statement }) => hang(layout, 2, `${id.padEnd(id_width)}  ${level}  `, statement));
  const levels = Object.entries(LEVELS).map(([level, meaning]) => `  ${level}  ${meaning}`);
  const more = `For more about one clause: gristmill explain ${word}-1`;
  return [`${layout.paint('bold', word)}  ${title}`, '', ...rows, '', ...levels, '', more, ''].join('\n');
}

const MATCHES_MAX = 30;

/** Whether a word is neither an id, nor an area, nor an error code. */
function isSearched(word: string): boolean {
  const is_code = Object.keys(ERRORS).some((code) => code === word.toLowerCase());
  return /^[a-z][a-z_-]{2,}$/i.test(word) && !is_code && AREAS.every((area) => area.word !== word.toUpperCase());
}

/** The clauses with words that begin with each of these. @throws UsageError if there are none */
function listMatches(words: readonly string[], layout: Layout): string {
  const patterns = words.map((word) => new RegExp(`\\b${word}`, 'i'));
  const found = CLAUSES.filter(({ statement }) => patterns.every((pattern) => pattern.test(statement)));
  const shown = found.slice(0, MATCHES_MAX);
  if (shown.length === 0 && words.length > 1)
    throw new UsageError('explain', `no clause contains ${words.join(' and ')}; give fewer words`);
  if (shown.length === 0)
    throw new UsageError('explain', `there is no clause or area '${words[0]}'; ${suggest((words[0] ?? '').toUpperCase())}`);
  const id_width = Math.max(...shown.map(({ id }) => id.length));
  const rest = found.length - shown.length;
  return [
    `${found.length} ${found.length === 1 ? 'clause contains' : 'clauses contain'} ${words.join(' and ')}:`,
    '',
    ...shown.flatMap(({ id, level, statement }) => hang(layout, 2, `${id.padEnd(id_width)}  ${level}  `, statement)),
    ...(rest === 0 ? [] : [`  … and ${rest} more; add a word to find fewer`]),
    '',
  ].join('\n');
}

/** The clause that was probably meant: that of a check or violation, or the closest id. For a known area, what it has; otherwise, all areas. */
function suggest(asked: string): string {
  const ids = CLAUSES.map((one) => one.id);
  const of_check = ids.find((id) => asked.startsWith(`${id}/`));
  const area = of_check === undefined ? AREAS.find(({ word }) => asked.startsWith(`${word}-`)) : undefined;
  if (area !== undefined) return `${area.word} has ${area.clauses.length} clauses, and gristmill explain ${area.word} lists them`;
  const closest = of_check ?? closestName(asked, [...AREAS.map(({ word }) => word), ...ids]);
  return closest === undefined
    ? `the areas are ${AREAS.map(({ word, title }) => `${word} (${title})`).join(', ')}`
    : `did you mean ${closest}?`;
}

const NEED_TEXTS: Readonly<Record<Need, string>> = {
  public_api: 'over the public API',
  hook: 'with one of your hooks',
  mock_only: 'on the mock only',
  receiver: 'on a receiver, with gristmill receiver',
  webhook: 'with a webhook receiver that the deployment can reach',
  configuration: 'with a value in your configuration',
  time: 'in minutes to an hour of real time',
};

function describeHow({ how }: Clause): string {
  return parseHow(how)
    .map((need) => NEED_TEXTS[need])
    .join('; ');
}
