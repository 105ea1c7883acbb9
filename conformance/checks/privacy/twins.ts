/** PRIV-9, PRIV-16, PRIV-17: lots that differ only in their seller, or with one seller only in their farm. */
import { check, type Check } from '../../check/check.ts';
import type { Lot, Reply } from '#client';
import {
  Blocked,
  chooseSeller,
  ensureSuccess,
  ensureFarmPublishes,
  expectThat,
  createNearbyFarms,
  readItems,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { FRACTION, countChanges, findEqualParts, findEqualValues, splitInstant, type Leaves } from './correlation.ts';

/** Listings of two farms that are equal in everything that buyers may know, and what a buyer reads of them. */
interface Twins {
  /** What differs: the seller, or only the farm if one seller is configured. */
  secret: 'seller' | 'farm';
  of_one: readonly Leaves[];
  of_other: readonly Leaves[];
  last: Reply;
  /** Whether each listing is of the other farm, in the order of a list that is sorted by a field in which all are equal. */
  tie_order: readonly boolean[];
  /** The same, in the order of their ids. */
  id_order: readonly boolean[];
}

/** Whether each listing is of the other farm, in the order of creation. Not periodic, so that no counter correlates with it. */
const TURNS = Array.from('011010011001', (turn) => turn === '1');

const SAME = { quantity_mt: 88.25, crop_year: 2025, variety: undefined, target_price: { amount: 301, firm: false } };
/** Headers that belong to the connection. */
const CONNECTION_HEADERS =
  /^(?:date|age|connection|keep-alive|content-length|transfer-encoding|last-modified|set-cookie|server|via|x-request-id|.*ratelimit.*)$/;

/** Arranges the twins once per run. */
async function arrangeTwins(t: CheckContext): Promise<Twins> {
  return t.run.once('twins', async () => {
    const { secret, commodity, lots } = await createTwins(t);
    const read: Leaves[] = [];
    let last: Reply | undefined;
    for (const lot of lots) {
      const bid = await t.arrange.bid(lot);
      last = await t.buyer.get(encodePath`/inventory/${lot.id}`);
      const responses = [last, bid.reply, await t.buyer.get(encodePath`/bids/${bid.id}`)];
      for (const response of responses) ensureSuccess(response);
      read.push(new Map(responses.flatMap((reply, i) => [...leavesOf(reply, NAMES[i] ?? '')])));
    }
    if (last === undefined) t.unverifiable('nothing was read');
    const query = { commodity, min_quantity: SAME.quantity_mt - 0.1, units: 'MT', sort: 'quantity', limit: 50 };
    const list = await t.buyer.get('/inventory', query);
    ensureSuccess(list);
    const listed = readItems(list);
    if (listed.length === 0) throw new Blocked('GET /inventory lists none of the new listings', list.exchange);
    for (const [i, lot] of lots.entries()) {
      const item = listed.find(({ id }) => id === lot.id);
      if (item !== undefined) read[i] = new Map([...(read[i] ?? []), ...walkLeaves(item, 'GET /inventory ')]);
    }
    const turnOf = (id: unknown): boolean[] => lots.flatMap((lot, i) => (lot.id === id ? (TURNS[i] ?? false) : []));
    const ids = lots.map(({ id }) => id);
    return {
      secret,
      of_one: read.filter((_, i) => TURNS[i] === false),
      of_other: read.filter((_, i) => TURNS[i] === true),
      last,
      tie_order: listed.flatMap(({ id }) => turnOf(id)),
      id_order: ids.toSorted().flatMap(turnOf),
    };
  });
}

/** Creates the equal listings of two farms in turn. */
async function createTwins(t: CheckContext): Promise<{ secret: Twins['secret']; commodity: string; lots: readonly Lot[] }> {
  const one = chooseSeller(t);
  const other = one.name === 'seller' && t.has('partner') ? t.partner : one;
  const [farm] = await createNearbyFarms(t, one, 1);
  const second = other === one ? (await createNearbyFarms(t, one, 2))[1] : (await createNearbyFarms(t, other, 1))[0];
  if (farm === undefined || second === undefined) t.unverifiable('two farms are needed');
  await ensureFarmPublishes(t, one, farm);
  await ensureFarmPublishes(t, other, second);
  const { commodity, grade } = (await t.arrange.publishing(one)).crop;
  const lots: Lot[] = [];
  for (const is_other of TURNS) {
    const { farm_id } = is_other ? second : farm;
    lots.push(await t.arrange.lot({ ...SAME, commodity, grade, farm_id }, is_other ? other : one));
  }
  return { secret: other === one ? 'farm' : 'seller', commodity, lots };
}

const NAMES = ['GET /inventory/{id}', 'POST /inventory/{id}/bids', 'GET /bids/{id}'];

function leavesOf(reply: Reply, name: string): Leaves {
  const headers = Object.entries(reply.exchange.headers).filter(([header]) => !CONNECTION_HEADERS.test(header));
  return new Map([
    ...walkLeaves(reply.json, `${name} `),
    ...headers.map(([header, value]) => [`${name} header ${header}`, value] as const),
  ]);
}

function walkLeaves(value: unknown, place: string): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return splitInstant(place, String(value));
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => walkLeaves(inner, `${place}/${key}`));
}

/** Whether a value is part of a location, or a location that is null. */
function isOfLocation(place: string): boolean {
  return /\/location(?:\/|$)/.test(place);
}

function isInstant(value: string | undefined): boolean {
  return value !== undefined && /^\d{4}-\d{2}-\d{2}T/.test(value);
}

const NEEDS = ['buyer', 'writes'] as const;

export const TWINS_CHECKS: readonly Check[] = [
  check('PRIV-16/nothing-constant', 'No value that a buyer sees identifies the seller', NEEDS, async (t) =>
    expectUncorrelated(await arrangeTwins(t), findEqualValues),
  ),
  check('PRIV-16/no-shared-part', 'No part of an id, a reference, a number, or a time identifies the seller', NEEDS, async (t) =>
    expectUncorrelated(await arrangeTwins(t), (one, other) => findEqualParts(withoutETags(one), withoutETags(other))),
  ),
  check('PRIV-17/alike', 'Lots with the same public attributes differ only in ids, references, and times', NEEDS, async (t) => {
    const { secret, of_one, of_other, last } = await arrangeTwins(t);
    const [first, second] = of_one;
    const [third] = of_other;
    if (first === undefined || second === undefined || third === undefined) return;
    // Differences between two lots of one farm are noise.
    const places = new Set([...first.keys(), ...third.keys()]);
    const differing = [...places].filter(
      (place) =>
        !place.includes(' header ') &&
        first.get(place) === second.get(place) &&
        first.get(place) !== third.get(place) &&
        !isOfLocation(place) &&
        !isInstant(first.get(place)) &&
        !place.endsWith(FRACTION) &&
        !/(?:^|[/_])(?:id|reference|code|number)$/.test(place),
    );
    expectThat(differing.length === 0, {
      message: `Lots with the same public attributes differ in ${differing[0] ?? ''}.`,
      reply: last,
      expected: `the same for both ${secret}s`,
      observed: differing.map((place) => `${place}: ${first.get(place)} / ${third.get(place)}`),
    });
  }),
  check('PRIV-9/linkage', 'The order of listings does not reveal which ones belong to the same seller', NEEDS, async (t) => {
    const { secret, tie_order, id_order } = await arrangeTwins(t);
    for (const [what, order] of [
      ['equal in a sorted list', tie_order],
      ['sorted by id', id_order],
    ] as const) {
      const { changes, chance } = countChanges(order);
      const observation = `the ${secret} changes ${changes} times among ${order.length} listings ${what} (probability of so few by chance: ${formatChance(chance)})`;
      t.observe(chance < LINKING_CHANCE_MAX ? `${observation}: the order links the listings of a ${secret}` : observation);
    }
  }),
];

/** An order that is less likely than this is reported as linking. */
const LINKING_CHANCE_MAX = 0.01;

/** Without ETags: a part of one can be the size of the response, which the city changes (PRIV-9). */
function withoutETags(all: readonly Leaves[]): readonly Leaves[] {
  return all.map((leaves) => new Map([...leaves].filter(([place]) => !place.endsWith(' header etag'))));
}

function expectUncorrelated({ secret, of_one, of_other, last }: Twins, find: typeof findEqualValues): void {
  const found = find(of_one, of_other).filter(({ place }) => !isOfLocation(place));
  const [first] = found;
  expectThat(first === undefined, {
    message: `${first?.place ?? ''} is the same for all lots of one ${secret} and different for another ${secret} (${of_one.length + of_other.length} lots).`,
    reply: last,
    expected: `no value that identifies the ${secret}`,
    observed: found.map(({ place, values, chance }) => `${place}: ${values.join(' / ')} (by chance: ${formatChance(chance)})`),
  });
}

function formatChance(chance: number): string {
  return chance.toPrecision(1);
}
