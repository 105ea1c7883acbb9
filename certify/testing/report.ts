import type { CertifyReport, Level, StageResult, Verdict } from '../verdict/verdict.ts';
import { OPENAPI_VERSION, conclude, countVerdicts } from '../verdict/verdict.ts';

/** A stage without requests. */
export function makeStage(id: string, level: Level, verdict: Verdict): StageResult {
  const texts = { title: 'T', cites: ['IDEM-2'], setup: 'S', stimulus: 'D', advice: 'A' };
  return {
    id,
    level,
    verdict,
    ...texts,
    findings: [],
    reason: null,
    output: [],
    duration_ms: 5,
    requests: 0,
    exchanges: [],
    timeline: [],
  };
}

/** The report of a run with these stages. */
export function makeReport(stages: readonly StageResult[], client = 'node client.js'): CertifyReport {
  return {
    kind: 'gristmill certify',
    gristmill: '0.0.0',
    api: OPENAPI_VERSION,
    seed: '7',
    client,
    started_at: '2026-11-22T12:00:00.000Z',
    duration_ms: 10,
    selection: [],
    ...conclude(stages),
    counts: countVerdicts(stages),
    requests: 2,
    stages,
  };
}
