import { findClause } from '#spec/clauses/index';
import type { Exception } from './exceptions.ts';
import { missingOf, traceOf, type Trace } from './trace.ts';

/** All that is wrong with a trace, one line each; an empty list when there is nothing. Whether docs/trace.md is fresh is not judged here. */
export function checkTrace(trace: Trace, exceptions: readonly Exception[]): readonly string[] {
  return [...reportUnknown(trace), ...reportUncovered(trace, exceptions), ...reportNeedless(trace, exceptions)];
}

function reportUnknown(trace: Trace): readonly string[] {
  return trace.unknown.map((citation) => `${citation.path}:${citation.line} cites ${citation.id}, and there is no such clause.`);
}

const LACKS = { implementation: 'no implementation', tests: 'neither a test nor a check with a violation' } as const;

function reportUncovered(trace: Trace, exceptions: readonly Exception[]): readonly string[] {
  const excepted = new Set(exceptions.flatMap((exception) => exception.clauses));
  return trace.clauses
    .filter(({ clause }) => clause.level === 'S' && !excepted.has(clause.id))
    .filter((entry) => missingOf(entry).length > 0)
    .map(
      (entry) =>
        `${entry.clause.id} is stated by the document and has ${missingOf(entry)
          .map((place) => LACKS[place])
          .join(' and ')}.`,
    );
}

function reportNeedless(trace: Trace, exceptions: readonly Exception[]): readonly string[] {
  const ids = exceptions.flatMap((exception) => exception.clauses);
  return ids.flatMap((id, index) => {
    if (ids.indexOf(id) !== index) return [`${id} is excepted twice.`];
    if (findClause(id).level !== 'S') return [`${id} is excepted, and only clauses of level S need to be.`];
    if (missingOf(traceOf(trace, id)).length === 0) return [`${id} is excepted, and has all that it needs all the same.`];
    return [];
  });
}
