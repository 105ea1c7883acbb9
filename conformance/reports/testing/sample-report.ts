/** Reports to test the reporters with. The number of a clause decides its verdict. */
import type { Clause } from '#spec/clauses/index';
import type {
  CheckResult,
  CheckVerdict,
  ClauseResult,
  ClauseVerdict,
  Evidence,
  EvidenceExchange,
  RunReport,
} from '../../check/verdicts.ts';
import { CHECK_VERDICTS, CLAUSE_VERDICTS } from '../../check/verdicts.ts';
import { countAll } from '../../runner/conclude-run.ts';
import { RECEIVER_MODE } from '../subject.ts';
import { SAMPLE_CLAUSES } from './sample-clauses.ts';

export function makeExchange(changes: Partial<EvidenceExchange> = {}): EvidenceExchange {
  return {
    actor: 'buyer',
    method: 'POST',
    url: 'https://staging.example/v1/bids',
    request_headers: { authorization: 'Bearer $TOKEN_BUYER', 'content-type': 'application/json' },
    request_body: '{"inventory_id":"inv_1","price":{"amount":"5.50","currency":"CAD"}}',
    status: 201,
    response_headers: { 'content-type': 'application/json', 'x-request-id': 'req_1' },
    response_body: '{"data":{"id":"bid_1","price":1.50,"counterparty":{"name":"Two Rivers Farm"},"tags":[],"notes":{}}}',
    duration_ms: 41.7,
    curl: `curl -X POST 'https://staging.example/v1/bids' -H 'Authorization: Bearer $TOKEN_BUYER' -H 'Content-Type: application/json' --data '{"inventory_id":"inv_1","price":{"amount":"5.50","currency":"CAD"}}'`,
    ...changes,
  };
}

export function makeEvidence(changes: Partial<Evidence> = {}): Evidence {
  return {
    severity: 'fail',
    message: 'counterparty is named before both invoices are paid',
    pointer: '/data/counterparty',
    expected: 'null',
    observed: '{"name":"Two Rivers Farm"}',
    exchanges: [makeExchange({ method: 'GET', url: 'https://staging.example/v1/inventory/inv_1', status: 200 }), makeExchange()],
    rerun: 'gristmill conform https://staging.example/v1 --only counterparty-masked --seed 7',
    likely_cause: 'The view of a bid is chosen by who accepted it, and not by what was paid.',
    ...changes,
  };
}

const CHECK_OF: Readonly<Record<ClauseVerdict, CheckVerdict>> = {
  verified: 'pass',
  violated: 'fail',
  warned: 'warn',
  not_verified: 'skip',
  informational: 'pass',
  not_selected: 'not_selected',
};

function checkClause({ id, level, how }: Clause): ClauseVerdict {
  const number = Number(id.replace(/^.*-/, ''));
  if (how === 'M' || how === 'H') return 'not_verified';
  if (level === 'A') return 'informational';
  if (number === 13) return 'violated';
  return number === 7 && level === 'D' ? 'warned' : 'verified';
}

export function makeClause(clause: Clause, changes: Partial<ClauseResult> = {}): ClauseResult {
  const verdict = checkClause(clause);
  const { id, level, statement, section, how } = clause;
  const unverified =
    how === 'H'
      ? { reason: 'no hook pays an invoice', config_key: 'hooks.pay_invoice' }
      : { reason: 'can be checked on the mock only' };
  const why = verdict === 'not_verified' ? unverified : {};
  return { id, level, verdict, ...why, checks: [`${id}/is-obeyed`], statement, section, ...changes };
}

export function sampleClause(index = 0): ClauseResult {
  const clause = SAMPLE_CLAUSES[index];
  if (clause === undefined) throw new Error(`there are only ${SAMPLE_CLAUSES.length} sample clauses`);
  return makeClause(clause);
}

export function makeCheck(clause: ClauseResult, changes: Partial<CheckResult> = {}): CheckResult {
  const verdict = changes.verdict ?? CHECK_OF[clause.verdict];
  const failed = {
    evidence: [
      makeEvidence({
        rerun: `gristmill conform --only ${clause.id}/is-obeyed --seed 7`,
        likely_cause: `The view of a bid is chosen by who accepted it, and not by ${clause.id}.`,
      }),
    ],
    fingerprint: 'f00d',
  };
  const warned = { evidence: [makeEvidence({ severity: 'warn', message: 'an unknown key is sent to a buyer' })] };
  return {
    id: `${clause.id}/is-obeyed`,
    title: 'does what the clause says',
    clauses: [clause.id],
    verdict,
    ...(verdict === 'fail' ? failed : {}),
    ...(verdict === 'warn' ? warned : {}),
    ...(verdict === 'skip'
      ? { reason: clause.reason ?? 'not here', ...(clause.config_key === undefined ? {} : { config_key: clause.config_key }) }
      : {}),
    ...(verdict === 'blocked' ? { blocked_by: 'POST /bids returns 500' } : {}),
    ...(clause.verdict === 'informational' ? { observations: [`${clause.id}: filters are ignored`] } : {}),
    duration_ms: 12.5,
    requests: 2,
    ...changes,
  };
}

/** A report about these checks and clauses; its counts agree with them. */
export function makeReport(changes: Partial<RunReport> = {}): RunReport {
  const clauses = changes.clauses ?? SAMPLE_CLAUSES.map((clause) => makeClause(clause));
  const checks = changes.checks ?? clauses.map((clause) => makeCheck(clause));
  return {
    gristmill: '0.1.0',
    target: { base_url: 'https://staging.example/v1', auth_url: undefined, mode: 'sandbox', is_mock: false },
    started_at: '2026-03-01T08:00:00.000Z',
    ended_at: '2026-03-01T08:02:05.000Z',
    duration_ms: 125_000,
    seed: '7',
    selection: ['--patience standard'],
    is_interrupted: false,
    is_strict: false,
    verdict: 'non_conformant',
    reasons: ['stated clauses are violated'],
    exit_code: 1,
    counts: countAll(checks, clauses, 704),
    leftovers: ['trade trd_9 cannot be undone'],
    stale_baseline: [],
    notices: ['the clock of the target is 2 s ahead'],
    ...changes,
    clauses,
    checks,
  };
}

/** A report in which every check fails with the same finding, whose cause is not known. */
export function makeUniformReport(): RunReport {
  const { likely_cause: _cause, ...unexplained } = makeEvidence({ message: 'The body has no member "error".' });
  const clauses = SAMPLE_CLAUSES.map((clause) => makeClause(clause, { verdict: 'violated' }));
  const checks = clauses.map((clause) => makeCheck(clause, { verdict: 'fail', evidence: [unexplained] }));
  return makeReport({ clauses, checks });
}

/** A report of `gristmill receiver`. */
export function makeReceiverReport(changes: Partial<RunReport> = {}): RunReport {
  const { target } = makeReport();
  return makeReport({ target: { ...target, base_url: 'http://127.0.0.1:3000/webhooks', mode: RECEIVER_MODE }, ...changes });
}

const LONG = 100_000;

/** A report with every verdict of a check, and with this text wherever a target can write one. */
export function makeHostileReport(text: string): RunReport {
  // A long text is in few places only: a report of many megabytes would show no more.
  const number = text.length > LONG ? 2 : CHECK_VERDICTS.length;
  const clauses = SAMPLE_CLAUSES.slice(0, number).map((clause, index) =>
    makeClause(clause, {
      verdict: CLAUSE_VERDICTS[index % CLAUSE_VERDICTS.length] ?? 'verified',
      reason: text,
      ...(index % 2 === 0 ? { config_key: text } : {}),
    }),
  );
  const exchange = makeExchange({
    url: `https://staging.example/${text}`,
    request_headers: { 'x-sent': text },
    response_headers: { 'x-got': text, [text.slice(0, 50)]: text },
    request_body: text,
    response_body: text,
    curl: `curl '${text}'`,
  });
  const evidence = makeEvidence({
    message: text,
    pointer: text,
    expected: text,
    observed: text,
    likely_cause: text,
    exchanges: [exchange],
  });
  const checks = clauses.map((clause, index) => {
    const verdict = CHECK_VERDICTS[index] ?? 'pass';
    return makeCheck(clause, {
      verdict,
      title: text,
      reason: text,
      blocked_by: text,
      evidence: [evidence],
      observations: [text],
    });
  });
  return makeReport({ clauses, checks, notices: [text], leftovers: [text], reasons: [text], selection: [text], seed: text });
}
