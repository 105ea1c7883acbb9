/** What the gate judges of every answer and every delivery, privacy first: borrowed whole. */
import type { Oracle, OracleOpinion } from '#conformance';
import { ORACLES, Unseen, severityOf } from '#conformance';
import { Unverifiable } from '#client';
import { Finding } from '../session/finding.ts';
import type { Invariant, Observation } from './invariant.ts';

function conclude({ id, clause }: Oracle, opinion: OracleOpinion): number {
  if (opinion === undefined) return 0;
  if (opinion instanceof Unseen) throw new Unverifiable(`an answer could not be looked at in full: ${opinion.what}`);
  // What only warns or informs there is no finding here.
  if (opinion !== 'fine' && severityOf(clause, opinion, false) === 'fail') {
    throw new Finding({ invariant: `oracle/${id}`, clause }, opinion.details);
  }
  return 1;
}

function checkWith(oracles: readonly Oracle[]): Invariant['check'] {
  return ({ session: { run }, exchanges, receipts }: Observation) => {
    let seen = 0;
    for (const oracle of oracles) {
      for (const exchange of exchanges) seen += conclude(oracle, oracle.judge?.(exchange, run));
      for (const receipt of receipts) seen += conclude(oracle, oracle.judgeReceipt?.(receipt, run));
    }
    return seen;
  };
}

/** PRIV-13 is judged by what the model knows: masks.ts. */
const isOfPrivacy = ({ clause }: Oracle): boolean => clause.startsWith('PRIV-');

export const ORACLE_INVARIANTS: readonly Invariant[] = [
  {
    id: 'privacy/sweep',
    title: 'Nothing that anybody received holds a secret of somebody else, or names a party too early',
    check: checkWith(ORACLES.filter((oracle) => isOfPrivacy(oracle) && oracle.clause !== 'PRIV-13')),
  },
  {
    id: 'shapes/oracles',
    title: 'Every answer and every delivery has the shape that the document gives it',
    check: checkWith(ORACLES.filter((oracle) => !isOfPrivacy(oracle))),
  },
];
