import type { ClauseId, Level } from '#spec/clauses/index';
import type { Reproduction } from '../reproduction/write-reproduction.ts';

/** The verdict of a check. `fail`: the target is wrong. `error`: Gristmill or the network failed. Reports never add up the two. */
export const CHECK_VERDICTS = [
  'pass',
  'fail',
  'warn',
  'skip',
  'blocked',
  'not_selected',
  'error',
  'expected_failure',
  'unexpected_pass',
  'flaky',
] as const;
export type CheckVerdict = (typeof CHECK_VERDICTS)[number];

export const CLAUSE_VERDICTS = ['verified', 'violated', 'warned', 'not_verified', 'informational', 'not_selected'] as const;
export type ClauseVerdict = (typeof CLAUSE_VERDICTS)[number];

export const RUN_VERDICTS = ['conformant', 'partial', 'non_conformant', 'inconclusive'] as const;
export type RunVerdict = (typeof RUN_VERDICTS)[number];

/** A request and its response as evidence, with secrets redacted and long bodies cut. */
export interface EvidenceExchange {
  actor: string;
  method: string;
  url: string;
  request_headers: Readonly<Record<string, string>>;
  request_body?: string;
  /** 0 if there was no response. */
  status: number;
  response_headers: Readonly<Record<string, string>>;
  response_body: string;
  duration_ms: number;
  /** The trace id of the traceparent header, to find the request in the deployment's traces and logs. */
  trace_id?: string;
  /** A command to paste, with tokens as `$TOKEN_BUYER`. */
  curl: string;
}

/** One finding of a check. */
export interface Evidence {
  severity: 'fail' | 'warn' | 'info';
  message: string;
  /** A JSON pointer into the response, if the finding is about one place in it. */
  pointer?: string;
  expected?: string;
  observed?: string;
  /** The requests that led to the finding. The last one shows it. */
  exchanges: readonly EvidenceExchange[];
  /** The command that runs this check alone. */
  rerun: string;
  likely_cause?: string;
  /** How to reproduce it. Only for failures and warnings of a deployment. */
  reproduction?: Reproduction;
}

export interface CheckResult {
  id: string;
  title: string;
  clauses: readonly ClauseId[];
  verdict: CheckVerdict;
  /** Why the verdict is not `pass`, in one line. */
  reason?: string;
  /** For `skip`: the configuration key to set. */
  config_key?: string;
  /** For `blocked`: the prerequisite that failed. All checks that it blocks have the same text. */
  blocked_by?: string;
  evidence?: readonly Evidence[];
  /** What the target does where the document leaves a choice. */
  observations?: readonly string[];
  duration_ms: number;
  requests: number;
  /** Identifies a failure across runs, for baselines. */
  fingerprint?: string;
}

export interface ClauseResult {
  id: ClauseId;
  level: Level;
  verdict: ClauseVerdict;
  reason?: string;
  config_key?: string;
  checks: readonly string[];
  statement: string;
  section: string;
}

export interface RunCounts {
  clauses: Readonly<Record<ClauseVerdict, number>>;
  checks: Readonly<Record<CheckVerdict, number>>;
  requests: number;
}

/** The result of a run. Every report is written from it. */
export interface RunReport {
  gristmill: string;
  target: { base_url: string; auth_url: string | undefined; mode: string; is_mock: boolean };
  started_at: string;
  ended_at: string;
  duration_ms: number;
  seed: string;
  /** The flags that selected the checks. */
  selection: readonly string[];
  is_interrupted: boolean;
  /** Errors of Gristmill that ended the run early. */
  faults?: readonly string[];
  /** Why the run could not go on to the end: when the target stopped responding. */
  stopped?: string;
  /** Whether the target accepted no token at all. */
  is_anonymous?: boolean;
  is_strict: boolean;
  verdict: RunVerdict;
  /** The reasons for the verdict, one line each. */
  reasons: readonly string[];
  exit_code: number;
  counts: RunCounts;
  clauses: readonly ClauseResult[];
  checks: readonly CheckResult[];
  /** What the run created and did not remove. */
  leftovers: readonly string[];
  /** Outdated entries of the baseline, one line each. They fail the run. */
  stale_baseline: readonly string[];
  /** Setup problems that were found before the first check. */
  notices: readonly string[];
}

/** What a report calls its tests: checks of a deployment, drills of a receiver. */
export type TestNoun = 'check' | 'drill';

/** The events that the progress display and all reports consume. None of them computes a verdict. */
export type RunEvent =
  | { type: 'run_started'; base_url: string; checks: number; estimated_seconds: number; noun?: TestNoun }
  | { type: 'check_started'; id: string; title: string }
  | { type: 'check_ended'; result: CheckResult; done: number; of: number }
  | { type: 'notice'; message: string }
  | { type: 'run_ended'; report: RunReport };
