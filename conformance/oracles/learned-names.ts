/** PRIV-1, PRIV-6, PRIV-12, PRIV-16, PRIV-18: names that the run learned from people who are allowed to know them, found in what others received. */
import { Breach, Reply, isSeller, ownerOf, shorten, type Exchange, type Receipt, type Run } from '#client';
import { explainLeak } from '../privacy/explain-leak.ts';
import { knowledgeOf, type Knowledge } from '../privacy/knowledge.ts';
import type { Leak } from '../privacy/learned-names.ts';
import { pointerTo } from '../privacy/sweep.ts';
import { Unseen, oracle, type Oracle, type OracleOpinion } from './oracle.ts';
import { isOfInventory } from './privacy.ts';

const isIdentifier = ({ learned }: Leak): boolean => learned.kind.endsWith(' id');
const isName = (leak: Leak): boolean => !isIdentifier(leak);

function isInInventory({ disclosure: { source } }: Leak): boolean {
  return !('arrival' in source) && isOfInventory(source);
}

function receivedAtMs(source: Exchange | Receipt): number {
  return 'arrival' in source ? source.arrival.at_ms : source.sent_at_ms;
}

/** Whether a settled trade had revealed the name to the reader. Then only the pair's other deals keep it secret. */
function isDisclosed({ names }: Knowledge, { disclosure, learned }: Leak): boolean {
  return names.disclosedAt(disclosure.viewer, learned) <= receivedAtMs(disclosure.source);
}

/** Whether a settled trade had revealed the name to another buyer but not to the reader. */
function isDisclosedToOthers(knowledge: Knowledge, leak: Leak): boolean {
  const { disclosure, learned } = leak;
  return (
    knowledge.names.disclosedToOthersAt(disclosure.viewer, learned) <= receivedAtMs(disclosure.source) &&
    !isDisclosed(knowledge, leak)
  );
}

function describe({ learned, disclosure, text, how, is_weak }: Leak): Breach {
  const { source, place } = disclosure;
  const is_delivery = 'arrival' in source;
  const what = is_delivery ? 'A delivery' : new Reply(source).name;
  const { json } = is_delivery ? source.arrival : source;
  const pointer = pointerTo(json, text.toLowerCase()) ?? place;
  return new Breach({
    message: `${what} discloses the ${learned.kind} to \`${source.actor}\`, ${how}.`,
    ...(is_weak ? { severity: 'warn' } : {}),
    ...(is_delivery ? {} : { exchange: source }),
    pointer,
    expected: 'nothing that names the seller or the farm, except in settled trades of the caller',
    observed:
      learned.text === text ? `"${text}", ${how}, at ${pointer}` : `"${learned.text}", ${how}, in ${shorten(text)} at ${pointer}`,
    ...(is_delivery ? {} : { likely_cause: explainLeak(source, pointer) }),
  });
}

function isForBuyers({ disclosure }: Leak): boolean {
  return !isSeller(ownerOf(disclosure.viewer));
}

/**
 * @param breaksClause whether a leak breaks the clause
 * @param isConcerned whether the clause is about a name that was searched for. Default: it is about all
 */
function namesOracle(
  id: Oracle['id'],
  title: string,
  breaksClause: (leak: Leak, knowledge: Knowledge) => boolean,
  isConcerned: (names: Knowledge['names'], learned: Leak['learned']) => boolean = () => true,
): Oracle {
  return oracle(id, title, {
    check: (exchange, run) => {
      knowledgeOf(run).observe(exchange);
      return undefined;
    },
    checkReceipt: (receipt, run) => {
      knowledgeOf(run).observeReceipt(receipt);
      return undefined;
    },
    conclude: (run) => {
      const { names } = knowledgeOf(run);
      return conclude(run, breaksClause, (learned) => isConcerned(names, learned));
    },
  });
}

function conclude(
  run: Run,
  breaksClause: (leak: Leak, knowledge: Knowledge) => boolean,
  isConcerned: (learned: Leak['learned']) => boolean,
): readonly OracleOpinion[] {
  const knowledge = knowledgeOf(run);
  const { leaks, overlooked, names } = knowledge;
  const breaches = leaks.filter((leak) => breaksClause(leak, knowledge)).map(describe);
  if (breaches.length > 0) return breaches;
  if (overlooked !== undefined) return [new Unseen(overlooked)];
  return names.searched.filter(isConcerned).map((): OracleOpinion => 'fine');
}

export const LEARNED_NAME_ORACLES: readonly Oracle[] = [
  namesOracle(
    'PRIV-1/no-learned-name',
    'No inventory response contains a seller or farm name that the run learned, in any form',
    (leak) => isName(leak) && isInInventory(leak),
  ),
  namesOracle(
    'PRIV-6/no-learned-name',
    'No response, header, or delivery names a seller unless a settled trade revealed the seller to the reader',
    (leak, knowledge) => isName(leak) && !isInInventory(leak) && isForBuyers(leak) && !isDisclosed(knowledge, leak),
  ),
  namesOracle(
    'PRIV-12/named-in-its-trade-only',
    'A seller whom a settled trade reveals to a buyer is named to that buyer in that trade only',
    (leak, knowledge) => isName(leak) && isForBuyers(leak) && isDisclosed(knowledge, leak),
    (names, learned) => names.isDisclosed(learned),
  ),
  namesOracle(
    'PRIV-18/named-to-its-buyer-only',
    'A seller whom a settled trade reveals to one buyer is not named to other buyers',
    (leak, knowledge) => isName(leak) && isForBuyers(leak) && isDisclosedToOthers(knowledge, leak),
    (names, learned) => names.isDisclosed(learned),
  ),
  namesOracle(
    'PRIV-16/no-learned-id',
    'No response, header, or delivery to a buyer contains a seller id that the run learned, in any form',
    (leak) => isIdentifier(leak) && isForBuyers(leak),
  ),
];
