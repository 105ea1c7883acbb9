/** Applies the oracles of the conformance gate to every response and delivery, privacy first. */
import { ORACLES, Unseen, severityOf, type Oracle, type OracleOpinion } from '#conformance';
import { Unverifiable } from '#client';
import { Finding } from '../session/finding.ts';
import type { Invariant, Observation } from './invariant.ts';

/** @returns the number of checked responses, 0 or 1 @throws Finding if the opinion is a failure, and Unverifiable if the oracle could not see enough */
function countChecked({ id, clause }: Oracle, opinion: OracleOpinion): number {
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
    let checked = 0;
    for (const oracle of oracles) {
      for (const exchange of exchanges) checked += countChecked(oracle, oracle.check?.(exchange, run));
      for (const receipt of receipts) checked += countChecked(oracle, oracle.checkReceipt?.(receipt, run));
    }
    return checked;
  };
}

const isOfPrivacy = ({ clause }: Oracle): boolean => clause.startsWith('PRIV-');

/** Other oracles need a whole run of the gate. */
const IMMEDIATE_ORACLES = ORACLES.filter((oracle) => oracle.conclude === undefined);

export const ORACLE_INVARIANTS: readonly Invariant[] = [
  {
    id: 'privacy/sweep',
    title: 'No response or delivery contains a secret of another party',
    // masks.ts checks PRIV-13 with the model.
    check: checkWith(IMMEDIATE_ORACLES.filter((oracle) => isOfPrivacy(oracle) && oracle.clause !== 'PRIV-13')),
  },
  {
    id: 'shapes/oracles',
    title: 'Every response and delivery has the documented shape',
    check: checkWith(IMMEDIATE_ORACLES.filter((oracle) => !isOfPrivacy(oracle))),
  },
];
