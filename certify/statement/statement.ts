/** The go-live statement: an in-toto Statement about the report of a run. */
import type { KeyObject } from 'node:crypto';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CertifyReport } from '../verdict/verdict.ts';
import { OPENAPI_VERSION, VERDICTS, conclude } from '../verdict/verdict.ts';
import { StatementError, open, parseStrictly, seal } from './envelope.ts';

const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const PREDICATE_TYPE = 'urn:gristmill:certify:v1';
/** A statement expires, because the client changes after its exam. */
const VALID_DAYS = 90;
const DAY_MS = 86_400_000;

const Requirement = z.strictObject({
  id: z.string(),
  level: z.enum(['must', 'should']),
  verdict: z.enum(VERDICTS),
  /** Why it was not shown, or does not apply. */
  reason: z.string().nullable(),
});

const StatementSchema = z.strictObject({
  _type: z.literal(STATEMENT_TYPE),
  subject: z.tuple([z.strictObject({ name: z.string(), digest: z.strictObject({ sha256: z.string() }) })]),
  predicateType: z.string(),
  predicate: z.strictObject({
    verdict: z.enum(['ready', 'not_ready', 'inconclusive']),
    gristmill: z.string(),
    api: z.string(),
    seed: z.string(),
    client: z.string(),
    examined_at: z.string(),
    valid_until: z.string(),
    requirements: z.array(Requirement).min(1),
  }),
});
export type Statement = z.infer<typeof StatementSchema>;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Signs a statement about a report.
 * @param report_text the JSON report as written
 * @param report_name its file name
 * @param private_key of ed25519
 */
export function signStatement(report: CertifyReport, report_text: string, report_name: string, private_key: KeyObject): string {
  const statement: Statement = {
    _type: STATEMENT_TYPE,
    subject: [{ name: report_name, digest: { sha256: sha256(report_text) } }],
    predicateType: PREDICATE_TYPE,
    predicate: {
      verdict: report.verdict,
      gristmill: report.gristmill,
      api: report.api,
      seed: report.seed,
      client: report.client,
      examined_at: report.started_at,
      valid_until: new Date(Date.parse(report.started_at) + VALID_DAYS * DAY_MS).toISOString(),
      requirements: report.stages.map(({ id, level, verdict, reason }) => ({ id, level, verdict, reason })),
    },
  };
  return `${JSON.stringify(seal(JSON.stringify(statement), private_key), null, 2)}\n`;
}

interface VerifyOptions {
  /** The signer's key, of ed25519. */
  readonly public_key: KeyObject;
  /** Reads the report that the statement names; undefined if it is not there. */
  readonly readReport: (name: string) => string | undefined;
  readonly now_ms: number;
  /** The requirements of this version. */
  readonly required: readonly { readonly id: string; readonly level: string }[];
}

interface Verified {
  readonly statement: Statement;
  readonly is_report_checked: boolean;
}

/** @throws StatementError with one sentence */
export function verifyStatement(text: string, { public_key, readReport, now_ms, required }: VerifyOptions): Verified {
  const statement = readStatement(open(text, public_key));
  const { predicate, subject } = statement;
  if (predicate.api !== OPENAPI_VERSION)
    throw new StatementError(
      `the statement is about version ${predicate.api} of the API, but this is version ${OPENAPI_VERSION}`,
    );
  if (!(now_ms <= Date.parse(predicate.valid_until)))
    throw new StatementError(`the statement was valid until ${predicate.valid_until}`);
  if (now_ms + DAY_MS < Date.parse(predicate.examined_at))
    throw new StatementError(`the statement is about an exam on ${predicate.examined_at}, which is in the future`);
  checkRequirements(statement, required);
  const [{ name, digest }] = subject;
  if (/[/\\]/.test(name))
    throw new StatementError(`the report is named ${name}, which is not a file in the folder of the statement`);
  const report = readReport(name);
  if (report !== undefined && sha256(report) !== digest.sha256)
    throw new StatementError(`the report ${name} is not the one that the statement is about: its digest differs`);
  return { statement, is_report_checked: report !== undefined };
}

function readStatement(payload: string): Statement {
  const value = parseStrictly(payload, 'the payload');
  const parsed = StatementSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StatementError(
      `the payload is not a statement of gristmill certify: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
    );
  }
  if (parsed.data.predicateType !== PREDICATE_TYPE)
    throw new StatementError(`the predicate type is ${parsed.data.predicateType} instead of ${PREDICATE_TYPE}`);
  return parsed.data;
}

/** The signer cannot leave out a requirement, lower its level, or state another verdict than its results have. */
function checkRequirements({ predicate }: Statement, required: VerifyOptions['required']): void {
  const stated = new Map(predicate.requirements.map((one) => [one.id, one]));
  if (stated.size !== predicate.requirements.length) throw new StatementError('the statement has a duplicate requirement');
  for (const { id, level } of required) {
    const found = stated.get(id);
    if (found === undefined) throw new StatementError(`the statement leaves out the requirement ${id}`);
    if (found.level !== level) throw new StatementError(`the statement gives ${id} the level ${found.level} instead of ${level}`);
  }
  const { verdict } = conclude(predicate.requirements);
  if (verdict !== predicate.verdict)
    throw new StatementError(`the statement says ${predicate.verdict}, but its results give ${verdict}`);
}
