/** Expands `--require`: clauses that must be verified, or the run ends with exit code 3. */
import { CLAUSES, isClauseId, type ClauseId } from '#spec/clauses/index';
import { isCheckable } from '../runner/conclude-run.ts';
import { CHECKED_AS, SelectionError, select } from '../runner/select.ts';
import { ConfigError } from '#client';
import type { RunFlags } from './flags.ts';

export interface RequiredClauses {
  ids: readonly ClauseId[];
  /** One line about those that cannot be verified because they were not selected. */
  notices: readonly string[];
}

export interface KnownClauses {
  known: ReadonlySet<ClauseId>;
  /** Those of them with a selected check or oracle. */
  selected: ReadonlySet<ClauseId>;
}

/**
 * Ids stay as they are. An area stands for its stated clauses that the gate can check, selected or not; `ALL` for every selected one.
 * @throws ConfigError if an area has no such clause
 */
export function expandRequired(words: readonly string[], { known, selected }: KnownClauses): RequiredClauses {
  const checkedAs = (id: ClauseId): ClauseId => CHECKED_AS.get(id) ?? id;
  const stated = CLAUSES.filter((clause) => clause.level === 'S' && isCheckable(clause) && known.has(checkedAs(clause.id)));
  const ids = words.flatMap((word): readonly ClauseId[] => {
    if (isClauseId(word)) return [word];
    if (word === 'ALL') return stated.map(({ id }) => id).filter((id) => selected.has(checkedAs(id)));
    const members = stated.map(({ id }) => id).filter((id) => id.startsWith(`${word}-`));
    if (members.length === 0) throw new ConfigError('--require', `${word} has no stated clause that the gate checks`);
    return members;
  });
  const unique = [...new Set(ids)];
  const missing = unique.filter((id) => !selected.has(checkedAs(id)));
  const notices = missing.length === 0 ? [] : [`--require: ${describe(missing)}`];
  return { ids: unique, notices };
}

function describe(ids: readonly ClauseId[]): string {
  return ids.length === 1
    ? `${ids.join()} was not selected, so it cannot be verified`
    : `${ids.join(', ')} were not selected, so they cannot be verified`;
}

/** Expands the flag `--require` of a run. Loads all checks to find out which clauses are known and selected. @throws ConfigError */
export async function resolveRequired({ require, selection }: Pick<RunFlags, 'require' | 'selection'>): Promise<RequiredClauses> {
  if (require.length === 0) return { ids: [], notices: [] };
  // Imported on demand, because it loads all checks.
  const [{ CHECKS }, { ORACLES }] = await Promise.all([import('../checks/index.ts'), import('../oracles/index.ts')]);
  const all: readonly { id: string; clause: ClauseId }[] = [...CHECKS, ...ORACLES];
  const clausesOf = (items: readonly { clause: ClauseId }[]): ReadonlySet<ClauseId> => new Set(items.map(({ clause }) => clause));
  try {
    return expandRequired(require, { known: clausesOf(all), selected: clausesOf(select(all, selection)) });
  } catch (error) {
    // An empty selection is reported where it is used.
    if (error instanceof SelectionError) return { ids: require.filter((word) => isClauseId(word)), notices: [] };
    throw error;
  }
}
