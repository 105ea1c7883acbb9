/** PRIV-9, PRIV-16, PRIV-17: lots that differ only in their seller. */
import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import type { Actor, Lot, Reply } from '#client';
import { chooseSeller, ensureSuccess, ensureFarmPublishes, expectThat, isObject, createNearbyFarms } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** A buyer's view of two lots of one farm and two of another, with the same public attributes. */
interface Twins {
  /** Created alternately, so that time does not distinguish them. */
  of_one: readonly Leaves[];
  of_other: readonly Leaves[];
  last: Reply;
}

/** The values that a buyer reads of one lot and of a bid on it, by JSON path. */
type Leaves = ReadonlyMap<string, string>;

const SAME = { quantity_mt: 88.25, crop_year: 2025, variety: undefined, target_price: { amount: 301, firm: false } };
/** Headers that belong to the connection. */
const LINE_HEADERS =
  /^(?:date|age|connection|keep-alive|content-length|transfer-encoding|etag|last-modified|set-cookie|server|via|x-request-id|.*ratelimit.*)$/;

async function makeTwins(t: CheckContext): Promise<Twins> {
  return t.run.once('twins', async () => {
    const one = chooseSeller(t);
    const other = one.name === 'seller' && t.has('partner') ? t.partner : one;
    const [farm] = await createNearbyFarms(t, one, 1);
    const second = other === one ? (await createNearbyFarms(t, one, 2))[1] : (await createNearbyFarms(t, other, 1))[0];
    if (farm === undefined || second === undefined) t.unverifiable('two farms are needed');
    await ensureFarmPublishes(t, one, farm);
    await ensureFarmPublishes(t, other, second);
    const { crop } = await t.arrange.publishing(one);
    const same = { ...SAME, commodity: crop.commodity, grade: crop.grade };
    const makeLot = async (seller: Actor, farm_id: string): Promise<Lot> => t.arrange.lot({ ...same, farm_id }, seller);
    const lots = [
      await makeLot(one, farm.farm_id),
      await makeLot(other, second.farm_id),
      await makeLot(one, farm.farm_id),
      await makeLot(other, second.farm_id),
    ];
    const read: Leaves[] = [];
    let last: Reply | undefined;
    for (const lot of lots) {
      const bid = await t.arrange.bid(lot);
      last = await t.buyer.get(`/inventory/${lot.id}`);
      const answers = [last, bid.reply, await t.buyer.get(`/bids/${bid.id}`)];
      for (const answer of answers) ensureSuccess(answer);
      read.push(new Map(answers.flatMap((reply, i) => [...leavesOf(reply, `${i}`)])));
    }
    const pick = (places: readonly number[]): Leaves[] => places.flatMap((i) => read[i] ?? []);
    if (last === undefined) t.unverifiable('nothing was read');
    return { of_one: pick([0, 2]), of_other: pick([1, 3]), last };
  });
}

const NAMES = ['GET /inventory/{id}', 'POST /inventory/{id}/bids', 'GET /bids/{id}'];

function leavesOf(reply: Reply, prefix: string): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>();
  const walk = (value: unknown, place: string): void => {
    if (Array.isArray(value)) {
      for (const [i, inner] of value.entries()) walk(inner, `${place}/${i}`);
    } else if (isObject(value)) for (const [key, inner] of Object.entries(value)) walk(inner, `${place}/${key}`);
    else leaves.set(place, String(value));
  };
  walk(reply.json, `${NAMES[Number(prefix)] ?? prefix} `);
  for (const [name, value] of Object.entries(reply.exchange.headers)) {
    if (!LINE_HEADERS.test(name)) leaves.set(`${NAMES[Number(prefix)] ?? prefix} header ${name}`, value);
  }
  return leaves;
}

/** Places whose value is the same for the lots of each farm and differs between the farms; with `or_differ`, one farm's lots agreeing is enough. */
function findIdentifyingPlaces({ of_one, of_other }: Twins): readonly string[] {
  const [first, second] = of_one;
  const [third, fourth] = of_other;
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return [];
  const places = new Set([first, second, third, fourth].flatMap((leaves) => [...leaves.keys()]));
  return [...places].filter(
    (place) =>
      first.get(place) === second.get(place) && third.get(place) === fourth.get(place) && first.get(place) !== third.get(place),
  );
}

function isOfLocation(place: string): boolean {
  return place.includes('/location/');
}

function isInstant(value: string | undefined): boolean {
  return value !== undefined && /^\d{4}-\d{2}-\d{2}T/.test(value);
}

const NEEDS = ['buyer', 'writes'] as const;

export const TWINS: readonly Check[] = [
  check('PRIV-16/nothing-constant', 'No value that a buyer sees identifies the seller', NEEDS, async (t) => {
    const twins = await makeTwins(t);
    const places = findIdentifyingPlaces(twins).filter(
      (place) => !isOfLocation(place) && !isInstant(twins.of_one[0]?.get(place)),
    );
    expectThat(places.length === 0, {
      message: `${places[0] ?? ''} is the same for all lots of one seller and different for another seller.`,
      reply: twins.last,
      expected: 'no value that identifies the seller',
      observed: places.map((place) => `${place}: ${twins.of_one[0]?.get(place)} / ${twins.of_other[0]?.get(place)}`),
    });
  }),
  check('PRIV-17/alike', 'Lots with the same public attributes differ only in ids, references, and times', NEEDS, async (t) => {
    const { of_one, of_other, last } = await makeTwins(t);
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
        !/(?:^|[/_])(?:id|reference|code|number)$/.test(place),
    );
    expectThat(differing.length === 0, {
      message: `Lots with the same public attributes differ in ${differing[0] ?? ''}.`,
      reply: last,
      expected: 'the same for both sellers',
      observed: differing.map((place) => `${place}: ${first.get(place)} / ${third.get(place)}`),
    });
  }),
  check('PRIV-9/linkage', "Whether parts of ids and references link a seller's lots", NEEDS, async (t) => {
    const { of_one, of_other } = await makeTwins(t);
    for (const place of of_one[0]?.keys() ?? []) {
      if (!/(?:\/id|\/reference)$/.test(place)) continue;
      const parts = [...of_one, ...of_other].map((leaves) => new Set((leaves.get(place) ?? '').split(/[^A-Za-z0-9]+/)));
      const [a, b, c, d] = [parts[0], parts[1], parts[2], parts[3]];
      const shared = [...(a ?? [])].find(
        (part) => part.length > 1 && b?.has(part) === true && c?.has(part) === false && d?.has(part) === false,
      );
      t.observe(shared === undefined ? `${place} links nothing` : `${place} shares "${shared}" within one seller's lots only`);
    }
  }),
];
