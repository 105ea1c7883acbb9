import type { EvidenceExchange, RunEvent, RunReport } from '../check/verdicts.ts';
import type { Redactor, Shape } from '#client';

/** Texts that do not come from the target, and so are not redacted: a secret that is a common word must not change the report. */
const REPORT: Shape = {
  own: new Set([
    'exit_code',
    'fingerprint',
    'gristmill',
    'id',
    'level',
    'method',
    'mode',
    'recognised_as',
    'section',
    'severity',
    'statement',
    'title',
    'type',
    'verdict',
  ]),
  // The ids of checks and clauses. The report itself has lists of objects with these names.
  own_texts: new Set(['checks', 'clauses']),
  named_by_others: new Set(['request_headers', 'response_headers']),
};

/** Redacts everything that leaves a run. What was recorded before a secret was known is redacted here too. */
export function redactReport<Value extends RunEvent | RunReport>(redactor: Redactor, value: Value): Value {
  return redactor.redactValue(value, REPORT);
}

/** The exchanges of a run, for a HAR. */
export function redactExchanges<Exchange extends EvidenceExchange>(
  redactor: Redactor,
  exchanges: readonly Exchange[],
): readonly Exchange[] {
  return redactor.redactValue(exchanges, REPORT);
}
