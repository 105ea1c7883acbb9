/** A record has the same terms wherever an actor sees it: in the response that creates it, in lists, and in responses that change its status. */
import type { Exchange, ResourceKind, Run } from '#client';
import { Breach, ENDPOINTS, Reply, idOfRecord, isObject, isSuccess, readPath, readUrl } from '#client';
import { agrees } from '../expectations/same-values.ts';
import { resourcesIn, type FoundResource } from '../privacy/views.ts';
import { ofItems, oracle, type Oracle, type OracleOpinion } from './oracle.ts';

/** What no request can change in a record of this kind. */
interface Terms {
  readonly id: Oracle['id'];
  readonly title: string;
  readonly of: readonly ResourceKind[];
  /** Paths of members. Not those of the other party, which payment unmasks, and no texts, which moderation can change. */
  readonly members: readonly string[];
  /** The same in the lines of a multi-grade bid, which their grades identify. Their ids must belong to the same grades too. */
  readonly of_lines?: readonly string[];
}

const PRICE = ['price.amount', 'price.currency', 'price.unit'] as const;
const GRAIN = ['commodity.slug', 'commodity.name', 'crop_year', 'is_organic'] as const;

const TERMS: readonly Terms[] = [
  {
    id: 'BID-14/always-the-same',
    title: 'A bid has the same terms in every response',
    of: ['bid', 'received_bid'],
    members: [
      ...PRICE,
      'reference',
      'type',
      'quantity_mt',
      'delivery.from',
      'delivery.to',
      'fob_farm',
      'delivery_location_id',
      'inventory_id',
      'listing_id',
      'created_at',
      'subject_to_sample_approval',
    ],
    of_lines: ['id', ...PRICE, 'subject_to_sample_approval'],
  },
  {
    id: 'TRD-2/always-the-same',
    title: 'A trade has the same terms in every response',
    of: ['trade'],
    members: [...PRICE, 'inventory_id', 'commodity.slug', 'commodity.name', 'quantity_mt'],
  },
  {
    id: 'INV-14/always-the-same',
    title: 'A listing has the same grain and currency in every response to a buyer',
    of: ['inventory'],
    members: [...GRAIN, 'asking_price.currency'],
  },
  {
    id: 'LST-5/always-the-same',
    title: 'A listing has the same grain and currency in every response to its seller',
    of: ['listing'],
    members: [...GRAIN, 'target_price.currency', 'reference', 'farm.id', 'created_at'],
  },
];

interface Seen {
  readonly terms: ReadonlyMap<string, unknown>;
  readonly name: string;
}

function recordsIn(exchange: Exchange, { of }: Terms): readonly FoundResource[] {
  const { operation, json } = exchange;
  if (operation === undefined) return [];
  if (of.includes(ENDPOINTS[operation].returns)) return resourcesIn(json);
  return of.includes('received_bid') ? receivedBidsIn(exchange) : [];
}

/** The bids in the two views of received bids. */
export function receivedBidsIn({ operation, json }: Exchange): readonly FoundResource[] {
  if (operation === 'listReceivedBids') return resourcesIn(json);
  if (operation !== 'listBidsReceived') return [];
  return resourcesIn(json).flatMap(({ resource, pointer }) => {
    const bids: unknown = resource['bids'];
    return Array.isArray(bids)
      ? bids.flatMap((bid: unknown, i) => (isObject(bid) ? [{ resource: bid, pointer: `${pointer}/bids/${i}` }] : []))
      : [];
  });
}

function termsOf(resource: FoundResource['resource'], { members, of_lines = [] }: Terms): ReadonlyMap<string, unknown> {
  const lines: unknown = resource['grades'];
  const of_grades = (of_lines.length > 0 && Array.isArray(lines) ? lines : []).flatMap((line: unknown) => [
    [`grades[${String(readPath(line, 'id'))}].grade`, readPath(line, 'grade')] as const,
    ...of_lines.map(
      (member) => [`grades[${String(readPath(line, 'grade'))}].${member}`, readPath(line, ...member.split('.'))] as const,
    ),
  ]);
  const own = members.map((member) => [member, readPath(resource, ...member.split('.'))] as const);
  return new Map([...own, ...of_grades].filter(([, value]) => value !== undefined && value !== null));
}

function checkSame(exchange: Exchange, run: Run, kind: Terms): OracleOpinion {
  const { actor, url } = exchange;
  if (!isSuccess(exchange) || readUrl(url)?.searchParams.has('units') !== false) return undefined;
  const seen = run.remember(kind.id, () => new Map<string, Seen>());
  const { name } = new Reply(exchange);
  let compared = 0;
  for (const { resource, pointer } of recordsIn(exchange, kind)) {
    const id = idOfRecord(resource);
    if (typeof id !== 'string') continue;
    const key = `${actor} ${id}`;
    const terms = termsOf(resource, kind);
    const before = seen.get(key);
    if (before === undefined) {
      seen.set(key, { terms, name });
      continue;
    }
    compared += 1;
    for (const [member, value] of terms) {
      const known = before.terms.get(member);
      if (known === undefined || agrees(known, value)) continue;
      return new Breach({
        message: `${name} shows another ${member} for ${id} than ${before.name} did.`,
        exchange,
        pointer,
        expected: `${JSON.stringify(known)}, as before`,
        observed: JSON.stringify(value),
        likely_cause: 'One of the two responses is built from the request, from another record, or from the wrong fields.',
      });
    }
  }
  return compared === 0 ? undefined : 'fine';
}

export const SAME_RECORD_ORACLES: readonly Oracle[] = ofItems(
  TERMS.map((kind) => oracle(kind.id, kind.title, { check: (exchange, run) => checkSame(exchange, run, kind) })),
);
