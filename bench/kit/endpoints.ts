/** The endpoints that are compared with a peer: the requests to send, and a typical response for the peer to return. */
import { Clock } from '#mock/ports/clock';
import type { Connection } from './connection.ts';
import type { LoadOptions, LoadRequest } from './load.ts';
import { BROWSING, QUERIES } from './queries.ts';

/** A response of a peer. The path is a pattern of Express. */
export interface Route {
  method: 'GET' | 'POST';
  path: string;
  status: number;
  body: unknown;
}

interface Endpoint {
  name: string;
  /** The goal: requests per second, relative to the peer's. */
  ratio_min: number;
  /** A typical response of the mock. */
  readRoute: (mock: Connection) => Promise<Route>;
  /** Prepares the world, and returns what to send in a round. */
  prepare: (mock: Connection, seconds: number) => Promise<LoadOptions>;
}

/** The number of requests in a round of writes. Each round starts with a reset world, so that all rounds do the same work. */
const WRITES = 3_000;
const LOTS = 200;
const DAY_MS = 86_400_000;
/** Small, so that one lot can take many bids. */
const BID_QUANTITY_MT = 0.01;

const dayFromNow = (days: number): string => new Date(new Clock('real').now_ms() + days * DAY_MS).toISOString().slice(0, 10);

const bidBody = (): object => ({
  price: { amount: 305.25, currency: 'CAD', unit: 'MT' },
  quantity_mt: BID_QUANTITY_MT,
  delivery: { from: dayFromNow(30), to: dayFromNow(60) },
  fob_farm: true,
});

async function read<Body>(connection: Connection, path: string, token?: string): Promise<Body> {
  // The mock's responses follow the contract.
  return JSON.parse((await connection.send('GET', `/v1${path}`, undefined, token)).text) as Body;
}

/** The ids of lots that can be bid for at one price. */
async function findLots(connection: Connection): Promise<string[]> {
  const ids: string[] = [];
  for (let offset = 0; offset < LOTS; offset += 50)
    ids.push(...(await readGraded(connection, `/inventory?limit=50&offset=${offset}`)));
  return ids;
}

/** The ids of the graded lots of a page. */
async function readGraded(connection: Connection, path: string, token?: string): Promise<string[]> {
  const { items } = await read<{ items: { id: string; grade: string | null }[] }>(connection, path, token);
  return items.filter(({ grade }) => grade !== null).map(({ id }) => id);
}

async function placeBid(connection: Connection, lot_id: string): Promise<{ data: { id: string } }> {
  const { text } = await connection.send('POST', `/v1/inventory/${lot_id}/bids`, bidBody());
  return JSON.parse(text) as { data: { id: string } }; // as above
}

async function reset(connection: Connection): Promise<void> {
  await connection.send('POST', '/_gristmill/reset');
}

const listInventory: Endpoint = {
  name: 'GET /inventory, 20 lots, varying filters',
  ratio_min: 0.7,
  readRoute: async (connection) => {
    const pages: { items: unknown[] }[] = [];
    for (const query of QUERIES) {
      const page = await read<{ items: unknown[] }>(connection, query);
      if (page.items.length !== 20) throw new Error(`GET ${query} returned ${page.items.length} items, not 20`);
      pages.push(page);
    }
    // The response whose length is closest to the average.
    const average = pages.reduce((sum, page) => sum + JSON.stringify(page).length, 0) / pages.length;
    const distanceOf = (page: object): number => Math.abs(JSON.stringify(page).length - average);
    const body = pages.reduce((best, page) => (distanceOf(page) < distanceOf(best) ? page : best));
    return { method: 'GET', path: '/v1/inventory', status: 200, body };
  },
  prepare: (_connection, seconds) => Promise.resolve({ requests: BROWSING, token: 'dev_buyer', seconds }),
};

const getLot: Endpoint = {
  name: 'GET /inventory/{id}',
  ratio_min: 0.8,
  readRoute: async (connection) => {
    const [id] = await findLots(connection);
    return { method: 'GET', path: '/v1/inventory/:id', status: 200, body: await read(connection, `/inventory/${id}`) };
  },
  prepare: async (connection, seconds) => {
    const ids = await findLots(connection);
    return { requests: ids.map((id) => ({ method: 'GET', path: `/inventory/${id}` })), token: 'dev_buyer', seconds };
  },
};

const listBids: Endpoint = {
  name: 'GET /bids',
  ratio_min: 0.7,
  readRoute: async (connection) => {
    return { method: 'GET', path: '/v1/bids', status: 200, body: await read(connection, '/bids') };
  },
  prepare: async (connection, seconds) => {
    // Removes the bids that the other endpoints placed.
    await reset(connection);
    const paths = ['/bids', '/bids?offset=10', '/bids?limit=20&offset=20'];
    return { requests: paths.map((path) => ({ method: 'GET', path })), token: 'dev_buyer', seconds };
  },
};

export const postBid: Endpoint = {
  name: 'POST /inventory/{id}/bids',
  ratio_min: 0.4,
  readRoute: async (connection) => {
    const [id = ''] = await findLots(connection);
    return { method: 'POST', path: '/v1/inventory/:id/bids', status: 201, body: await placeBid(connection, id) };
  },
  prepare: async (connection) => {
    await reset(connection);
    const ids = await findLots(connection);
    const requests = Array.from({ length: WRITES }, (_, index) => ({
      method: 'POST' as const,
      path: `/inventory/${ids[index % ids.length] ?? ''}/bids`,
      body: bidBody(),
    }));
    return { requests, token: 'dev_buyer' };
  },
};

const SELLER = 'dev_seller';

function findOwnLots(connection: Connection): Promise<string[]> {
  return readGraded(connection, '/me/inventory?status=listed&limit=50', SELLER);
}

const acceptBid: Endpoint = {
  name: 'POST /bids/{id}/accept',
  ratio_min: 0.35,
  readRoute: async (connection) => {
    const [lot_id = ''] = await findOwnLots(connection);
    const { data } = await placeBid(connection, lot_id);
    const { text } = await connection.send('POST', `/v1/bids/${data.id}/accept`, {}, SELLER);
    return { method: 'POST', path: '/v1/bids/:id/accept', status: 200, body: JSON.parse(text) };
  },
  prepare: async (connection) => {
    await reset(connection);
    const lots = await findOwnLots(connection);
    const requests: LoadRequest[] = [];
    for (let index = 0; index < WRITES; index += 1) {
      const { data } = await placeBid(connection, lots[index % lots.length] ?? '');
      requests.push({ method: 'POST', path: `/bids/${data.id}/accept`, body: {} });
    }
    return { requests, token: SELLER };
  },
};

export const ENDPOINTS: readonly Endpoint[] = [listInventory, getLot, postBid, acceptBid, listBids];
