/** The result of a run. Every report format is written from these objects. */

/** VER-1: the version of the API document that the stages cite. */
export const OPENAPI_VERSION = '1.0.0';

export type Level = 'must' | 'should';

/** `not_shown`: the client never got into the situation that the stage tests. `error`: Gristmill failed, not the client. */
export const VERDICTS = ['ready', 'not_ready', 'not_shown', 'not_applicable', 'error'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A request of the client, with secrets replaced and long bodies truncated. */
export interface LoggedExchange {
  readonly at_ms: number;
  readonly duration_ms: number;
  readonly method: string;
  readonly path: string;
  readonly request_headers: Readonly<Record<string, string>>;
  readonly request_body: string;
  /** 0 if the connection was cut. */
  readonly status: number;
  readonly response_body: string;
  /** What the stage did to it. */
  readonly disturbed_by: string | null;
}

/** Something that happened around the client: in the world, on its clock, or to its process. */
export interface TimelineEntry {
  readonly at_ms: number;
  readonly text: string;
}

export interface StageResult {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
  readonly cites: readonly string[];
  readonly setup: string;
  readonly stimulus: string;
  readonly verdict: Verdict;
  /** Why it is not ready, each in a sentence. */
  readonly findings: readonly string[];
  /** Why it was not shown, and what to do. */
  readonly reason: string | null;
  readonly advice: string;
  /** The last lines that the client printed, if it ended with an error. */
  readonly output: readonly string[];
  readonly duration_ms: number;
  /** How many requests the client sent. */
  readonly requests: number;
  /** The first 20 and the last 20, if there are more than 40. */
  readonly exchanges: readonly LoggedExchange[];
  readonly timeline: readonly TimelineEntry[];
}

export type RunVerdict = 'ready' | 'not_ready' | 'inconclusive';

export interface CertifyReport {
  readonly kind: 'gristmill certify';
  readonly gristmill: string;
  /** The version of the API document. */
  readonly api: string;
  readonly seed: string;
  readonly client: string;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly selection: readonly string[];
  readonly verdict: RunVerdict;
  readonly reasons: readonly string[];
  readonly counts: Readonly<Record<Level, Readonly<Record<Verdict, number>>>>;
  readonly requests: number;
  readonly stages: readonly StageResult[];
}

const NONE: Readonly<Record<Verdict, number>> = { ready: 0, not_ready: 0, not_shown: 0, not_applicable: 0, error: 0 };

export function countVerdicts(stages: readonly StageResult[]): CertifyReport['counts'] {
  const counts = { must: { ...NONE }, should: { ...NONE } };
  for (const { level, verdict } of stages) counts[level][verdict] += 1;
  return counts;
}

/**
 * Decides the verdict from the stages of level `must`: one that is not ready makes the client not ready, and one that was not shown makes the
 * run inconclusive.
 * @param given_up why the run ended early
 */
export function conclude(
  stages: readonly Pick<StageResult, 'id' | 'level' | 'verdict'>[],
  given_up?: string,
): { verdict: RunVerdict; reasons: readonly string[] } {
  const musts = stages.filter(({ level }) => level === 'must');
  const idsOf = (verdict: Verdict): readonly string[] => musts.filter((one) => one.verdict === verdict).map(({ id }) => id);
  const failed = idsOf('not_ready');
  const open = idsOf('not_shown');
  const broken = stages.filter(({ verdict }) => verdict === 'error').map(({ id }) => id);
  const reasons = [
    ...(given_up === undefined ? [] : [given_up]),
    ...(failed.length === 0 ? [] : [`not ready: ${failed.join(', ')}`]),
    ...(open.length === 0 || given_up !== undefined ? [] : [`not shown: ${open.join(', ')}`]),
    ...(broken.length === 0 ? [] : [`an error in Gristmill: ${broken.join(', ')}`]),
    ...(musts.some(({ verdict }) => verdict === 'ready') || failed.length > 0 || given_up !== undefined
      ? []
      : ['no stage of the level must was shown']),
  ];
  if (failed.length > 0) return { verdict: 'not_ready', reasons };
  return { verdict: reasons.length === 0 ? 'ready' : 'inconclusive', reasons };
}

export const EXIT_CODES: Readonly<Record<RunVerdict, number>> = { ready: 0, not_ready: 1, inconclusive: 3 };
