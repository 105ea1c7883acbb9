/** What to do before the commands of a report run: keep the JSON report, and set the tokens. */
import { ACTOR_NAMES } from '#client';
import type { Evidence, RunReport } from '../check/verdicts.ts';
import { checksOf, evidenceOf } from './grouping.ts';
import { isOfReceiver } from './subject.ts';

/** A sentence and the shell commands that it introduces. */
interface Preparation {
  readonly text: string;
  readonly commands: readonly string[];
}

/** A token from an environment variable keeps the name of the variable, which is already set. The others have these names. */
const OUR_VARIABLES: ReadonlyMap<string, string> = new Map(ACTOR_NAMES.map((name) => [`TOKEN_${name.toUpperCase()}`, name]));

/** For the whole report, in order; empty if its failures have no commands that need it. */
export function prepareCommands(report: RunReport): readonly Preparation[] {
  const evidence = checksOf(report, 'fail', 'unexpected_pass', 'error').flatMap(evidenceOf);
  const lines = evidence.flatMap(({ exchanges }) => exchanges.map(({ curl }) => curl));
  if (isOfReceiver(report)) return lines.some((line) => line.includes('$WEBHOOK_SECRET')) ? [SET_SECRET] : [];
  const found = new Set(lines.flatMap((line) => [...line.matchAll(/\$(TOKEN_[A-Z_]+)/g)].map(([, name = '']) => name)));
  const { is_mock } = report.target;
  const exports = [...OUR_VARIABLES]
    .filter(([variable]) => found.has(variable))
    .map(([variable, actor]) => `export ${variable}=${is_mock ? `dev_${actor}` : `'<access token of actors.${actor}>'`}`);
  return [
    ...describeReport(evidence),
    ...(evidence.some(({ rerun }) => rerun.includes('--no-cleanup')) ? [ABOUT_RERUNS] : []),
    ...(exports.length === 0 ? [] : [{ text: 'Set the tokens before you run a curl command or a script:', commands: exports }]),
  ];
}

/** What the commands read: the JSON report, by its path if that is known. */
function describeReport(evidence: readonly Evidence[]): readonly Preparation[] {
  const commands = evidence.flatMap(({ reproduction }) => (reproduction === undefined ? [] : [reproduction.command]));
  if (commands.includes(undefined)) return [KEEP_REPORT];
  return commands.some((command) => command?.includes(` ${LAST_REPORT_PATH} `)) ? [NAME_REPORT] : [];
}

/** Where every run of `conform` leaves its JSON report. */
export const LAST_REPORT_PATH = '.gristmill/last-report.json';

const NAME_REPORT: Preparation = {
  text: `gristmill repro reads ${LAST_REPORT_PATH}, which the next run replaces. To keep a report, pass --report json=report.json.`,
  commands: [],
};

const KEEP_REPORT: Preparation = {
  text: 'gristmill repro reads report.json, the JSON report of this run. If you did not pass --report json=report.json, copy .gristmill/last-report.json, which the next run replaces:',
  commands: [`cp ${LAST_REPORT_PATH} report.json`],
};

const ABOUT_RERUNS: Preparation = {
  text: 'If the shell does not find gristmill, write npx gristmill. --no-cleanup keeps what a check creates, so that you can inspect it; gristmill cleanup deletes it.',
  commands: [],
};

const SET_SECRET: Preparation = {
  text: 'Set the signing secret before you run a curl command:',
  commands: ["export WEBHOOK_SECRET='whsec_…'"],
};
