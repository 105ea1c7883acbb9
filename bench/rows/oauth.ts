import autocannon from 'autocannon';
import type { Benchmark, Table } from '../kit/benchmark.ts';
import { CONNECTIONS, load } from '../kit/load.ts';
import { BROWSING } from '../kit/queries.ts';
import { startMock, startTokenPeer, type ServerProcess } from '../kit/server-process.ts';

const ROUNDS = 5;
const ROUND_SECONDS = 2;
const COST_RATIO_MAX = 1.1;
const CREDENTIALS = 'grant_type=client_credentials&scope=inventory.read';
const READER = 'gristmill-reader:dev_secret_reader';

export const oauth: Benchmark = {
  summary: 'the cost of an access token against a developer token, and of the token endpoint against oauth2-mock-server',
  runs: 'quick',
  run: async ({ report }) => {
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
  const ratio = rates.access.map((rate, round) => (rates.developer[round] ?? Number.NaN) / rate);
  const figures = { 'access token': rates.access, 'developer token': rates.developer, 'cost ratio': ratio };
  return {
    title: 'GET /inventory with an access token, against a developer token',
    columns: Object.keys(figures),
    key: 'cost ratio',
    rows: [{ name: 'GET /inventory per second', figures, goal: { at_most: COST_RATIO_MAX } }],
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
  const ratio = rates.mock.map((rate, round) => rate / (rates.peer[round] ?? Number.NaN));
  const figures = { mock: rates.mock, 'oauth2-mock-server': rates.peer, ratio };
  return {
    title: 'client credentials at the token endpoint: stored opaque tokens, against stateless signed JWTs',
    columns: Object.keys(figures),
    key: 'ratio',
    is_more_better: true,
    rows: [{ name: 'tokens per second', figures }],
  };
}

async function loadInventory(mock: ServerProcess, token: string): Promise<number> {
  return (await load(mock, { requests: BROWSING, token, seconds: ROUND_SECONDS })).requests_per_second;
}

async function loadTokens(url: string): Promise<number> {
  const form = { method: 'POST', headers: tokenHeaders(), body: CREDENTIALS } as const;
  const result = await autocannon({ url, ...form, connections: CONNECTIONS, duration: ROUND_SECONDS });
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${url}: ${result.errors} connection errors and ${result.non2xx} error responses under load`);
  return result['2xx'] / result.duration;
}
