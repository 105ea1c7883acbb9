/** PRIV-7: whether a buyer is a verified elevator does not depend on the bid or on the view, so all its bids have one label. */
import type { Exchange, Run } from '#client';
import { Breach, idOfRecord, isSuccess, Reply } from '#client';
import { ownerBehind } from '../privacy/foreign-secrets.ts';
import { ownersOf } from '../privacy/owners.ts';
import { receivedBidsIn } from './same-record.ts';
import { oracle, type Oracle, type OracleOpinion } from './oracle.ts';

interface Seen {
  readonly label: string;
  readonly name: string;
}

function checkLabels(exchange: Exchange, run: Run): OracleOpinion {
  const owners = ownersOf(run);
  const viewer = ownerBehind(exchange, run);
  if (viewer === undefined || !isSuccess(exchange)) return undefined;
  owners.learn(exchange, viewer);
  const labels = run.remember('buyer labels', () => new Map<string, Seen>());
  const { name } = new Reply(exchange);
  let compared = 0;
  for (const { resource, pointer } of receivedBidsIn(exchange)) {
    const { buyer_label: label } = resource;
    const buyer = owners.find(idOfRecord(resource))?.buyer;
    if (buyer === undefined || typeof label !== 'string') continue;
    // A buyer can be another team in the sandbox, whose sellers are other actors.
    const key = `${exchange.actor} ${buyer}`;
    const known = labels.get(key);
    labels.set(key, known ?? { label, name });
    if (known === undefined) continue;
    compared += 1;
    if (known.label === label) continue;
    return new Breach({
      message: `${name} labels a bid of the ${buyer} differently than ${known.name} did.`,
      exchange,
      pointer: `${pointer}/buyer_label`,
      expected: `${JSON.stringify(known.label)}, as for its other bids`,
      observed: label,
      likely_cause: 'The label depends on the bid, on the query, or on another bid of the list, instead of the buyer.',
    });
  }
  return compared === 0 ? undefined : 'fine';
}

export const BUYER_LABEL_ORACLES: readonly Oracle[] = [
  oracle('PRIV-7/one-label', 'All bids of a buyer have the same buyer_label', { check: checkLabels }),
];
