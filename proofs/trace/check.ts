import { findClause } from '#spec/clauses/index';
import type { Exception } from './exceptions.ts';
import { missingOf, traceOf, type RequiredPlace, type Trace } from './trace.ts';

/** Finds all problems of a trace. Does not check whether docs/trace.md is up to date. @returns one line per problem */
export function checkTrace(trace: Trace, exceptions: readonly Exception[]): readonly string[] {
  return [...reportUnknown(trace), ...reportUncovered(trace, exceptions), ...reportNeedless(trace, exceptions)];
}

function reportUnknown(trace: Trace): readonly string[] {
  return trace.unknown.map((citation) => `${citation.path}:${citation.line} cites ${citation.id}, and there is no such clause.`);
}

const LACKS: Readonly<Record<RequiredPlace, string>> = {
  implementation: 'no implementation',
  checks: 'no check',
  tests: 'neither a test nor a check with a violation',
};

function reportUncovered(trace: Trace, exceptions: readonly Exception[]): readonly string[] {
  return trace.clauses
    .filter(({ clause }) => clause.level === 'S')
    .flatMap((entry) => {
      const excepted = exceptions.filter(({ clauses }) => clauses.includes(entry.clause.id)).map(({ lacks }) => lacks);
      const lacks = missingOf(entry).filter((place) => !excepted.includes(place));
      if (lacks.length === 0) return [];
      return [`${entry.clause.id} is stated by the document and has ${lacks.map((place) => LACKS[place]).join(' and ')}.`];
    });
}

function reportNeedless(trace: Trace, exceptions: readonly Exception[]): readonly string[] {
  return exceptions.flatMap(({ lacks, clauses }) =>
    clauses.flatMap((id) => {
      if (findClause(id).level !== 'S') return [`${id} has an exception, and only clauses of level S need one.`];
      return missingOf(traceOf(trace, id)).includes(lacks) ? [] : [`${id} has an exception that is not needed: remove it.`];
    }),
  );
}
