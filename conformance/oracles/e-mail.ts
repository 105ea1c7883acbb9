/** E-mail addresses other than those that the run learned, which PRIV-6/no-learned-name searches for. An address that every record has is not a party's. */
import type { Exchange, Run } from '#client';
import { Breach, Reply, isSeller, isSuccess, shorten } from '#client';
import { EMAIL } from '../privacy/knowledge.ts';
import { membersOf, viewedResourcesIn, type Member, type ViewedResource } from '../privacy/views.ts';
import { oracle, type Oracle, type OracleOpinion } from './oracle.ts';

/** Fields that a party typed (PRIV-6). */
const TYPED: ReadonlySet<string> = new Set(['additional_terms', 'variety']);

function isSettled({ resource }: ViewedResource): boolean {
  return resource['status'] === 'Completed' || (resource['counterparty'] ?? null) !== null;
}

/** The first address under a key that had another address in an earlier record of this actor. */
function findVarying(run: Run, { actor, operation }: Exchange, members: readonly Member[]): Member | undefined {
  const known = run.remember('PRIV-16 e-mail', () => new Map<string, string>());
  return members.find(({ key, value, below }) => {
    const address = typeof value === 'string' && !TYPED.has(key) ? value.match(EMAIL)?.[0] : undefined;
    if (address === undefined) return false;
    const place = `${actor} ${operation} ${below}/${key}`;
    const before = known.get(place) ?? address;
    known.set(place, before);
    return before !== address;
  });
}

function check(exchange: Exchange, run: Run): OracleOpinion {
  if (!isSuccess(exchange) || isSeller(exchange.actor)) return undefined;
  const seen = viewedResourcesIn(exchange.operation, exchange.json).filter((one) => !isSettled(one));
  if (seen.length === 0) return undefined;
  for (const { resource, pointer } of seen) {
    const found = findVarying(run, exchange, membersOf(resource));
    if (found === undefined) continue;
    return new Breach({
      message: `${new Reply(exchange).name} shows ${exchange.actor} e-mail addresses that differ between records, in "${found.key}".`,
      exchange,
      pointer: `${pointer}${found.below}/${found.key}`,
      expected: 'no e-mail address of another party before the trade is settled',
      observed: shorten(found.value),
      likely_cause: 'The record includes who decided or created it.',
    });
  }
  return 'fine';
}

export const E_MAIL_ORACLES: readonly Oracle[] = [
  oracle('PRIV-16/no-e-mail-address', 'Before settlement, no record shows a buyer the e-mail address of another party', {
    check,
  }),
];
