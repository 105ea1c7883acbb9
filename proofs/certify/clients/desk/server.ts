/** Receives webhooks at /webhooks, and does and shows what it is asked at /do and /show. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiFailure, type Bid, type Desk, type Lot, type Trade } from './desk.ts';
import { readTrade } from './events.ts';
import { acceptBid, bidOnBest, get, placeBid, readAll } from './market.ts';

const BODY_MAX = 1_048_576;

interface Task {
  readonly task?: string;
  readonly show?: string;
  readonly id?: string;
  readonly params?: {
    readonly commodity?: string;
    readonly inventory_id?: string;
    readonly quantity_mt?: number;
    readonly bid_id?: string;
  };
}

export async function listen(desk: Desk, has_hooks: boolean): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    serve(desk, has_hooks, request, response).catch((error: unknown) => {
      process.stderr.write(`desk: ${String(error)}\n`);
      if (!response.headersSent) response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(desk.settings.port ?? 0, '127.0.0.1', resolve);
  });
  // A listening TCP server has an address with a port.
  return { server, port: (server.address() as AddressInfo).port };
}

async function serve(desk: Desk, has_hooks: boolean, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Without an encoding, chunks are buffers.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= BODY_MAX) chunks.push(chunk);
  }
  if (bytes > BODY_MAX) {
    response.writeHead(413).end();
    return;
  }
  const raw = Buffer.concat(chunks);
  const path = request.url?.split('?')[0];
  if (path === '/webhooks') {
    response.writeHead(await receive(desk, request.headers['svc-signature']?.toString() ?? '', raw)).end();
    return;
  }
  if (!has_hooks) {
    response.writeHead(404).end();
    return;
  }
  // The hooks are called by programs of our own.
  const task = JSON.parse(raw.toString('utf8') || '{}') as Task;
  const reply = path === '/do' ? await perform(desk, task) : path === '/show' ? await show(desk, task) : undefined;
  response.writeHead(reply === undefined ? 404 : 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply ?? {}));
}

async function receive(desk: Desk, header: string, raw: Buffer): Promise<number> {
  if (!desk.parts.verify(desk, header, raw)) return 400;
  try {
    return await desk.parts.take(desk, desk.parts.parse(raw));
  } catch (error) {
    process.stderr.write(`desk: a delivery failed: ${String(error)}\n`);
    // The marketplace sends it again.
    return error instanceof SyntaxError ? 400 : 500;
  }
}

const TASKS: Readonly<Record<string, (desk: Desk, params: NonNullable<Task['params']>) => Promise<unknown>>> = {
  list_lots: async (desk) => ({ lots: (await desk.parts.walk(desk, {})).map(({ id }) => id) }),
  place_bid: async (desk, { commodity = 'canola', inventory_id, quantity_mt = 10 }) => {
    if (inventory_id === undefined) return { bid_id: (await bidOnBest(desk, commodity, quantity_mt)).id };
    const { data } = await get<{ data: Lot }>(desk, `/inventory/${inventory_id}`);
    return { bid_id: (await placeBid(desk, data, quantity_mt)).id };
  },
  accept_bid: async (desk, { bid_id = '' }) => ({ trade_id: await acceptBid(desk, bid_id) }),
  sync: async (desk) => {
    await desk.parts.reconcile(desk);
    const shortOf = ({ id, status }: Bid | Trade): unknown => ({ id, status });
    return { bids: [...desk.bids.values()].map(shortOf), trades: (await readAll<Trade>(desk, '/trades?limit=50')).map(shortOf) };
  },
};

async function perform(desk: Desk, { task = '', params = {} }: Task): Promise<unknown> {
  const run = Object.hasOwn(TASKS, task) ? TASKS[task] : undefined;
  if (run === undefined) return { unsupported: true };
  try {
    return await run(desk, params);
  } catch (error) {
    if (error instanceof ApiFailure) return { error: error.failure };
    return { error: { status: null, code: null, message: String(error) } };
  }
}

async function show(desk: Desk, { show: what, id = '' }: Task): Promise<unknown> {
  if (what === 'bid') return { status: await desk.parts.statusOf(desk, id) };
  if (what === 'effects') {
    const by_id = desk.parts.effects(desk);
    if (by_id === undefined) return { unsupported: true };
    return { effects: Object.values(by_id).reduce((sum, count) => sum + count, 0), by_id };
  }
  if (what !== 'trade') return { unsupported: true };
  const known = desk.trades.get(id);
  const trade = known?.status === 'Completed' ? known : await readTrade(desk, id);
  return { status: trade?.status ?? null, counterparty: trade?.counterparty?.name ?? null };
}
