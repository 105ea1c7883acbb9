import type { EvidenceExchange, RunEvent, RunReport } from '../check/verdicts.ts';
import type { Redactor, Shape } from '#client';

/** The members of a report that this program wrote. They are not redacted, so that a secret that is a common word does not change them. */
const REPORT: Shape = {
  own: new Set([
    'exit_code',
    'fingerprint',
    'gristmill',
    'id',
    'level',
    'method',
    'mode',
    'section',
    'severity',
    'statement',
    'title',
    'type',
    'verdict',
  ]),
  // A report also has lists of objects with these names. Those are redacted.
  own_texts: new Set(['checks', 'clauses']),
  named_by_others: new Set(['request_headers', 'response_headers']),
};

/** Redacts a report or an event of a run, or its exchanges. Texts that were recorded before a secret was known are redacted here, too. */
export function redactReport<Value extends RunEvent | RunReport | readonly EvidenceExchange[]>(
  redactor: Redactor,
  value: Value,
): Value {
  return redactor.redactValue(value, REPORT);
}
