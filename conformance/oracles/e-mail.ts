/** E-mail addresses other than those that the run learned, which PRIV-6/no-learned-name searches for. An address that every record has is not a party's. */
import type { Exchange, Run } from '#client';
import { Breach, Reply, isSeller, isSuccess, shorten } from '#client';
import { EMAIL, knowledgeOf } from '../privacy/knowledge.ts';
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

/** In one place of anonymized listings: each address, with the run's sellers whose listings have it, and those listings. */
type Addresses = Map<string, Map<string, Set<unknown>>>;

/**
 * The seller that an address stands for: two of its listings have the address, and a listing of another seller has another one. An address per listing
 * can be an alias of the marketplace, and one for all is that of the marketplace itself.
 */
function sellerBehind(address: string, addresses: Addresses): string | undefined {
  const [[seller, listings] = [], ...others] = addresses.get(address) ?? [];
  if (seller === undefined || listings === undefined || listings.size < 2 || others.length > 0) return undefined;
  const is_of_others = [...addresses].some(
    ([one, owners]) => one !== address && [...owners.keys()].some((name) => name !== seller),
  );
  return is_of_others ? seller : undefined;
}

function checkInventory(exchange: Exchange, run: Run): OracleOpinion {
  if (!isSuccess(exchange)) return undefined;
  const seen = viewedResourcesIn(exchange.operation, exchange.json).filter(({ view }) => view === 'inventory');
  if (seen.length === 0) return undefined;
  const { owners } = knowledgeOf(run);
  for (const { resource, pointer } of seen) {
    const seller = owners.find(resource['id'])?.seller;
    if (seller === undefined) continue;
    for (const { key, value, below } of membersOf(resource)) {
      const address = typeof value === 'string' && !TYPED.has(key) ? value.match(EMAIL)?.[0] : undefined;
      if (address === undefined) continue;
      const addresses: Addresses = run.remember(`PRIV-1 e-mail ${below}/${key}`, () => new Map());
      const by_seller = addresses.get(address) ?? new Map<string, Set<unknown>>();
      by_seller.set(seller, (by_seller.get(seller) ?? new Set()).add(resource['id']));
      addresses.set(address, by_seller);
      if (sellerBehind(address, addresses) === undefined) continue;
      return new Breach({
        message: `${new Reply(exchange).name} shows an e-mail address that all listings of one seller have, and no others, in "${key}".`,
        exchange,
        pointer: `${pointer}${below}/${key}`,
        expected: "nothing that gives the seller's identity",
        observed: shorten(value),
        likely_cause: 'The record includes who created it.',
      });
    }
  }
  return undefined;
}

export const E_MAIL_ORACLES: readonly Oracle[] = [
  oracle('PRIV-16/no-e-mail-address', 'Before settlement, no record shows a buyer the e-mail address of another party', {
    check,
  }),
  oracle('PRIV-1/no-e-mail-address', 'No anonymized listing has an e-mail address that stands for its seller', {
    no_pass_because:
      'found nothing; but without such addresses, a listing can still show who sells it, which PRIV-1/no-secret-in-inventory checks',
    check: checkInventory,
  }),
];
