/** The variables that replace tokens in commands, and how to set them. */
import { ACTOR_NAMES } from '#client';
import type { RunReport } from '../check/verdicts.ts';
import { checksOf, evidenceOf } from './grouping.ts';
import { isOfReceiver } from './subject.ts';

/** A token from an environment variable keeps the name of the variable, which is already set. The others have these names. */
const OURS: ReadonlyMap<string, string> = new Map(ACTOR_NAMES.map((name) => [`TOKEN_${name.toUpperCase()}`, name]));

/** One line for the whole report; undefined if no command of a failure needs a token. */
export function describeTokens(report: RunReport): string | undefined {
  // Commands for a receiver have a signing secret and no token.
  if (isOfReceiver(report)) return undefined;
  const lines = checksOf(report, 'fail', 'unexpected_pass', 'error')
    .flatMap(evidenceOf)
    .flatMap(({ exchanges }) => exchanges.map(({ curl }) => curl));
  const found = new Set(lines.flatMap((line) => [...line.matchAll(/\$(TOKEN_[A-Z_]+)/g)].map(([, name = '']) => name)));
  const names = [...OURS].filter(([variable]) => found.has(variable));
  if (names.length === 0) return undefined;
  const is_mock = report.target.recognised_as === 'gristmill';
  const set = names.map(([variable, actor]) => `${variable}=${is_mock ? `dev_${actor}` : `<access token of actors.${actor}>`}`);
  return `To run the commands of this report, add --report json=report.json to the run and set the tokens: export ${set.join(' ')}`;
}
