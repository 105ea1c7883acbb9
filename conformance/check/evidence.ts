import { createHash } from 'node:crypto';
import { findClause, type ClauseId, type Level } from '#spec/clauses/index';
import { isErrorWithSuccess, traceIdOf, type Breach, type Exchange, type Redactor, type Run } from '#client';
import type { Evidence, EvidenceExchange } from './verdicts.ts';
import { quote } from '../reproduction/shell.ts';
import type { CheckRef } from '../reproduction/rerun-script.ts';
import { listReruns } from '../reproduction/list-reruns.ts';
import { writeReproduction, type Reproduction } from '../reproduction/write-reproduction.ts';

const EXCHANGES_MAX = 8;
const BODY_CHARACTERS_MAX = 6_000;

/** What evidence needs from its run. */
export interface EvidenceContext {
  readonly redactor: Redactor;
  readonly is_strict: boolean;
  /** The command that runs this check alone. */
  readonly rerun: (check: string, breach: Breach) => string;
  /** How to reproduce a breach. Undefined for receivers, whose evidence has its own scripts. */
  readonly reproduce?: (check: CheckRef, breach: Breach) => Reproduction;
}

export function evidenceContextOf(run: Run): EvidenceContext {
  const { settings, redactor } = run;
  const { base_url, rerun_flags, is_strict } = settings;
  // Keep what the check creates, so that the curl commands find it.
  const rerun = (check: string, breach: Breach): string => {
    const checks = listReruns(check, breach, settings).join(',');
    return ['gristmill conform', base_url, ...rerun_flags, `--only ${checks} --no-cleanup`].join(' ');
  };
  return { redactor, is_strict, rerun, reproduce: (check, breach) => writeReproduction(run, check, breach) };
}

/** A breach with its reproduction. */
export function describeWithReproduction(
  context: EvidenceContext,
  check: CheckRef,
  trail: readonly Exchange[],
  breach: Breach,
): Evidence {
  const evidence = describeEvidence(context, check, trail, breach);
  const reproduction = evidence.severity === 'info' ? undefined : context.reproduce?.(check, breach);
  return reproduction === undefined ? evidence : { ...evidence, reproduction };
}

/** The level of the clause decides: S fails, D warns, A informs. A breach can lower a failure to a warning; `is_strict` makes each warning a failure. */
export function severityOf(clause: ClauseId, breach: Breach, is_strict: boolean): Evidence['severity'] {
  const { level } = findClause(clause);
  const by_level: Record<Level, Evidence['severity']> = { S: 'fail', D: 'warn', A: 'info' };
  const severity = breach.details.severity === 'warn' && level !== 'A' ? 'warn' : by_level[level];
  return severity === 'warn' && is_strict ? 'fail' : severity;
}

/** A breach with everything that a reader needs to act on it. */
export function describeEvidence(
  context: EvidenceContext,
  check: CheckRef,
  trail: readonly Exchange[],
  breach: Breach,
): Evidence {
  const { exchange, message, pointer, expected, observed } = breach.details;
  const likely_cause = explainWrongStatus(check, exchange) ?? breach.details.likely_cause;
  const until = exchange === undefined ? trail : trail.filter(({ number }) => number < exchange.number);
  const shown = exchange === undefined ? until.slice(-EXCHANGES_MAX) : [...until.slice(1 - EXCHANGES_MAX), exchange];
  const redact = (text: string): string => context.redactor.redact(text);
  const severity = severityOf(check.clause, breach, context.is_strict);
  return {
    severity,
    message: redact(message),
    ...(pointer === undefined ? {} : { pointer }),
    ...(expected === undefined ? {} : { expected: redact(expected) }),
    ...(observed === undefined ? {} : { observed: redact(observed) }),
    ...(likely_cause === undefined ? {} : { likely_cause }),
    exchanges: shown.map((one) => describeExchange(context, one)),
    rerun: context.rerun(check.id, breach),
  };
}

/** All findings in errors with a 2xx status have one cause. A privacy breach is reported by itself. */
function explainWrongStatus({ clause }: CheckRef, exchange: Exchange | undefined): string | undefined {
  if (exchange === undefined || clause.startsWith('PRIV-') || !isErrorWithSuccess(exchange)) return undefined;
  return 'Errors are sent with a 2xx status, by the target or by a proxy in front of it.';
}

/** An exchange without secrets. @param body_max how much of each body is kept, in characters */
export function describeExchange(
  { redactor }: Pick<EvidenceContext, 'redactor'>,
  exchange: Exchange,
  body_max = BODY_CHARACTERS_MAX,
): EvidenceExchange {
  const cut = (text: string): string => cutText(text, body_max);
  const trace_id = traceIdOf(exchange.request_headers);
  const redact = (text: string): string => redactor.redact(text);
  const redactAll = (headers: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redact(value)]));
  return {
    actor: exchange.actor,
    method: exchange.method,
    url: redact(exchange.url),
    request_headers: redactAll(exchange.request_headers),
    ...(exchange.request_body === undefined ? {} : { request_body: redact(cut(exchange.request_body)) }),
    status: exchange.status,
    response_headers: redactAll(exchange.headers),
    response_body: redact(cut(exchange.text)),
    duration_ms: Math.round(exchange.duration_ms),
    ...(trace_id === undefined ? {} : { trace_id }),
    curl: redact(exchange.script ?? curlOf(exchange)),
  };
}

/** Cut before redaction, because a response can have megabytes. The rest of a secret that was cut is redacted too. */
function cutText(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}… (${text.length} characters)` : text;
}

function curlOf({ method, url, request_headers, request_body }: Exchange): string {
  const headers = Object.entries(request_headers)
    .filter(([name]) => name !== 'accept' && name !== 'traceparent')
    // Double quotes, so that the shell expands the redacted `$TOKEN_…`.
    .map(([name, value]) => `-H "${name}: ${value.replaceAll(/["\\`]/g, String.raw`\$&`)}"`);
  const body = request_body === undefined ? [] : [`--data ${quote(request_body)}`];
  return ['curl -sS', ...(method === 'GET' ? [] : [`-X ${method}`]), ...headers, ...body, quote(url)].join(' ');
}

/** Identifies a failure across runs, independent of wording, ids, times, and values. */
export function fingerprintOf(id: string, { details: { exchange, pointer = '', expectation } }: Breach): string {
  const shown = exchange === undefined ? '' : `${exchange.operation ?? exchange.method} ${exchange.status}`;
  const stable =
    `${id}|${shown}|${pointer}|${JSON.stringify(expectation ?? {}, (key, value: unknown) => (key === 'value' ? undefined : value))}`
      .replaceAll(/\b(?:inv|bid|trd|tm|cb|cbo|whk|whd|evt|farm|usr)_[\w-]+/g, 'ID')
      .replaceAll(/(?<=[/"])\d+\b/g, 'N');
  return createHash('sha256').update(stable).digest('hex').slice(0, 16);
}
