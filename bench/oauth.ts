import autocannon from 'autocannon';
import type { Benchmark, Table } from './benchmark.ts';
import { headersOf } from './connection.ts';
import { QUERIES } from './queries.ts';
import { startMock, startTokenPeer, type ServerProcess } from './server-process.ts';
import { median } from './statistics.ts';

const ROUNDS = 7;
const ROUND_SECONDS = 3;
const CONNECTIONS = 10;
const COST_RATIO_MAX = 1.1;
const CREDENTIALS = 'grant_type=client_credentials&scope=inventory.read';
const READER = 'gristmill-reader:dev_secret_reader';

export const oauth: Benchmark = {
  summary: 'the cost of an access token against a developer token, and of the token endpoint against oauth2-mock-server',
  run: async (report) => {
    await using mock = await startMock();
    return [await compareTokens(mock, report), await compareTokenEndpoints(mock, report)];
  },
};

function tokenHeaders(): Record<string, string> {
  return {
    authorization: `Basic ${Buffer.from(READER).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
}

async function fetchAccessToken({ base_url }: ServerProcess): Promise<string> {
  const url = `${new URL(base_url).origin}/oauth/token`;
  const answer = await fetch(url, { method: 'POST', headers: tokenHeaders(), body: CREDENTIALS });
  // RFC 6749, section 5.1
  const { access_token } = (await answer.json()) as { access_token: string };
  return access_token;
}

async function compareTokens(mock: ServerProcess, report: (progress: string) => void): Promise<Table> {
  const access_token = await fetchAccessToken(mock);
  const rates: { access: number[]; developer: number[] } = { access: [], developer: [] };
  // Takes turns in a varying order. The first round is a warm-up and is discarded.
  for (let round = 0; round <= ROUNDS; round += 1) {
    report(`inventory, round ${round + 1} of ${ROUNDS + 1}`);
    const is_access_first = round % 2 === 0;
    const first = await loadInventory(mock, is_access_first ? access_token : 'dev_reader');
    const second = await loadInventory(mock, is_access_first ? 'dev_reader' : access_token);
    if (round === 0) continue;
    rates.access.push(is_access_first ? first : second);
    rates.developer.push(is_access_first ? second : first);
  }
  const ratios = rates.access.map((rate, round) => (rates.developer[round] ?? Number.NaN) / rate);
  return {
    title: `GET /inventory over ${CONNECTIONS} connections (medians of ${ROUNDS} rounds)`,
    columns: ['access token', 'developer token', 'cost ratio'],
    rows: [
      {
        name: 'requests per second',
        figures: {
          'access token': median(rates.access),
          'developer token': median(rates.developer),
          'cost ratio': median(ratios),
        },
        limit: { column: 'cost ratio', at_most: COST_RATIO_MAX },
      },
    ],
  };
}

async function compareTokenEndpoints(mock: ServerProcess, report: (progress: string) => void): Promise<Table> {
  await using peer = await startTokenPeer();
  const ours = `${new URL(mock.base_url).origin}/oauth/token`;
  const theirs = `${new URL(peer.base_url).origin}/token`;
  const rates: { mock: number[]; peer: number[] } = { mock: [], peer: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    report(`tokens, round ${round + 1} of ${ROUNDS + 1}`);
    const pair = { mock: await loadTokens(ours), peer: await loadTokens(theirs) };
    if (round === 0) continue;
    rates.mock.push(pair.mock);
    rates.peer.push(pair.peer);
  }
  const figures = { mock: median(rates.mock), 'oauth2-mock-server': median(rates.peer) };
  return {
    title: 'client credentials at the token endpoint: stored opaque tokens, against stateless signed JWTs',
    columns: ['mock', 'oauth2-mock-server', 'ratio'],
    rows: [{ name: 'tokens per second', figures: { ...figures, ratio: figures.mock / figures['oauth2-mock-server'] } }],
  };
}

async function loadInventory({ base_url }: ServerProcess, token: string): Promise<number> {
  const { origin, pathname } = new URL(base_url);
  const requests = QUERIES.map((query) => ({ method: 'GET' as const, path: `${pathname}${query}` }));
  return measure({ url: origin, headers: headersOf(token), requests });
}

function loadTokens(url: string): Promise<number> {
  return measure({ url, method: 'POST', headers: tokenHeaders(), body: CREDENTIALS });
}

async function measure(options: Pick<autocannon.Options, 'url' | 'method' | 'headers' | 'body' | 'requests'>): Promise<number> {
  const result = await autocannon({ ...options, connections: CONNECTIONS, duration: ROUND_SECONDS });
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${options.url}: ${result.errors} connection errors and ${result.non2xx} error responses under load`);
  return result['2xx'] / result.duration;
}
