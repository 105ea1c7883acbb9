/**
 * Writes a finding of a check as numbered steps and as a shell script. The script needs only sh, curl, and node, unless single requests cannot
 * show the finding; then it runs the check again.
 */
import { findClause } from '#spec/clauses/index';
import {
  PARTS_OF_EVERY_RUN,
  isObject,
  readUrl,
  type Breach,
  type Exchange,
  type Redactor,
  type Run,
  type RunAction,
} from '#client';
import { listReruns } from './list-reruns.ts';
import { listSecrets } from './list-secrets.ts';
import { describeSteps } from './describe-steps.ts';
import { groupSteps } from './group-steps.ts';
import { chooseFinalTest, idsOfItem, type FinalTest } from './final-test.ts';
import { explainAbsence, explainRerun, secondsToWait } from './explain-rerun.ts';
import { writeRerunScript, type CheckRef } from './rerun-script.ts';
import { CONTROL_SETUP, DIRECT_SETUP, LIKE_FUNCTION, MEETS_FUNCTION, OPERATOR_SETUP, TOOLS } from './script-tools.ts';
import { selectSteps, type Capture, type Selected } from './select-steps.ts';
import { comment, hereText, quote, variableOf, word, type Substitutes } from './shell.ts';
import { bearerOf, pathBelow, tokenDefault, writeAction } from './write-action.ts';

/** How to see a finding again. */
export interface Reproduction {
  /** In words, without numbers. The response to the last one shows the finding. */
  readonly steps: readonly string[];
  /** Exits with 1 if it reproduces the finding, 0 if not, and 2 if it cannot tell. */
  readonly script: string;
  /** Why the script runs the check again instead of sending the requests itself. */
  readonly reruns_because?: string;
  /** The command that prints the script of the check, from the JSON report. With `--run`, it runs the script. */
  readonly command?: string;
}

/** Writes the reproduction of a breach, without the secrets of the run. */
export function writeReproduction(run: Run, check: CheckRef, breach: Breach): Reproduction {
  const { exchange } = breach.details;
  const { actions } = run.trail;
  const evidence = actions.find((one) => one.type === 'exchange' && one.exchange === exchange);
  const rerun = (steps: readonly string[], why: string): Reproduction => {
    const origin = evidence?.check ?? check.id;
    const { base_url, rerun_flags: flags } = run.settings;
    const own = listReruns(check.id, breach, run.settings);
    const checks = Object.values<string>(PARTS_OF_EVERY_RUN).includes(origin) ? own : [...new Set([...own, origin])];
    const script = writeRerunScript({ check, message: breach.details.message, why, base_url, flags, checks });
    return { steps, script: run.redactor.redact(script), reruns_because: why };
  };
  if (exchange === undefined || evidence === undefined) return rerun([], explainAbsence(breach));
  const { expectation, found, pointer = '' } = breach.details;
  const is_named = typeof found === 'string' || (Array.isArray(found) && found.every((one) => typeof one === 'string'));
  const compared = [expectation, is_named ? found : undefined, idsOfItem(exchange.json, pointer)];
  const selected = selectSteps(actions, evidence, compared);
  const test = chooseFinalTest(breach.details, exchange, (value) => isKnown(selected, value));
  const writing: Writing = { run, check, breach, selected, test };
  const redact = (text: string): string => run.redactor.redact(text);
  const steps = describeSteps(selected, run.settings.base_url).map(redact);
  const why = explainRerun(selected, test);
  if (why !== undefined) return rerun(steps, why);
  const script = redact(writeScript(writing));
  const unlike = explainUnlike(writing, script, { evidence, exchange });
  return unlike === undefined ? { steps, script } : rerun(steps, unlike);
}

/** Whether an earlier step returns or sends a string. */
function isKnown({ actions, captures }: Selected, text: string): boolean {
  const quoted = JSON.stringify(text);
  return (
    captures.some(({ value }) => value === text) ||
    actions.some((one) => one.type === 'exchange' && one.exchange.request_body?.includes(quoted) === true)
  );
}

/** Why the script would not send the recorded requests; undefined if it would. */
function explainUnlike(
  { run, selected }: Writing,
  script: string,
  { evidence, exchange }: { evidence: RunAction; exchange: Exchange },
): string | undefined {
  const tokens = listTokens(run);
  const [unknown] = listSecrets(script.slice(script.indexOf(STEPS)), tokens).filter((name) => !tokens.has(name));
  if (unknown !== undefined) return `it takes a secret of the run: ${unknown}`;
  if (hasTokenInOtherCase(run, selected)) return 'it takes a token in another case';
  const is_link_taken = selected.captures.some(({ value, pointer }) => value === exchange.url && pointer !== '/href');
  if (!is_link_taken && followsLink(run.trail.actions, evidence, exchange)) return 'it follows a link of an earlier response';
  // An expiry depends on the clock of the target, and on the pauses between the requests.
  return script.includes('$(instant ') ? 'it sends a time, such as an expiry, and waits for it' : undefined;
}

/** Whether the URL of the evidence is a `next` or `previous` of an earlier response: a correct target has another link there. */
function followsLink(actions: readonly RunAction[], evidence: RunAction, { url }: Exchange): boolean {
  const isTaken = (one: RunAction): boolean =>
    one.type === 'exchange' &&
    one.check === evidence.check &&
    one.number < evidence.number &&
    isObject(one.exchange.json) &&
    [one.exchange.json['next'], one.exchange.json['previous']].some(
      (link) => typeof link === 'string' && readUrl(link, one.exchange.url)?.href === url,
    );
  return actions.some(isTaken);
}

/** Whether a request has the token of an actor in another case. The redactor takes both for the same. */
function hasTokenInOtherCase({ settings: { actors } }: Run, { actions }: Selected): boolean {
  const tokens = [...actors.values()].map(({ token }) => token);
  const folded = new Set(tokens.map((token) => token.toLowerCase()));
  return actions.some((one) => {
    const sent = one.type === 'exchange' ? bearerOf(one.exchange.request_headers) : undefined;
    return sent !== undefined && !tokens.includes(sent) && folded.has(sent.toLowerCase());
  });
}

/** The variables that stand for the tokens of the actors. Those that the configuration names can have any form, such as `token2`. */
function listTokens({ settings: { actors } }: Run): ReadonlySet<string> {
  return new Set([...actors].map(([name, { shown_as }]) => shown_as ?? `TOKEN_${name.toUpperCase()}`));
}

/** Marks where the steps begin. */
const STEPS = '# Steps';

interface Writing {
  readonly run: Run;
  readonly check: CheckRef;
  readonly breach: Breach;
  readonly selected: Selected;
  readonly test: FinalTest;
}

function writeScript(writing: Writing): string {
  const { run, selected } = writing;
  const { base_url, is_mock } = run.settings;
  const variables = new Map<string, string>();
  const first = selected.actions.find((one) => one.type === 'exchange');
  const recorded_at_ms =
    first?.type === 'exchange' ? Date.parse(first.exchange.headers['date'] ?? '') || first.exchange.sent_at_ms : Number.NaN;
  const substitutes = { variables, recorded_at_ms };
  const steps = describeSteps(selected, base_url);
  const writeOne = (action: RunAction): readonly string[] => {
    const captures = selected.captures.filter(({ at }) => at === action);
    const is_last = action === selected.actions.at(-1);
    const path = action.type === 'exchange' ? pathOf(run, action.exchange.url, variables) : '';
    const token = action.type === 'exchange' ? tokenOf(run.redactor, action.exchange.request_headers, variables) : undefined;
    const pause = is_last ? secondsToWait(selected) : 0;
    const written = writeAction(action, { path, is_mock, is_evidence: is_last, token, substitutes });
    const taken = captures.map((capture) => takeValue(capture, is_mock));
    for (const { name, value } of captures) variables.set(value, variableOf(name));
    return [...(pause === 0 ? [] : [`echo '   Waiting ${pause} s'; sleep ${pause}`]), ...written, ...taken];
  };
  const lines = groupSteps(selected.actions).flatMap((step, i) => {
    const is_captured = step.some((action) => selected.captures.some(({ at }) => at === action));
    const is_test_data = is_captured && !step.includes(selected.actions.at(-1) ?? step[0]);
    return ['', `${is_test_data ? 'arrange' : 'step'} ${i + 1} ${quote(steps[i] ?? '')}`, ...step.flatMap(writeOne)];
  });
  const body = ['', STEPS, ...lines, ...writeEnd(writing, substitutes)].join('\n');
  return `${[...writeHead(writing, run.redactor.redact(body)), body].join('\n')}\n`;
}

/** A path relative to the base URL, which curl resolves; the URL if it is on another host. */
function pathOf({ settings: { base_url } }: Run, url: string, variables: ReadonlyMap<string, string>): string {
  // A link of an earlier response.
  if (variables.has(url)) return url;
  const root = base_url.slice(0, base_url.lastIndexOf('/'));
  const below = pathBelow(base_url, url);
  return below === url && url.startsWith(`${root}/`) ? `/..${url.slice(root.length)}` : below;
}

/** The line that takes a value from the response of its step. */
function takeValue({ name, value, pointer, at: action }: Capture, is_mock: boolean): string {
  const from_hook = action.type === 'hook';
  const where = from_hook ? (is_mock ? (pointer === '/token' ? '/access_token' : pointer) : `/result${pointer}`) : pointer;
  const is_read = action.type === 'exchange' && action.exchange.method === 'GET';
  const pick = is_read ? `pick_known ${quote(value)} ${quote(where)}` : `pick ${quote(where)}`;
  return `${variableOf(name)}=$(${pick}) || stop ${quote(`the response has no ${where}`)}`;
}

/** The bearer token as a shell word; undefined if the header holds something else. */
function tokenOf(
  redactor: Redactor,
  headers: Readonly<Record<string, string>>,
  variables: ReadonlyMap<string, string>,
): string | undefined {
  const token = bearerOf(headers);
  if (token === undefined) return headers['authorization'] === undefined ? "''" : undefined;
  const variable = variables.get(token);
  if (variable !== undefined) return `"$${variable}"`;
  const shown = redactor.redact(token);
  return /^\$\w+$/.test(shown) ? `"${shown}"` : word(token, { variables, recorded_at_ms: Number.NaN });
}

function writeHead({ run, check: { id, title, clause }, breach, test }: Writing, body: string): readonly string[] {
  const { base_url, is_mock } = run.settings;
  const needed = listSecrets(body, listTokens(run));
  return [
    '#!/bin/sh',
    comment(`${id}: ${title}`),
    comment(`Found: ${breach.details.message}`),
    comment(`${clause}: ${findClause(clause).statement}`),
    '#',
    '# Exits with 1 if it reproduces the finding, 0 if not, and 2 if it cannot tell. Needs sh, curl, and node.',
    '# To use another target, pass its base URL as the first argument.',
    'set -u',
    `TARGET=\${1:-${base_url}}`,
    TOOLS,
    ...needed.map((name) => (is_mock && name.startsWith('TOKEN_') ? tokenDefault(name) : `need ${name}`)),
    ...(test.by === 'expectation' ? [MEETS_FUNCTION] : []),
    ...(test.by === 'value' ? [LIKE_FUNCTION] : []),
    DIRECT_SETUP,
    ...(/^(?:control|control_json) /m.test(body) ? [CONTROL_SETUP] : []),
    ...(/^operator /m.test(body) ? [OPERATOR_SETUP] : []),
  ];
}

function writeEnd({ check: { id }, breach, selected, test }: Writing, substitutes: Substitutes): readonly string[] {
  const last = selected.actions.at(-1);
  const status = last?.type === 'exchange' ? last.exchange.status : 0;
  const accepted = test.by === 'status' && test.expectation.kind === 'status' ? test.expectation.statuses : [];
  const is_about_access = [status, ...accepted].some((one) => one === 401 || one === 429 || one >= 500);
  const said = quote(`reproduced: ${id}: ${breach.details.message}`);
  const { expected, observed } = breach.details;
  return [
    '',
    ...(expected === undefined ? [] : [`echo ${quote(`   Expected: ${expected}`)}`]),
    ...(observed === undefined ? [] : [`echo ${quote(`   Found before: ${observed}`)}`]),
    'echo "   Now:"; head -c 1500 "$WORK/response"; echo',
    // Neither a rejected token nor a failing deployment shows this finding, unless it is about that.
    ...(is_about_access ? [] : ['case $STATUS in 401|429|5??) cannot_run "the last request returned $STATUS" ;; esac']),
    ...writeTest(test, status, breach.details.found, substitutes),
    `  echo ${said}`,
    '  exit 1',
    'fi',
    `echo ${quote(`not reproduced: ${id}: the last response does not show it`)}`,
    'exit 0',
  ];
}

/** The condition, through `then`. */
function writeTest(test: FinalTest, status: number, found: unknown, substitutes: Substitutes): readonly string[] {
  if (test.by === 'status') {
    const { expectation } = test;
    const pattern = expectation.kind === 'status' ? expectation.statuses.join('|') : `${expectation.status_class}??`;
    return [`IS_EXPECTED=no; case $STATUS in ${pattern}) IS_EXPECTED=yes ;; esac`, 'if [ $IS_EXPECTED = no ]; then'];
  }
  if (test.by === 'expectation') {
    const { pointer, expectation, keys } = test;
    const said = hereText(JSON.stringify({ ...expectation, keys, found: found === null ? null : undefined }), substitutes);
    return [`if ! meets ${word(pointer, substitutes)} <<JSON`, said, 'JSON', 'then'];
  }
  if (test.by === 'text') return [`if cat "$WORK/response" "$WORK/headers" | grep -qiF -- ${word(test.text, substitutes)}; then`];
  if (test.by === 'nothing') return ['if false; then'];
  const { pointer, value } = test;
  // Another id is none of those that the script knows.
  const known = [...substitutes.variables.values()].map((name) => `"$${name}"`);
  return [
    `if [ "$STATUS" = ${status} ] && like ${[word(pointer, substitutes), ...known].join(' ')} <<JSON`,
    hereText(JSON.stringify(value), substitutes),
    'JSON',
    'then',
  ];
}
