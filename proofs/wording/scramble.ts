/** Rewords checks, oracles, and clauses, which must not change any verdict. */
import type { Check } from '#conformance/check/check';
import { Blocked, Breach, Unverifiable } from '#client';
import type { Oracle, OracleOpinion } from '#conformance/oracles/oracle';
import { CLAUSES } from '#spec/clauses/index';

/** Replaces a text by a different text without any of its words. */
function reword(text: string): string {
  let sum = 7;
  for (const sign of text) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_003;
  return `⟦${sum}⟧`;
}

function rewordAll<Details extends Breach['details']>(details: Details): Details {
  const { message, expected, observed, likely_cause } = details;
  return {
    ...details,
    message: reword(message),
    ...(expected === undefined ? {} : { expected: reword(expected) }),
    ...(observed === undefined ? {} : { observed: reword(observed) }),
    ...(likely_cause === undefined ? {} : { likely_cause: reword(likely_cause) }),
  };
}

function rewordFinding(error: unknown): unknown {
  if (error instanceof Breach) return new Breach(rewordAll(error.details));
  if (error instanceof Blocked) return new Blocked(reword(error.message), error.exchange);
  if (error instanceof Unverifiable) return new Unverifiable(reword(error.message), error.config_key);
  return error;
}

/** The same check with a reworded title and reworded findings. */
export function rewordCheck(check: Check): Check {
  return {
    ...check,
    title: reword(check.title),
    run: async (t) => {
      try {
        await check.run(t);
      } catch (error) {
        throw rewordFinding(error);
      } finally {
        const warned = t.warnings.splice(0);
        t.warnings.push(...warned.map(({ details }) => new Breach(rewordAll(details))));
        const seen = t.observations.splice(0);
        t.observations.push(...seen.map(reword));
      }
    },
  };
}

/** The same oracle, reworded. */
export function rewordOracle(oracle: Oracle): Oracle {
  const { check, checkReceipt } = oracle;
  const other = (opinion: OracleOpinion): OracleOpinion =>
    opinion instanceof Breach ? new Breach(rewordAll(opinion.details)) : opinion;
  return {
    ...oracle,
    title: reword(oracle.title),
    ...(check === undefined ? {} : { check: (exchange, run) => other(check(exchange, run)) }),
    ...(checkReceipt === undefined ? {} : { checkReceipt: (receipt, run) => other(checkReceipt(receipt, run)) }),
  };
}

/** Runs an action while all clauses are reworded. */
export async function withoutStatements<Result>(act: () => Promise<Result>): Promise<Result> {
  // The catalog is readonly elsewhere. The original texts are restored afterwards.
  const clauses = CLAUSES as readonly { statement: string }[];
  const statements = clauses.map(({ statement }) => statement);
  for (const clause of clauses) clause.statement = reword(clause.statement);
  try {
    return await act();
  } finally {
    for (const [i, clause] of clauses.entries()) clause.statement = statements[i] ?? '';
  }
}
