import type { ClauseId, Level } from '#spec/clauses/index';
import { findClause } from '#spec/clauses/index';
import type { Breach } from '#client';
import type { Evidence } from './verdicts.ts';

export function severityOf(clause: ClauseId, breach: Breach, is_strict: boolean): Evidence['severity'] {
  const { level } = findClause(clause);
  const by_level: Record<Level, Evidence['severity']> = { S: 'fail', D: 'warn', A: 'info' };
  const severity = breach.details.severity === 'warn' && level !== 'A' ? 'warn' : by_level[level];
  return severity === 'warn' && is_strict ? 'fail' : severity;
}
