/** Applies the oracles of the conformance gate to every response and delivery, privacy first. */
import { ORACLES, Unseen, severityOf, type Oracle, type OracleOpinion } from '#conformance';
import { Unverifiable } from '#client';
import { Finding } from '../session/finding.ts';
import type { Invariant, Observation } from './invariant.ts';

function conclude({ id, clause }: Oracle, opinion: OracleOpinion): number {
  if (opinion === undefined) return 0;
  if (opinion instanceof Unseen) throw new Unverifiable(`a response could not be checked completely: ${opinion.what}`);
  // Warnings and notes of the gate are not findings here.
  if (opinion !== 'fine' && severityOf(clause, opinion, false) === 'fail') {
    throw new Finding({ invariant: `oracle/${id}`, clause }, opinion.details);
  }
  return 1;
}

function checkWith(oracles: readonly Oracle[]): Invariant['check'] {
  return ({ session: { run }, exchanges, receipts }: Observation) => {
    let seen = 0;
    for (const oracle of oracles) {
      for (const exchange of exchanges) seen += conclude(oracle, oracle.check?.(exchange, run));
      for (const receipt of receipts) seen += conclude(oracle, oracle.checkReceipt?.(receipt, run));
    }
    return seen;
  };
}

/** masks.ts checks PRIV-13 with the model. */
const isOfPrivacy = ({ clause }: Oracle): boolean => clause.startsWith('PRIV-');

/** The others conclude at the end of a run of the gate. */
const JUDGING_AT_ONCE = ORACLES.filter((oracle) => oracle.conclude === undefined);

export const ORACLE_INVARIANTS: readonly Invariant[] = [
  {
    id: 'privacy/sweep',
    title: 'No response or delivery contains a secret of another party',
    check: checkWith(JUDGING_AT_ONCE.filter((oracle) => isOfPrivacy(oracle) && oracle.clause !== 'PRIV-13')),
  },
  {
    id: 'shapes/oracles',
    title: 'Every response and delivery has the documented shape',
    check: checkWith(JUDGING_AT_ONCE.filter((oracle) => !isOfPrivacy(oracle))),
  },
];
