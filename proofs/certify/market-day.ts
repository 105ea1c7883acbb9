/** Plays a day of the marketplace to a client: a world of its own, a seller who accepts, and invoices that are paid. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mock, MockWorld } from '#mock';
import { DESK, signIn } from '#mock/testing/oauth';
import { wait } from '#client';
import { personas } from '#fixtures/personas';
import { commandOf, type ClientRow } from './clients/index.ts';

/** A client that runs longer is ended. */
const DAY_MAX_MS = 8_000;
const EVENTS = ['bid.accepted', 'bid.rejected', 'bid.countered', 'trade.created', 'trade.settled'];

export interface Day {
  /** Null if it was ended. */
  readonly exit_code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What happens in the world while the client runs. Called once it has been prepared, before the client starts. */
export type Script = (world: MockWorld, signal: AbortSignal) => Promise<void>;

/** @param look reads what is to be known of the world before it is deleted */
export async function playDay<Result>(
  mock: Mock,
  row: ClientRow,
  script: Script,
  look: (world: MockWorld, day: Day) => Promise<Result>,
): Promise<Result> {
  await using world = await mock.world({ seed: 'day', lots: 120 });
  const state_dir = await mkdtemp(join(tmpdir(), 'desk-'));
  const ended = new AbortController();
  try {
    const env = await prepare(world, state_dir);
    const played = script(world, ended.signal).catch((error: unknown) => {
      if (!ended.signal.aborted) throw error;
    });
    const ending = new AbortController();
    // One that stays is ended once its trade is settled, and a little later, for what it does then.
    if (row.is_staying === true) {
      const settled = world.waitFor('delivery', { event: 'trade.settled', status: 'delivered' }, { since: 0 });
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
    await rm(state_dir, { recursive: true, force: true });
  }
}

interface Served {
  readonly world: MockWorld;
  readonly ask: <Answer>(path: '/do' | '/show', question: object) => Promise<Answer>;
}

/** Starts a client that keeps running, uses its hooks, and ends it with SIGTERM. */
export async function serveClient<Result extends object>(
  mock: Mock,
  row: ClientRow,
  use: (served: Served) => Promise<Result>,
): Promise<Result & Day> {
  await using world = await mock.world({ seed: 'day', lots: 120 });
  const state_dir = await mkdtemp(join(tmpdir(), 'desk-'));
  const env = await prepare(world, state_dir);
  const ending = new AbortController();
  const ended = run(row, 'serve', env, ending.signal);
  const ask = async <Answer>(path: string, question: object): Promise<Answer> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await fetch(`http://127.0.0.1:${env['MARKETPLACE_PORT'] ?? ''}${path}`, {
          method: 'POST',
          body: JSON.stringify(question),
        });
        return (await response.json()) as Answer; // The test says what it expects.
      } catch (error) {
        if (attempt === 50) throw error;
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
    await rm(state_dir, { recursive: true, force: true });
  }
}

async function prepare(world: MockWorld, MARKETPLACE_STATE_DIR: string): Promise<Readonly<Record<string, string>>> {
  const scope = personas.buyer.scopes.join(' ');
  const { body } = await signIn(world.auth_url, { ...DESK, scope, login_hint: 'buyer' });
  const port = await findPort();
  const subscribed = await world.as('buyer').POST('/webhooks', {
    // The types of the document are those of the events above.
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
    DESK_PATIENCE_MS: '700',
    DESK_RECONCILE_MS: '300',
    DESK_BACKOFF_MS: '60',
    DESK_TIMEOUT_MS: '1000',
  };
}

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  return port;
}

/** @param end ends it with SIGTERM, as `certify` does */
function run(row: ClientRow, mode: 'day' | 'serve', env: Readonly<Record<string, string>>, end: AbortSignal): Promise<Day> {
  const [program, ...parameters] = commandOf(row, mode);
  const child = spawn(program, parameters, { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  AbortSignal.timeout(DAY_MAX_MS).addEventListener('abort', () => child.kill('SIGKILL'));
  end.addEventListener('abort', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exit_code) => {
      resolve({ exit_code, stdout, stderr });
    });
  });
}

/** Accepts the first bid, and pays both invoices. */
export const friendly: Script = async (world, signal) => {
  for await (const entry of world.follow({ kinds: ['event'], isFromStart: true, signal })) {
    if (entry.kind !== 'event') continue;
    const { type, data } = entry.entry;
    if (type === 'bid.received') await acceptAsSeller(world, String(data['bid_id']));
    if (type !== 'trade.created') continue;
    const trade_id = String(data['trade_id']);
    await world.payInvoice(trade_id, 'buyer');
    await world.payInvoice(trade_id, 'seller');
    return;
  }
};

interface Truth {
  relations: { seller: { id: string } };
  record: { livemode: boolean };
}

export async function acceptAsSeller(world: MockWorld, bid_id: string): Promise<void> {
  const { relations, record } = await world.truth<Truth>(bid_id);
  const { access_token } = await world.control<{ access_token: string }>('POST', '/tokens', {
    user_id: relations.seller.id,
    scopes: ['bids.write'],
    sandbox: !record.livemode,
  });
  const response = await fetch(`${world.base_url}/bids/${bid_id}/accept`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${access_token}` },
  });
  if (!response.ok) throw new Error(`the seller could not accept: ${await response.text()}`);
}
