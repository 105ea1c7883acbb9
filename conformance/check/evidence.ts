import { createHash } from 'node:crypto';
import type { ClauseId } from '#spec/clauses/index';
import type { Breach, Exchange, Redactor, Run } from '#client';
import { traceIdOf } from '#client';
import type { Evidence, EvidenceExchange } from './verdicts.ts';
import type { Reproduction } from '../reproduction/write-reproduction.ts';
import { writeReproduction } from '../reproduction/write-reproduction.ts';
import { severityOf } from './severity.ts';

/** How much of what led to a finding is shown. */
const EXCHANGES_SHOWN = 8;
const BODY_SHOWN = 6_000;

/** What evidence takes from the run that it is of. */
export interface EvidenceContext {
  readonly redactor: Redactor;
  readonly is_strict: boolean;
  /** The command that runs one check alone. */
  readonly rerun: (check: string) => string;
  /** How to see a breach again; undefined for receivers, whose evidence has scripts of its own. */
  readonly reproduce?: (check: CheckRef, breach: Breach) => Reproduction;
}

/** What is tested: a check of a deployment, or a drill of a receiver. */
export interface CheckRef {
  readonly id: string;
  readonly title: string;
  readonly clause: ClauseId;
}

/** What evidence of a deployment's run takes from it. */
export function evidenceContextOf(run: Run): EvidenceContext {
  const { settings, redactor } = run;
  const { base_url, rerun_flags, is_strict } = settings;
  // What the check makes is left there, so that the curl lines find it.
  const rerun = (check: string): string =>
    ['gristmill conform', base_url, ...rerun_flags, `--only ${check} --no-cleanup`].join(' ');
  return { redactor, is_strict, rerun, reproduce: (check, breach) => writeReproduction(run, check, breach) };
}

/** A breach with how to see it again. */
export function describeFinding(context: EvidenceContext, check: CheckRef, trail: readonly Exchange[], breach: Breach): Evidence {
  const evidence = describeEvidence(context, check, trail, breach);
  const reproduction = evidence.severity === 'info' ? undefined : context.reproduce?.(check, breach);
  return reproduction === undefined ? evidence : { ...evidence, reproduction };
}

/** A breach as a stranger can act on it. */
export function describeEvidence(
  evidence_context: EvidenceContext,
  charge: CheckRef,
  trail: readonly Exchange[],
  breach: Breach,
): Evidence {
  const { exchange, message, pointer, expected, observed, likely_cause } = breach.details;
  const until = exchange === undefined ? trail : trail.filter(({ number }) => number < exchange.number);
  const shown = exchange === undefined ? until.slice(-EXCHANGES_SHOWN) : [...until.slice(1 - EXCHANGES_SHOWN), exchange];
  const redact = (text: string): string => evidence_context.redactor.redact(text);
  const severity = severityOf(charge.clause, breach, evidence_context.is_strict);
  return {
    severity,
    message: redact(message),
    ...(pointer === undefined ? {} : { pointer }),
    ...(expected === undefined ? {} : { expected: redact(expected) }),
    ...(observed === undefined ? {} : { observed: redact(observed) }),
    ...(likely_cause === undefined ? {} : { likely_cause }),
    exchanges: shown.map((one) => describeExchange(evidence_context, one)),
    rerun: evidence_context.rerun(charge.id),
  };
}

/** An exchange without secrets. @param body_max how much of each body is kept, in characters */
export function describeExchange(
  { redactor }: Pick<EvidenceContext, 'redactor'>,
  exchange: Exchange,
  body_max = BODY_SHOWN,
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

/** Cut before it is redacted: a target may answer with megabytes. What a cut leaves of a secret is taken out as well. */
function cutText(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}… (${text.length} characters)` : text;
}

function curlOf({ method, url, request_headers, request_body }: Exchange): string {
  const headers = Object.entries(request_headers)
    .filter(([name]) => name !== 'accept' && name !== 'traceparent')
    // Double quotes, so that the shell puts in the token that the redacted `$TOKEN_…` stands for.
    .map(([name, value]) => `-H "${name}: ${value.replaceAll(/["\\`]/g, String.raw`\$&`)}"`);
  const body = request_body === undefined ? [] : [`--data ${quote(request_body)}`];
  return ['curl -sS', ...(method === 'GET' ? [] : [`-X ${method}`]), ...headers, ...body, quote(url)].join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The same for the same failure from run to run, whatever words it is told in: ids, times and values do not count. */
export function fingerprintOf(id: string, { details: { exchange, pointer = '', expectation } }: Breach): string {
  const shown = exchange === undefined ? '' : `${exchange.operation ?? exchange.method} ${exchange.status}`;
  const stable =
    `${id}|${shown}|${pointer}|${JSON.stringify(expectation ?? {}, (key, value: unknown) => (key === 'value' ? undefined : value))}`
      .replaceAll(/\b(?:inv|bid|trd|tm|cb|cbo|whk|whd|evt|farm|usr)_[\w-]+/g, 'ID')
      .replaceAll(/(?<=[/"])\d+\b/g, 'N');
  return createHash('sha256').update(stable).digest('hex').slice(0, 16);
}
