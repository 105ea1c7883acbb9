/** Runs a trading day for a client: a new world, a seller who accepts, and invoices that are paid. */
import { spawn } from 'node:child_process';
import type { Mock, MockWorld } from '#mock';
import { DESK, signIn } from '#mock/testing/oauth';
import { findFreePort, wait } from '#client';
import { personas } from '#fixtures/personas';
import { call } from '../call.ts';
import { makeFolder } from '../conform/run-cli.ts';
import { commandOf, type ClientRow } from './clients/index.ts';

/** How long the invoices stay unpaid. A client that polls needs a while to show it on a slow machine. */
const MONEY_TAKES_MS = process.env['PROOFS'] === 'full' ? 4_000 : 1_200;
const BUYER = personas.buyer.user_id;
/** A client that runs longer is ended. */
const DAY_MAX_MS = 20_000;
const EVENTS = ['bid.accepted', 'bid.rejected', 'bid.countered', 'trade.created', 'trade.settled'];

interface Day {
  /** Null if it was ended. */
  readonly exit_code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What happens in the world while the client runs. Called once it has been prepared, before the client starts. */
export type Script = (world: MockWorld, signal: AbortSignal) => Promise<void>;

/** @param look reads what the test needs from the world before it is deleted */
export async function playDay<Result>(
  mock: Mock,
  row: ClientRow,
  script: Script,
  look: (world: MockWorld, day: Day) => Promise<Result>,
): Promise<Result> {
  await using world = await mock.world({ seed: 'sat', lots: 150 });
  using folder = makeFolder();
  const ended = new AbortController();
  try {
    const env = await prepare(world, folder.path);
    const played = script(world, ended.signal).catch((error: unknown) => {
      if (!ended.signal.aborted) throw error;
    });
    const ending = new AbortController();
    // A client that keeps running is ended a moment after its trade is settled, so that it can react to that.
    if (row.is_staying === true) {
      const settled = world.waitFor('delivery', { event: 'trade.settled', status: 'delivered' }, { since: 0, timeoutMs: 60_000 });
      void settled
        .then(() => wait(300))
        .finally(() => {
          ending.abort();
        });
    }
    const day = await run(row, 'day', env, ending.signal);
    ended.abort();
    await played;
    return await look(world, day);
  } finally {
    ended.abort();
  }
}

interface Served {
  readonly world: MockWorld;
  readonly ask: <Body>(path: '/do' | '/show', question: object) => Promise<Body>;
}

/** Starts a client that keeps running, uses its hooks, and ends it with SIGTERM. */
export async function serveClient<Result extends object>(
  mock: Mock,
  row: ClientRow,
  use: (served: Served) => Promise<Result>,
): Promise<Result & Day> {
  await using world = await mock.world({ seed: 'sat', lots: 150 });
  using folder = makeFolder();
  const env = await prepare(world, folder.path);
  const ending = new AbortController();
  const ended = run(row, 'serve', env, ending.signal);
  const ask = async <Body>(path: string, question: object): Promise<Body> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await fetch(`http://127.0.0.1:${env['MARKETPLACE_PORT'] ?? ''}${path}`, {
          method: 'POST',
          body: JSON.stringify(question),
        });
        return (await response.json()) as Body; // The test says what it expects.
      } catch (error) {
        if (attempt === 300) throw error;
        await wait(50);
      }
    }
  };
  try {
    const result = await use({ world, ask });
    ending.abort();
    return { ...result, ...(await ended) };
  } finally {
    ending.abort();
    await ended;
  }
}

async function prepare(world: MockWorld, MARKETPLACE_STATE_DIR: string): Promise<Readonly<Record<string, string>>> {
  const scope = personas.buyer.scopes.join(' ');
  const { body } = await signIn(world.auth_url, { ...DESK, scope, login_hint: 'buyer' });
  const port = await findFreePort();
  const subscribed = await world.as('buyer').POST('/webhooks', {
    // EVENTS has only event types of the document.
    body: { url: `http://127.0.0.1:${port}/webhooks`, events: EVENTS as never },
  });
  return {
    MARKETPLACE_BASE_URL: world.base_url,
    MARKETPLACE_AUTH_URL: world.auth_url,
    MARKETPLACE_CLIENT_ID: DESK.client_id,
    MARKETPLACE_CLIENT_SECRET: DESK.client_secret,
    MARKETPLACE_ACCESS_TOKEN: body.access_token,
    MARKETPLACE_REFRESH_TOKEN: body.refresh_token,
    MARKETPLACE_WEBHOOK_SECRET: subscribed.data?.data.secret ?? '',
    MARKETPLACE_PORT: String(port),
    MARKETPLACE_STATE_DIR,
    // For a machine under load. A day usually ends long before that, when everything is settled.
    DESK_PATIENCE_MS: '5000',
    DESK_RECONCILE_MS: '1100',
  };
}

/** @param end ends it with SIGTERM, as `certify` does */
function run(row: ClientRow, mode: 'day' | 'serve', env: Readonly<Record<string, string>>, end: AbortSignal): Promise<Day> {
  const [program, ...parameters] = commandOf(row, mode);
  const child = spawn(program, parameters, { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  AbortSignal.timeout(DAY_MAX_MS).addEventListener('abort', () => child.kill('SIGKILL'));
  end.addEventListener('abort', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exit_code) => {
      resolve({ exit_code, stdout, stderr });
    });
  });
}

async function payInvoices(world: MockWorld, trade_id: string): Promise<void> {
  await world.payInvoice(trade_id, 'buyer');
  await world.payInvoice(trade_id, 'seller');
}

/** Accepts the first bid, and pays both invoices. */
export const friendly: Script = async (world, signal) => {
  for await (const entry of world.follow({ kinds: ['event'], isFromStart: true, signal })) {
    if (entry.kind !== 'event') continue;
    const { type, data } = entry.entry;
    if (type === 'bid.received') await answerAsSeller(world, String(data['bid_id']), 'accept');
    if (type !== 'trade.created') continue;
    await payInvoices(world, String(data['trade_id']));
    return;
  }
};

/**
 * An eventful day: the marketplace is down for a moment, a lot is gone, a response is lost, the token expires twice,
 * the seller counters, deliveries are doubled and replayed, and the money takes a while.
 */
export const eventful: Script = async (world, signal) => {
  await world.fault({ request: { operation_id: 'listInventory', user_id: BUYER }, status: 503, retry_after: 1, count: 1 });
  await world.fault({ request: { operation_id: 'placeBid', user_id: BUYER }, effect: 'drop', when: 'after', skip: 1, count: 1 });
  // Long enough for takeAway on a busy machine.
  await world.fault({ request: { operation_id: 'placeBid', user_id: BUYER }, latency_ms: 1_000, count: 1 });
  const taken = takeAway(world, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  await world.fault({ delivery: { event: 'bid.accepted' }, effect: 'stale', count: 1 });
  await world.fault({ delivery: { event: 'trade.created' }, effect: 'duplicate', count: 1 });
  let is_countered = false;
  for await (const entry of world.follow({ kinds: ['event'], isFromStart: true, signal })) {
    if (entry.kind !== 'event') continue;
    const { type, data } = entry.entry;
    if (type === 'bid.received' && !is_countered) {
      is_countered = true;
      await wait(250);
      await world.clock.advance('2 hours');
      await answerAsSeller(world, String(data['bid_id']), 'counter', COUNTER);
    }
    if (type !== 'trade.created') continue;
    await wait(400);
    await world.clock.advance('2 hours');
    await world.fault({ request: { operation_id: 'listTrades', user_id: BUYER }, status: 503, count: 3 });
    await wait(MONEY_TAKES_MS);
    await payInvoices(world, String(data['trade_id']));
    await taken;
    return;
  }
};

/** Delists the cheapest canola between the moment when the client has read it and its bid. */
async function takeAway(world: MockWorld, signal: AbortSignal): Promise<void> {
  const { data } = await world
    .as('rival')
    .GET('/inventory', { params: { query: { commodity: 'canola', sort: 'price', limit: 50 } } });
  const lot = data?.items.find(({ grade, asking_price }) => grade !== null && asking_price?.unit === 'MT');
  const token = await tokenOfSeller(world, lot?.id ?? '', 'listings.write');
  for await (const entry of world.follow({ kinds: ['request'], isFromStart: true, signal })) {
    if (entry.kind !== 'request' || entry.entry.operation_id !== 'listInventory' || entry.entry.status !== 200) continue;
    if (entry.entry.actor?.user_id === personas.rival.user_id) continue;
    const url = `${world.base_url}/me/inventory/${lot?.id ?? ''}`;
    const { status, text } = await call(token, 'PATCH', url, { body: { listed: false } });
    if (status !== 200) throw new Error(`the lot was not delisted: ${text}`);
    return;
  }
}

async function tokenOfSeller(world: MockWorld, id: string, scope: string): Promise<string> {
  const { relations, record } = await world.truth<StoredRecords>(id);
  const { access_token } = await world.control<{ access_token: string }>('POST', '/tokens', {
    user_id: relations.seller.id,
    scopes: [scope],
    sandbox: !record.livemode,
  });
  return access_token;
}

const COUNTER = {
  price: { amount: 660, unit: 'MT' },
  quantity_mt: 10,
  delivery: { from: '2035-09-01', to: '2035-09-30' },
};

interface StoredRecords {
  relations: { seller: { id: string } };
  record: { livemode: boolean };
}

async function answerAsSeller(world: MockWorld, bid_id: string, answer: 'accept' | 'counter', body?: object): Promise<void> {
  const access_token = await tokenOfSeller(world, bid_id, 'bids.write');
  const { status, text } = await call(access_token, 'POST', `${world.base_url}/bids/${bid_id}/${answer}`, { body });
  if (status >= 400) throw new Error(`the seller could not ${answer}: ${text}`);
}
