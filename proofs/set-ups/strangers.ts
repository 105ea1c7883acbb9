/** Other people who use the marketplace during a run, as on a staging environment that teams share. */
import { Faker, en } from '@faker-js/faker';
import type { HttpResponse } from '#client';
import { NoResponse, isObject, sendRequest, wait } from '#client';
import { dataIn, readItems } from '#client/replies/read-items';
import { PERSONA_NAMES, personas } from '#fixtures/personas';
import type { Deployment } from './deployment.ts';

type Item = Readonly<Record<string, unknown>>;

const SELLERS = 3;
const BUYERS = 5;
/** The time between two actions of one person. */
const PAUSE_MS = 40;

/** One stranger. */
interface Person {
  call: (method: 'DELETE' | 'GET' | 'PATCH' | 'POST', path: string, body?: object) => Promise<HttpResponse>;
  /** Their choices, the same in each run. */
  faker: Faker;
}

interface Choice<Subject> {
  weight: number;
  value: (person: Person, subject: Subject) => Promise<unknown>;
}

const SELLING: readonly Choice<Item>[] = [
  {
    weight: 10,
    value: async ({ call, faker }, lot) =>
      call('PATCH', pathOf(lot), { target_price: { amount: faker.number.int({ min: 200, max: 400 }) } }),
  },
  {
    weight: 10,
    value: async ({ call, faker }, lot) => call('PATCH', pathOf(lot), { quantity_mt: faker.number.int({ min: 10, max: 300 }) }),
  },
  { weight: 10, value: async ({ call }, lot) => call('PATCH', pathOf(lot), { listed: lot['status'] !== 'listed' }) },
  { weight: 5, value: async ({ call }, lot) => call('DELETE', pathOf(lot)) },
  {
    weight: 40,
    value: async (person, lot) =>
      decide(person, readItems(await person.call('GET', `${pathOf(lot)}/bids?status=pending&limit=50`))),
  },
];

const DECISIONS: readonly Choice<Item>[] = [
  { weight: 1, value: async ({ call }, { id }) => call('POST', `/bids/${String(id)}/accept`) },
  { weight: 2, value: async ({ call }, { id }) => call('POST', `/bids/${String(id)}/reject`) },
  { weight: 2, value: async (person, { id }) => person.call('POST', `/bids/${String(id)}/counter`, makeBid(person)) },
];

/** Lets strangers publish, change, bid, counter, accept, and reject on their own listings during the whole run. */
export async function inviteStrangers(it: Deployment): Promise<void> {
  const { sellers, buyers } = await findStrangers(it);
  const theirs = new Set<unknown>();
  const over = new AbortController();
  const people = await Promise.all([...sellers, ...buyers].map(async (user, i) => open(it, user, i)));
  const working = Promise.all(
    people.map(async (person, i) =>
      i < sellers.length ? sell(it, person, over.signal, theirs) : buy(person, over.signal, theirs),
    ),
  ).catch((error: unknown) => {
    if (!(error instanceof NoResponse)) throw error;
  });
  it.after.push(async () => {
    over.abort();
    await working;
  });
}

/** Lets a stranger bid on every second listing of the run just before its seller first lists the received bids. */
export async function bidOnListings(it: Deployment): Promise<void> {
  const [user = {}] = (await findStrangers(it)).buyers;
  const person = await open(it, user, 0);
  const listings = new Set<string>();
  it.intercept = async ({ method, url = '' }) => {
    const [, id] = /\/me\/inventory\/([^/?]+)\/bids/.exec(url) ?? [];
    if (method !== 'GET' || id === undefined || listings.has(id)) return false;
    listings.add(id);
    if (listings.size % 2 === 0) await person.call('POST', `/inventory/${id}/bids`, makeBid(person));
    return false;
  };
}

async function findStrangers(it: Deployment): Promise<Readonly<Record<'buyers' | 'sellers', readonly Item[]>>> {
  const users = readItems({ json: await it.control('GET', '/users?limit=500') });
  const strangers = users.filter((user) => !ACTORS.has(user['id']) && !ACTORS.has(teamOf(user)));
  return {
    sellers: strangers.filter((user) => teamOf(user) === undefined).slice(0, SELLERS),
    buyers: strangers.filter((user) => teamOf(user) !== undefined).slice(0, BUYERS),
  };
}

async function open(it: Deployment, user: Item, seed: number): Promise<Person> {
  return { call: await callAs(it, user), faker: new Faker({ locale: en, seed }) };
}

/** The users and teams of the run's actors. */
const ACTORS: ReadonlySet<unknown> = new Set(
  PERSONA_NAMES.flatMap((name) => [personas[name].user_id, personas[name].team_id]).filter((id) => id !== null),
);

async function callAs(it: Deployment, user: Item): Promise<Person['call']> {
  const team_id = teamOf(user);
  const caller = { client_id: 'gristmill-partner', user_id: user['id'], ...(team_id === undefined ? {} : { team_id }) };
  const headers = { authorization: `Bearer ${await it.mint(caller)}`, 'content-type': 'application/json' };
  return async (method, path, body) =>
    sendRequest(`${it.base_url}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}

function teamOf({ teams }: Item): unknown {
  return Array.isArray(teams) && isObject(teams[0]) ? teams[0]['team_id'] : undefined;
}

/** @param theirs gets the ids of the person's listings */
async function sell(it: Deployment, person: Person, stop: AbortSignal, theirs: Set<unknown>): Promise<void> {
  const { call, faker } = person;
  const place = { latitude: 50.41, longitude: -105.53, nearest_city: 'Moose Jaw', nearest_province: 'SK' };
  const { id: farm_id } = dataIn((await call('POST', '/me/farms', { name: 'Coulee Edge', ...place })).json);
  await it.control('PATCH', `/farms/${String(farm_id)}`, { payment_method: true });
  const models = readItems(await call('GET', '/inventory?limit=50'));
  while (!stop.aborted) {
    await wait(PAUSE_MS);
    const lots = readItems(await call('GET', '/me/inventory?limit=50')).filter(({ status }) => status !== 'archived');
    for (const { id } of lots) theirs.add(id);
    if (lots.length < LOTS_MIN || (lots.length < LOTS_MAX && faker.datatype.boolean(0.2)))
      await call('POST', '/me/inventory', makeLot(person, farm_id, faker.helpers.arrayElement(models)));
    else await faker.helpers.weightedArrayElement(SELLING)(person, faker.helpers.arrayElement(lots));
  }
}

/** How many listings a seller keeps. */
const LOTS_MIN = 5;
const LOTS_MAX = 40;

/** @param theirs the ids of the listings to bid on */
async function buy(person: Person, stop: AbortSignal, theirs: ReadonlySet<unknown>): Promise<void> {
  const { call, faker } = person;
  while (!stop.aborted) {
    await wait(PAUSE_MS);
    if (faker.datatype.boolean(0.3)) {
      await decide(person, readItems(await call('GET', '/bids?status=pending&limit=50')));
      continue;
    }
    const newest = readItems(await call('GET', '/inventory?limit=20&sort=-listed_at'));
    const lots = newest.filter(({ id }) => theirs.has(id));
    if (lots.length > 0) await call('POST', `/inventory/${String(faker.helpers.arrayElement(lots)['id'])}/bids`, makeBid(person));
  }
}

async function decide(person: Person, bids: readonly Item[]): Promise<void> {
  if (bids.length > 0)
    await person.faker.helpers.weightedArrayElement(DECISIONS)(person, person.faker.helpers.arrayElement(bids));
}

function pathOf({ id }: Item): string {
  return `/me/inventory/${String(id)}`;
}

/** @param like a listing with the same kind of grain */
function makeLot({ faker }: Person, farm_id: unknown, { commodity, grade }: Item): object {
  return {
    commodity: isObject(commodity) ? commodity['slug'] : undefined,
    grade: grade ?? undefined,
    farm_id,
    quantity_mt: faker.number.int({ min: 10, max: 400 }),
    crop_year: faker.number.int({ min: 2024, max: 2026 }),
    target_price: { amount: faker.number.int({ min: 200, max: 400 }), firm: false },
    is_organic: faker.datatype.boolean(),
    quality: { protein: faker.number.float({ min: 12, max: 15, fractionDigits: 1 }) },
  };
}

function makeBid({ faker }: Person): object {
  return {
    price: { amount: faker.number.int({ min: 200, max: 500 }), unit: 'MT' },
    quantity_mt: faker.number.int({ min: 5, max: 55 }),
    delivery: { from: '2040-01-01', to: '2040-02-01' },
    fob_farm: true,
  };
}
