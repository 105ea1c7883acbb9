/** The shape of a report. The build writes `report.schema.json` from it. */
import { LEVELS } from '#spec/clauses/index';
import { z } from 'zod';
import { CHECK_VERDICTS, CLAUSE_VERDICTS, RUN_VERDICTS } from '../check/verdicts.ts';

const Count = z.int().nonnegative();
const Duration = z.number().nonnegative();
const Instant = z.string().meta({ format: 'date-time' });
const Texts = z.array(z.string());
const Headers = z.record(z.string(), z.string());
const ClauseIdText = z.string().regex(/^[A-Z]+-[1-9][0-9]*$/);

const Exchange = z
  .object({
    actor: z.string(),
    method: z.string(),
    url: z.string(),
    request_headers: Headers,
    request_body: z.string().exactOptional(),
    status: z.int().min(0).max(999).describe('0 without a response.'),
    response_headers: Headers,
    response_body: z.string(),
    duration_ms: Duration,
    trace_id: z.string().exactOptional().describe('The trace id in the traceparent header of the request.'),
    curl: z.string().describe('A command to paste. Tokens are variables such as `$TOKEN_BUYER`.'),
  })
  .meta({ id: 'Exchange', description: 'One request and its response, with secrets redacted and long bodies truncated.' });

const Reproduction = z
  .object({
    steps: Texts.describe('The steps, in words. The response to the last one shows the finding.'),
    script: z
      .string()
      .describe('A shell script that exits with 1 if it reproduces the finding, 0 if not, and 2 if it cannot tell.'),
    reruns_because: z
      .string()
      .exactOptional()
      .describe('Why the script runs the check again instead of sending the requests itself.'),
    command: z.string().exactOptional().describe('The command that prints the script of the check from the JSON report.'),
  })
  .meta({ id: 'Reproduction', description: 'How to see a finding again.' });

const Finding = z
  .object({
    severity: z.enum(['fail', 'warn', 'info']),
    message: z.string(),
    pointer: z.string().exactOptional().describe('JSON pointer into the response.'),
    expected: z.string().exactOptional(),
    observed: z.string().exactOptional(),
    exchanges: z.array(Exchange).describe('The requests that led to the finding. The last one shows it.'),
    rerun: z.string().describe('The command that runs this check alone.'),
    likely_cause: z.string().exactOptional().describe('A possible cause.'),
    reproduction: Reproduction.exactOptional(),
  })
  .meta({ id: 'Evidence', description: 'One finding of a check.' });

const Check = z
  .object({
    id: z.string(),
    title: z.string(),
    clauses: z.array(ClauseIdText),
    verdict: z.enum(CHECK_VERDICTS),
    reason: z.string().exactOptional(),
    config_key: z.string().exactOptional().describe('For skip: the configuration key that would change it.'),
    blocked_by: z.string().exactOptional().describe('For blocked: the prerequisite that failed.'),
    evidence: z.array(Finding).exactOptional(),
    observations: Texts.exactOptional().describe(
      'What the target does where the document leaves a choice, and notes on the run of the check.',
    ),
    duration_ms: Duration,
    requests: Count,
    fingerprint: z.string().exactOptional().describe('Identifies a failure across runs, for baselines.'),
  })
  .meta({ id: 'Check' });

const ClauseRow = z
  .object({
    id: ClauseIdText,
    level: z.enum(LEVELS).describe('S: stated by the document. D: derived from it. A: assumed where it is silent.'),
    verdict: z.enum(CLAUSE_VERDICTS),
    reason: z.string().exactOptional(),
    config_key: z.string().exactOptional(),
    checks: Texts.describe('The checks of the clause.'),
    statement: z.string(),
    section: z.string(),
  })
  .meta({ id: 'Clause' });

const Cause = z
  .object({
    sentence: z.string().describe('The possible cause where one is known, otherwise what was found.'),
    is_explained: z.boolean().describe('Whether the sentence is a possible cause.'),
    checks: Texts.describe('The checks that fail because of it.'),
    clauses: z.array(ClauseIdText),
  })
  .meta({ id: 'Cause', description: 'The cause of several failures.' });

const Counts = z.object({
  // Earlier versions had fewer verdicts.
  clauses: z.partialRecord(z.enum(CLAUSE_VERDICTS), Count),
  checks: z.partialRecord(z.enum(CHECK_VERDICTS), Count),
  requests: Count,
});

const Target = z.object({
  base_url: z.string(),
  auth_url: z.string().exactOptional(),
  mode: z.string(),
  is_mock: z.boolean().default(false).describe('Whether the target is a Gristmill mock.'),
});

export const Report = z
  .object({
    gristmill: z.string().describe('The version of Gristmill.'),
    target: Target,
    started_at: Instant,
    ended_at: Instant,
    duration_ms: Duration,
    seed: z.string(),
    selection: Texts.describe('How the checks were chosen, as flags.'),
    is_interrupted: z.boolean(),
    faults: Texts.exactOptional().describe('Errors of Gristmill that ended the run early.'),
    stopped: z.string().exactOptional().describe('When the target stopped responding, which ended the run early.'),
    is_anonymous: z.boolean().exactOptional().describe('Whether the target accepted no token at all.'),
    is_strict: z.boolean(),
    verdict: z.enum(RUN_VERDICTS),
    reasons: Texts.describe('Why the verdict is what it is.'),
    exit_code: z.int().min(0).max(255),
    counts: Counts,
    clauses: z.array(ClauseRow),
    checks: z.array(Check),
    causes: z
      .array(Cause)
      .exactOptional()
      .describe('The causes of the failures, the most frequent first. Derived from the checks; some versions leave it out.'),
    leftovers: Texts.describe('What the run created and did not delete.'),
    stale_baseline: Texts.default([]).describe(
      'Baseline entries that expired, match nothing, or must not be in a baseline. They fail the run.',
    ),
    notices: Texts.describe('Problems of the setup that were found before the first check.'),
  })
  .meta({ title: 'Report of gristmill conform' });

export function makeReportSchema(): Record<string, unknown> {
  // Zod adds a key that only its own functions use; the file has none.
  return JSON.parse(JSON.stringify(z.toJSONSchema(Report))) as Record<string, unknown>;
}
