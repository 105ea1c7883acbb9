/** Private data must not be in any byte that others receive. */
import type { Exchange, Receipt, Run } from '#client';
import {
  Breach,
  Reply,
  isIdentifier,
  isObject,
  isPaidInFull,
  isSeller,
  isSuccess,
  lacksFarmsRead,
  ownerOf,
  readPath,
  shorten,
} from '#client';
import { explainLeak } from '../privacy/explain-leak.ts';
import { findNamedParty, unmaskedTooEarly } from '../privacy/check-resource.ts';
import { ExtraKeys } from '../privacy/extra-keys.ts';
import type { FoundSecret } from '../privacy/sweep.ts';
import { isUnknownInInventory, membersOf, objectPathsIn, viewedResourcesIn } from '../privacy/views.ts';
import { foreignSecretsIn, foreignSecretsInReceipt, nameSecret, secretsIn } from '../privacy/foreign-secrets.ts';
import { Unseen, oracle, type Oracle, type OracleOpinion } from './oracle.ts';

const ORACLES_OF_ITEMS: readonly Oracle[] = [
  oracle('PRIV-1/no-secret-in-inventory', 'No inventory response contains the name or coordinates of a farm, in any form', {
    check: (exchange, run) => checkSecrets(exchange, run, isSecret, isOfInventory),
  }),
  oracle('PRIV-1/no-party-in-inventory', 'No key of an anonymized listing names a seller or a farm', {
    check: (exchange, run) => unlessBlind(run, checkKeys(exchange, ['inventory', 'filters'], ['party', 'person'])),
  }),
  oracle('PRIV-2/no-finer-place', 'No key of an anonymized listing gives a place more precise than the city', {
    check: (exchange) => checkKeys(exchange, ['inventory', 'filters'], ['place']),
  }),
  oracle('PRIV-5/no-party-in-offers', 'No key of a pending cash-bid offer names the offering party', {
    no_pass_because: 'found nothing; but without such keys, an offer can still name a party, which PRIV-5/until-settled checks',
    check: (exchange) => exceptFine(checkKeys(exchange, ['offer'], ['party', 'place'])),
  }),
  oracle('PRIV-6/no-secret-anywhere', "No response or delivery gives a seller's secrets to anyone else, in any form", {
    check: (exchange, run) => checkSecrets(exchange, run, isSecret, (one) => !isOfInventory(one)),
    checkReceipt: (receipt, run) => checkReceipt(receipt, run, isSecret),
  }),
  oracle('PRIV-6/no-party-in-bids', 'Before settlement, no key of a bid or trade names the seller to the buyer', {
    check: (exchange, run) =>
      isSeller(exchange.actor) ? undefined : unlessBlind(run, checkKeys(exchange, ['bid', 'trade'], ['party', 'place'])),
    checkReceipt: (receipt, run) => unlessBlind(run, checkPayload(receipt)),
  }),
  oracle(
    'PRIV-13/masked-before-payment',
    'The counterparty is null in pending, rejected, and expired bids, and in Pending trades',
    {
      check: checkMask,
    },
  ),
  oracle('PRIV-14/without-farms-read', 'A token without farms.read cannot read the name or coordinates of a farm', {
    check: (exchange, run) => {
      if (!lacksFarmsRead(exchange.actor) || !isSeller(exchange.actor)) return undefined;
      return describe(secretsIn(exchange, run).filter(isSecret), exchange);
    },
  }),
  oracle('PRIV-16/no-identifier', 'Nothing that a buyer receives contains the id of a seller or farm', {
    check: (exchange, run) => checkSecrets(exchange, run, isIdentity, ({ actor }) => !isSeller(actor)),
    checkReceipt: (receipt, run) => (isSeller(receipt.actor) ? undefined : checkReceipt(receipt, run, isIdentity)),
  }),
  oracle('PRIV-16/no-unknown-key', 'Undocumented keys of anonymized listings have constant values', {
    check: checkUnknownKeys,
  }),
];

const ORACLES_OF_PAGES: readonly Oracle[] = [
  oracle('PRIV-2/one-place-per-city', 'In one response, listings in one city have the same location and the same distances', {
    check: checkCities,
  }),
];

export const PRIVACY_ORACLES: readonly Oracle[] = ORACLES_OF_ITEMS.map(failIfUnseen);
export const PLACE_ORACLES: readonly Oracle[] = ORACLES_OF_PAGES.map(failIfUnseen);

/** Finding nothing is not a pass if part of the traffic could not be searched. */
function failIfUnseen(one: Oracle): Oracle {
  return {
    ...one,
    check: (exchange, run) => unlessUnseen(exchange, run, one.check?.(exchange, run)),
    checkReceipt: (receipt, run) => unlessUnseen(receipt.arrival, run, one.checkReceipt?.(receipt, run)),
  };
}

function unlessUnseen({ unseen }: { readonly unseen?: string }, run: Run, opinion: OracleOpinion): OracleOpinion {
  const what = unseen ?? run.secrets.overlooked;
  return opinion === 'fine' && what !== undefined ? new Unseen(what) : opinion;
}

function exceptFine(opinion: OracleOpinion): OracleOpinion {
  return opinion === 'fine' ? undefined : opinion;
}

/** Clean keys alone prove nothing: the values must be searched for known secrets too. */
function unlessBlind(run: Run, opinion: OracleOpinion): OracleOpinion {
  return run.secrets.is_live ? opinion : exceptFine(opinion);
}

const isSecret = ({ secret }: FoundSecret): boolean => !isIdentifier(secret);
const isIdentity = ({ secret }: FoundSecret): boolean => isIdentifier(secret);

/** GET /inventory and the paths below it. */
export function isOfInventory({ operation, url, method }: Exchange): boolean {
  if (operation !== undefined) return ['listInventory', 'getInventory', 'getInventoryFilters'].includes(operation);
  return method === 'GET' && /\/v1\/inventory(?:[/?]|$)/.test(url);
}

function checkSecrets(
  exchange: Exchange,
  run: Run,
  breaksClause: (finding: FoundSecret) => boolean,
  isChecked: (exchange: Exchange) => boolean,
): OracleOpinion {
  // Every response is searched, because the owners' own responses show what is secret.
  const foreign = foreignSecretsIn(exchange, run)?.filter(breaksClause);
  if (foreign === undefined || !isChecked(exchange)) return undefined;
  const opinion = describe(foreign, exchange);
  // Finding nothing counts only if the search has been seen to find a secret where there is one.
  return opinion === 'fine' && !run.secrets.is_live ? undefined : opinion;
}

function checkReceipt(receipt: Receipt, run: Run, breaksClause: (finding: FoundSecret) => boolean): OracleOpinion {
  const [first] = (foreignSecretsInReceipt(receipt, run) ?? []).filter(breaksClause);
  if (first === undefined) return run.secrets.is_live ? 'fine' : undefined;
  return new Breach({
    message: `A delivery discloses ${nameSecret(first.secret)} to \`${receipt.actor}\`, ${first.how}.`,
    pointer: first.place,
    expected: 'nothing that names the seller or the farm',
    observed: receipt.arrival.text.slice(0, 400),
  });
}

function describe(findings: readonly FoundSecret[], exchange: Exchange): OracleOpinion {
  const [first] = findings;
  if (first === undefined) return 'fine';
  const { secret, how, place } = first;
  return new Breach({
    message: `${new Reply(exchange).name} discloses ${nameSecret(secret)} to \`${exchange.actor}\`, ${how}.`,
    exchange,
    pointer: place,
    found: secret.text,
    expected: 'nothing that names the seller or the farm',
    observed: `"${secret.text}", ${how}, at ${place}`,
    likely_cause: explainLeak(exchange, place),
  });
}

function checkKeys(exchange: Exchange, views: readonly string[], namings: Parameters<typeof findNamedParty>[1]): OracleOpinion {
  if (!isSuccess(exchange)) return undefined;
  const seen = viewedResourcesIn(exchange.operation, exchange.json).filter(({ view }) => views.includes(view));
  if (seen.length === 0) return undefined;
  for (const one of seen) {
    const named = findNamedParty(one, namings);
    if (named === undefined) continue;
    return new Breach({
      message: `${new Reply(exchange).name} has the key "${named.key}", which names a ${named.naming === 'place' ? 'place more precise than the city' : 'party'}.`,
      exchange,
      pointer: `${one.pointer}${named.below}/${named.key}`,
      expectation: { kind: 'absent' },
      observed: shorten(named.value),
    });
  }
  return 'fine';
}

/** A member that gives the distance or direction of a listing. */
const DISTANCE = /(?:^|_)(?:distance|bearing|km|miles?)(?:$|_)/i;

/** A place that differs between listings of one city is more precise than the city. */
function checkCities(exchange: Exchange): OracleOpinion {
  const places = new Map<string, string>();
  if (!isSuccess(exchange)) return undefined;
  for (const { view, resource, pointer } of viewedResourcesIn(exchange.operation, exchange.json)) {
    const { location } = resource;
    if (view !== 'inventory' || !isObject(location)) continue;
    const city = `${String(location['nearest_city'])}, ${String(location['province'])}`;
    const distances = membersOf(resource).filter(({ key, below }) => DISTANCE.test(key) && below === '');
    const members = [...membersOf(location), ...distances].filter(({ value }) => value !== null);
    const place = members
      .map(({ key, value, below }) => `${below}/${key}: ${JSON.stringify(value)}`)
      .toSorted()
      .join(', ');
    const known = places.get(city) ?? place;
    places.set(city, known);
    if (known === place) continue;
    return new Breach({
      message: `${new Reply(exchange).name} gives different places for two listings in ${city}.`,
      exchange,
      pointer: `${pointer}/location`,
      expected: known,
      observed: place,
      likely_cause: members.some(({ key }) => DISTANCE.test(key))
        ? 'The distance is measured to the farm instead of the center of its city.'
        : 'The location is that of the farm, perhaps rounded, instead of that of its city.',
    });
  }
  return places.size === 0 ? undefined : 'fine';
}

function checkPayload({ actor, arrival }: Receipt): OracleOpinion {
  if (isSeller(actor)) return undefined;
  const resource = readPath(arrival.json, 'data');
  const type = String(readPath(arrival.json, 'type'));
  // The names in these are of the elevator's own location and of the payer.
  if (typeof resource !== 'object' || resource === null || /^(?:queue|analysis)\./.test(type)) return undefined;
  const named = findNamedParty({ view: 'bid', resource: { ...resource }, pointer: '/data' }, ['party', 'person', 'place']);
  if (named === undefined) return 'fine';
  return new Breach({
    message: `A delivery of ${type} to ${actor} has the key "${named.key}", which names a party or a place.`,
    pointer: `/data${named.below}/${named.key}`,
    expected: 'no such key',
    observed: shorten(named.value),
  });
}

function checkMask(exchange: Exchange, run: Run): OracleOpinion {
  const found = unmaskedTooEarly(exchange.json, (trade_id) => isPaidInFull(run, trade_id));
  if (found === undefined) return undefined;
  if (found === 'masked') return 'fine';
  return new Breach({
    message: `A ${found.status} ${found.what} has a counterparty.`,
    exchange,
    pointer: `${found.pointer}/counterparty`,
    expectation: { kind: 'type', type: 'null' },
    observed: shorten(found.value),
  });
}

function checkUnknownKeys(exchange: Exchange, run: Run): OracleOpinion {
  if (!isSuccess(exchange) || ownerOf(exchange.actor) === 'expired') return undefined;
  const seen = viewedResourcesIn(exchange.operation, exchange.json).filter(({ view }) => view === 'inventory');
  if (seen.length === 0) return undefined;
  const { allow_extra } = run.settings;
  const known = run.remember(`PRIV-16 ${exchange.operation}`, () => new ExtraKeys());
  for (const { resource, pointer } of seen) {
    const unknown = membersOf(resource).filter((member) => isUnknownInInventory(member) && !allow_extra.includes(member.key));
    const [first, ...others] = known.findVarying(unknown, objectPathsIn(resource));
    if (first === undefined) continue;
    const keys = [...new Set([first, ...others].map(({ key }) => `"${key}"`))].join(', ');
    return new Breach({
      message: `Anonymized listings have undocumented keys whose values differ: ${keys}.`,
      exchange,
      pointer: `${pointer}${first.below}/${first.key}`,
      expectation: { kind: 'absent' },
      expected: 'the fields of Inventory, and others only with a constant value; list harmless exceptions in allow_extra',
      observed: shorten(first.value),
    });
  }
  return 'fine';
}
