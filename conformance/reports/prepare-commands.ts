/** What to do before the commands of a report run: keep the JSON report, and set the tokens. */
import { ACTOR_NAMES } from '#client';
import type { RunReport } from '../check/verdicts.ts';
import { checksOf, evidenceOf } from './grouping.ts';
import { isOfReceiver } from './subject.ts';

/** A sentence and the shell commands that it introduces. */
interface Preparation {
  readonly text: string;
  readonly commands: readonly string[];
}

/** A token from an environment variable keeps the name of the variable, which is already set. The others have these names. */
const OUR_VARIABLES: ReadonlyMap<string, string> = new Map(ACTOR_NAMES.map((name) => [`TOKEN_${name.toUpperCase()}`, name]));

/** For the whole report, in order; empty if its failures have no commands that need it. Commands for a receiver have a signing secret and no token. */
export function prepareCommands(report: RunReport): readonly Preparation[] {
  const evidence = isOfReceiver(report) ? [] : checksOf(report, 'fail', 'unexpected_pass', 'error').flatMap(evidenceOf);
  const lines = evidence.flatMap(({ exchanges }) => exchanges.map(({ curl }) => curl));
  const found = new Set(lines.flatMap((line) => [...line.matchAll(/\$(TOKEN_[A-Z_]+)/g)].map(([, name = '']) => name)));
  const { is_mock } = report.target;
  const exports = [...OUR_VARIABLES]
    .filter(([variable]) => found.has(variable))
    .map(([variable, actor]) => `export ${variable}=${is_mock ? `dev_${actor}` : `'<access token of actors.${actor}>'`}`);
  return [
    ...(evidence.some(({ reproduction }) => reproduction !== undefined) ? [KEEP_REPORT] : []),
    ...(evidence.some(({ rerun }) => rerun.includes('--no-cleanup')) ? [ABOUT_RERUNS] : []),
    ...(exports.length === 0 ? [] : [{ text: 'Set the tokens before you run a command:', commands: exports }]),
  ];
}

const KEEP_REPORT: Preparation = {
  text: 'The commands below read report.json, the JSON report of this run. If you did not pass --report json=report.json, copy .gristmill/last-report.json, which the next run replaces:',
  commands: ['cp .gristmill/last-report.json report.json'],
};

const ABOUT_RERUNS: Preparation = {
  text: 'If the shell does not find gristmill, put npx before it. --no-cleanup keeps what a check creates, so that you can inspect it; gristmill cleanup deletes it.',
  commands: [],
};
