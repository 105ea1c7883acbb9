/** PRIV-9, PRIV-16, PRIV-17: lots that differ only in whose they are. */
import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import type { Actor, Lot, Reply } from '#client';
import { chooseSeller, ensureSuccess, ensureFarmPublishes, expectThat, isObject, createNearbyFarms } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** Two lots of one farm and two of another, alike in all that buyers may know, and what a buyer reads of them. */
interface Twins {
  /** Made by turns, so that time tells nothing. */
  of_one: readonly Leaves[];
  of_other: readonly Leaves[];
  last: Reply;
}

/** The values of what a buyer reads of one lot and of a bid on it, by their places. */
type Leaves = ReadonlyMap<string, string>;

const SAME = { quantity_mt: 88.25, crop_year: 2025, variety: undefined, target_price: { amount: 301, firm: false } };
/** Headers of the line, and not of the answer. */
const LINE_HEADERS =
  /^(?:date|age|connection|keep-alive|content-length|transfer-encoding|etag|last-modified|set-cookie|server|via|x-request-id|.*ratelimit.*)$/;

async function makeTwins(t: CheckContext): Promise<Twins> {
  return t.run.once('twins', async () => {
    const one = chooseSeller(t);
    const other = one.name === 'seller' && t.has('partner') ? t.partner : one;
    const [farm] = await createNearbyFarms(t, one, 1);
    const second = other === one ? (await createNearbyFarms(t, one, 2))[1] : (await createNearbyFarms(t, other, 1))[0];
    if (farm === undefined || second === undefined) t.unverifiable('there are no two farms');
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

/** Places whose value is the same for each farm and differs between them; with `or_differ` those that differ at all while one farm's agree. */
function tellingPlaces({ of_one, of_other }: Twins): readonly string[] {
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
  check(
    'PRIV-16/nothing-constant',
    'No value that a buyer sees is the same for one seller and another for the next',
    NEEDS,
    async (t) => {
      const twins = await makeTwins(t);
      const places = tellingPlaces(twins).filter((place) => !isOfLocation(place) && !isInstant(twins.of_one[0]?.get(place)));
      expectThat(places.length === 0, {
        message: `Of lots that are alike, ${places[0] ?? ''} is the same for those of one seller, and another for the other seller's.`,
        reply: twins.last,
        expected: 'nothing that tells whose a lot is',
        observed: places.map((place) => `${place}: ${twins.of_one[0]?.get(place)} / ${twins.of_other[0]?.get(place)}`),
      });
    },
  ),
  check(
    'PRIV-17/alike',
    'Lots that are alike in all that buyers may know differ in ids, references and times alone',
    NEEDS,
    async (t) => {
      const { of_one, of_other, last } = await makeTwins(t);
      const [first, second] = of_one;
      const [third] = of_other;
      if (first === undefined || second === undefined || third === undefined) return;
      // What differs between two lots of one farm is noise.
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
        message: `Lots that are alike differ in ${differing[0] ?? ''}.`,
        reply: last,
        expected: 'the same for both sellers',
        observed: differing.map((place) => `${place}: ${first.get(place)} / ${third.get(place)}`),
      });
    },
  ),
  check('PRIV-9/linkage', 'Whether parts of ids and references tell which lots are of one seller', NEEDS, async (t) => {
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
