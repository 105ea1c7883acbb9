import type { ClauseId, Level } from '#spec/clauses/index';
import type { Reproduction } from '../reproduction/write-reproduction.ts';

/** What a check comes to. `fail`: the target is wrong. `error`: we are, or the line to it is. The two are never merged. */
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

/** One request and its answer, as evidence: secrets redacted, long bodies cut. */
export interface EvidenceExchange {
  actor: string;
  method: string;
  url: string;
  request_headers: Readonly<Record<string, string>>;
  request_body?: string;
  /** 0 where no answer came. */
  status: number;
  response_headers: Readonly<Record<string, string>>;
  response_body: string;
  duration_ms: number;
  /** Of the traceparent header, for the traces and logs of the deployment. */
  trace_id?: string;
  /** A line to paste: tokens stand as `$TOKEN_BUYER`. */
  curl: string;
}

/** What one thing that was wrong, or odd, looked like. */
export interface Evidence {
  severity: 'fail' | 'warn' | 'info';
  message: string;
  /** JSON pointer into the answer, where one place of it is meant. */
  pointer?: string;
  expected?: string;
  observed?: string;
  /** The requests that led there, the one that showed it last. */
  exchanges: readonly EvidenceExchange[];
  /** The command that runs this check alone. */
  rerun: string;
  /** What commonly causes it. */
  likely_cause?: string;
  /** How to see it again. Only for what fails or warns in a deployment. */
  reproduction?: Reproduction;
}

export interface CheckResult {
  id: string;
  title: string;
  clauses: readonly ClauseId[];
  verdict: CheckVerdict;
  /** Why it was not a plain pass, in one line. */
  reason?: string;
  /** For skip: the key of the configuration that would change it. */
  config_key?: string;
  /** For blocked: what failed before it; the same text for everything that one thing blocks. */
  blocked_by?: string;
  evidence?: readonly Evidence[];
  /** Which of the legal readings were seen. */
  observations?: readonly string[];
  duration_ms: number;
  requests: number;
  /** Tells one failure from another over runs: for baselines. */
  fingerprint?: string;
}

export interface ClauseResult {
  id: ClauseId;
  level: Level;
  verdict: ClauseVerdict;
  reason?: string;
  config_key?: string;
  /** The checks that judged it, or would have. */
  checks: readonly string[];
  statement: string;
  section: string;
}

export interface RunCounts {
  clauses: Readonly<Record<ClauseVerdict, number>>;
  checks: Readonly<Record<CheckVerdict, number>>;
  requests: number;
}

/** The whole of a run: what every report is written from. */
export interface RunReport {
  gristmill: string;
  target: { base_url: string; auth_url: string | undefined; mode: string; recognised_as: 'gristmill' | undefined };
  started_at: string;
  ended_at: string;
  duration_ms: number;
  seed: string;
  /** How the checks were chosen, as flags. */
  selection: readonly string[];
  is_interrupted: boolean;
  is_strict: boolean;
  verdict: RunVerdict;
  /** Why the verdict is what it is, one line each. */
  reasons: readonly string[];
  exit_code: number;
  counts: RunCounts;
  clauses: readonly ClauseResult[];
  checks: readonly CheckResult[];
  /** What the run made and could not take back, and what it left. */
  leftovers: readonly string[];
  /** What is wrong with the baseline itself, one line each: it fails the run. */
  stale_baseline: readonly string[];
  /** Set-up findings that were met before the first check. */
  notices: readonly string[];
}

/** The one stream that progress and every report come from. None of them computes a verdict. */
export type RunEvent =
  | { type: 'run_started'; base_url: string; checks: number; estimated_seconds: number }
  | { type: 'check_started'; id: string; title: string }
  | { type: 'check_ended'; result: CheckResult; done: number; of: number }
  | { type: 'notice'; message: string }
  | { type: 'run_ended'; report: RunReport };
