import autocannon from 'autocannon';
import { collectSamples, type Benchmark, type ReportProgress, type Table } from '../kit/benchmark.ts';
import { CONNECTIONS, load } from '../kit/load.ts';
import { BROWSING } from '../kit/queries.ts';
import { startMock, startTokenPeer, type ServerProcess } from '../kit/server-process.ts';

const SERIES = { rounds: 5, warm_ups: 1 } as const;
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
  const response = await fetch(url, { method: 'POST', headers: tokenHeaders(), body: CREDENTIALS });
  // RFC 6749, section 5.1
  const { access_token } = (await response.json()) as { access_token: string };
  return access_token;
}

async function compareTokens(mock: ServerProcess, report: ReportProgress): Promise<Table> {
  const access_token = await fetchAccessToken(mock);
  const figures = await collectSamples({ name: 'inventory', ...SERIES, report }, async (round) => {
    // Takes turns in a varying order.
    const is_access_first = round % 2 === 0;
    const first = await loadInventory(mock, is_access_first ? access_token : 'dev_reader');
    const second = await loadInventory(mock, is_access_first ? 'dev_reader' : access_token);
    const [access, developer] = is_access_first ? [first, second] : [second, first];
    return { 'access token': access, 'developer token': developer, 'cost ratio': developer / access };
  });
  return {
    title: 'GET /inventory with an access token, against a developer token',
    columns: Object.keys(figures),
    key: 'cost ratio',
    rows: [{ name: 'GET /inventory per second', figures, goal: { at_most: COST_RATIO_MAX } }],
  };
}

async function compareTokenEndpoints(mock: ServerProcess, report: ReportProgress): Promise<Table> {
  await using peer = await startTokenPeer();
  const ours = `${new URL(mock.base_url).origin}/oauth/token`;
  const theirs = `${new URL(peer.base_url).origin}/token`;
  const figures = await collectSamples({ name: 'tokens', ...SERIES, report }, async () => {
    const [our_rate, their_rate] = [await loadTokens(ours), await loadTokens(theirs)];
    return { mock: our_rate, 'oauth2-mock-server': their_rate, ratio: our_rate / their_rate };
  });
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
