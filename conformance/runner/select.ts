import { type Selection } from '#client';
import { closestName } from '#spec/closest-name';
import type { ClauseId } from '#spec/clauses/index';

/** What checks and oracles have in common for selection. */
export interface Selectable {
  readonly id: string;
  readonly clause: ClauseId;
  /** Whether every shard runs it, because it checks what the others do. */
  readonly is_in_every_shard?: true;
}

/** Thrown for a selection that cannot match anything, before anything is sent. */
export class SelectionError extends Error {
  override readonly name = 'SelectionError';
  /** Undefined if the flags together leave nothing. */
  readonly flag: string | undefined;
  /** The message without the flag. */
  readonly why: string;

  constructor(flag: string | undefined, why: string) {
    super(flag === undefined ? why : `${flag}: ${why}`);
    this.flag = flag;
    this.why = why;
  }
}

/** What is selected from, for messages about patterns without a match. */
export interface SelectedFrom {
  readonly noun: string;
  /** The command whose `--list` shows them all. */
  readonly command: string;
}

const CONFORM_CHECKS: SelectedFrom = { noun: 'check', command: 'gristmill conform' };

/**
 * The selected checks, in their order. `only` and `skip` take check ids, clause ids, areas (`BID`), and globs (`PRIV-*`). Each check is in one shard.
 * @throws SelectionError if a pattern matches nothing, or nothing is left
 */
export function select<Item extends Selectable>(
  items: readonly Item[],
  selection: Selection,
  { noun, command }: SelectedFrom = CONFORM_CHECKS,
): readonly Item[] {
  for (const [flag, patterns] of [
    ['--only', selection.only],
    ['--skip', selection.skip],
    ['--clause', selection.clauses],
  ] as const) {
    for (const pattern of patterns) {
      if (!items.some((item) => matches(item, pattern))) {
        const advice = advise(pattern, items, command) ?? `${command} --list shows them all`;
        throw new SelectionError(flag, `'${pattern}' matches no ${noun}; ${advice}`);
      }
    }
  }
  const wanted = [...selection.only, ...selection.clauses];
  const chosen = items.filter(
    (item) =>
      (wanted.length === 0 || wanted.some((pattern) => matches(item, pattern))) &&
      !selection.skip.some((pattern) => matches(item, pattern)),
  );
  const mine = takeShard(chosen, selection.shard);
  if (mine.length === 0)
    throw new SelectionError(undefined, `no ${noun} is left to run; check the flags that select, such as --only`);
  return mine;
}

function takeShard<Item extends Selectable>(items: readonly Item[], shard: Selection['shard']): readonly Item[] {
  if (shard === undefined) return items;
  const divided = items.filter((item) => item.is_in_every_shard !== true);
  const mine = new Set(divided.filter((_, i) => i % shard.of === shard.index - 1));
  return items.filter((item) => item.is_in_every_shard === true || mine.has(item));
}

function advise(pattern: string, items: readonly Selectable[], command: string): string | undefined {
  const [asked = ''] = pattern.toUpperCase().split('/');
  const own = items.filter((item) => item.clause === asked).map(({ id }) => id);
  const similar = closestName(pattern, own);
  if (own.length > 0 && similar === undefined) return `${command} --list --only ${asked} shows those of ${asked}`;
  if (similar !== undefined) return `did you mean ${similar}?`;
  const known = [...new Set(items.flatMap(({ id, clause }) => [clause, id, clause.slice(0, clause.indexOf('-'))]))];
  const closest = closestName(pattern, known);
  return closest === undefined ? undefined : `did you mean ${closest}?`;
}

function matches({ id, clause }: Selectable, pattern: string): boolean {
  const text = pattern.toUpperCase();
  if (text.includes('*')) {
    const glob = new RegExp(`^${text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')}$`);
    return glob.test(id.toUpperCase()) || glob.test(clause);
  }
  // A clause that is "checked as" another is checked there, so selecting one selects the other.
  const alias = ALIASES.get(clause);
  return id.toUpperCase() === text || isClauseOrArea(clause, text) || (alias !== undefined && isClauseOrArea(alias, text));
}

function isClauseOrArea(clause: ClauseId, text: string): boolean {
  return clause === text || clause.slice(0, clause.indexOf('-')) === text;
}

/** The clauses of the catalog that repeat another clause, and the clause that they repeat. */
export const CHECKED_AS: ReadonlyMap<ClauseId, ClauseId> = new Map([
  ['LST-15', 'SBX-3'],
  ['VER-3', 'EVT-1'],
]);
const ALIASES: ReadonlyMap<ClauseId, ClauseId> = new Map([...CHECKED_AS].map(([one, checked]) => [checked, one]));
