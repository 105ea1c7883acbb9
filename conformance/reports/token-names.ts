/** What stands for tokens in the lines of a report that can be pasted, and how to set it. */
import { ACTOR_NAMES } from '#client';
import type { RunReport } from '../check/verdicts.ts';
import { checksOf, evidenceOf } from './grouping.ts';
import { isOfReceiver } from './subject.ts';

/** A token that came from a variable stands there by the name of that variable, which whoever runs the gate has set. The others have a name of ours. */
const OURS: ReadonlyMap<string, string> = new Map(ACTOR_NAMES.map((name) => [`TOKEN_${name.toUpperCase()}`, name]));

/** One line for the whole report; undefined where no line of a failure takes it. */
export function tellTokens(report: RunReport): string | undefined {
  // Lines to a receiver hold a signing secret and no token.
  if (isOfReceiver(report)) return undefined;
  const lines = checksOf(report, 'fail', 'unexpected_pass', 'error')
    .flatMap(evidenceOf)
    .flatMap(({ exchanges }) => exchanges.map(({ curl }) => curl));
  const found = new Set(lines.flatMap((line) => [...line.matchAll(/\$(TOKEN_[A-Z_]+)/g)].map(([, name = '']) => name)));
  const names = [...OURS].filter(([variable]) => found.has(variable));
  if (names.length === 0) return undefined;
  const is_mock = report.target.recognised_as === 'gristmill';
  const set = names.map(([variable, actor]) => `${variable}=${is_mock ? `dev_${actor}` : `<access token of actors.${actor}>`}`);
  return `To paste a curl line, set first: export ${set.join(' ')}`;
}
