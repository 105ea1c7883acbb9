/** Sends generated requests to every operation: valid, almost valid, and malformed. None gets a 5xx, and every error response is an Error object. */
import { serve, type TestServer } from '#client/testing/server';
import { personas } from '#fixtures/personas';
import { createMock, type Mock } from '#mock/server/server';
import { createResponseValidator } from '#mock/testing/documented';
import { OPERATIONS, OPERATION_IDS, type OperationId } from '#spec';
import { ErrorObject } from '#spec/resources/envelopes';
import * as fc from 'fast-check';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, forEachAtOnce } from '../call.ts';
import { arbitraryRequest, type FuzzRequest } from './requests.ts';
import { readTargets } from './targets.ts';

const REQUESTS = process.env['PROOFS'] === 'full' ? 200_000 : 8_000;
const SEED = Number(process.env['FUZZ_SEED'] ?? 20260610);
const IN_FLIGHT = 16;
/** Requests between two reads of the targets. In the meantime, bids are decided and lots are sold. */
const BATCH = 500;

let mock: Mock;
const agent = new Agent({ connections: IN_FLIGHT });
const validate = createResponseValidator();
const faults: unknown[] = [];
/** Rejects every delivery permanently, so that there are failed deliveries to replay. */
let receiver: TestServer;
beforeAll(async () => {
  mock = await createMock({ lots: 400, clock: '2026-06-10T12:00:00.000Z', onError: (error) => faults.push(error) });
  receiver = await serve((_request, response) => response.writeHead(400).end());
  await prepare();
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await agent.close();
  await mock.close();
});

/** Creates what random requests seldom produce: many pending offers, and failed deliveries. */
async function prepare(): Promise<void> {
  const { reader: db, write } = mock.worlds.default.store;
  const cashBid = await db
    .selectFrom('cash_bids')
    .select('id')
    .where('team_id', '=', personas.elevator.team_id)
    .where('livemode', '=', 1)
    .executeTakeFirstOrThrow();
  const offer = await db.selectFrom('offers').selectAll().limit(1).executeTakeFirstOrThrow();
  const offers = Array.from({ length: 200 }, (_, n) => ({
    ...offer,
    id: `cbo_fuzz${n}`,
    cash_bid_id: cashBid.id,
    livemode: 1 as const,
    status: 'pending' as const,
    trade_id: null,
  }));
  await write((tx) => tx.insertInto('offers').values(offers).execute());

  const events = ['bid.received', 'bid.rejected', 'bid.countered', 'trade.created'];
  for (const name of ['buyer', 'partner', 'partner_sandbox']) {
    const body = { url: new URL(receiver.base_url).origin, events };
    expect((await call(mock.tokens[name] ?? null, 'POST', `${mock.base_url}/webhooks`, { body })).status).toBe(201);
  }
}

/** Sends one request. @returns its status, and the problem of the response, if any */
async function send({
  id,
  token,
  target,
  checked_path,
  headers,
  body,
}: FuzzRequest): Promise<{ status: number; problem: string | undefined }> {
  const method = OPERATIONS[id].method.toUpperCase();
  const response = await request(`${mock.base_url}${target}`, {
    dispatcher: agent,
    // Operations use only four methods.
    method: method as 'GET' | 'POST' | 'PATCH' | 'DELETE',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    // The host of the document's example would need a DNS lookup outside this machine.
    ...(body === undefined ? {} : { body: body.replaceAll('https://desk.example', new URL(receiver.base_url).origin) }),
  });
  const text = await response.body.text();
  const status = response.statusCode;
  if (status >= 500) return { status, problem: `${method} ${target} ${body ?? ''}: ${status} ${text}` };
  const json: unknown = JSON.parse(text);
  if (status >= 400 && !ErrorObject.safeParse(json).success)
    return { status, problem: `${method} ${target}: not an Error object: ${text}` };
  return { status, problem: checked_path === undefined ? undefined : validate(method, checked_path, status, json) };
}

test(`ERR-1 OP-2 OP-4 ${REQUESTS} generated requests: no 5xx, every response as documented, every operation reached`, async () => {
  const succeeded = new Set<OperationId>();
  const problems: string[] = [];
  const tokens = Object.values(mock.tokens).filter((token) => token !== undefined);
  let sent = 0;
  for (let made = 0; made < REQUESTS; made += BATCH) {
    const targets = await readTargets(mock);
    const requests = fc.sample(arbitraryRequest(targets, tokens), { numRuns: BATCH, seed: SEED + made });
    await forEachAtOnce(IN_FLIGHT, requests, async (generated) => {
      const { status, problem } = await send(generated);
      sent += 1;
      if (status < 300) succeeded.add(generated.id);
      if (problem !== undefined) problems.push(problem);
    });
  }
  expect(problems.slice(0, 5), `rerun with FUZZ_SEED=${SEED}; ${problems.length} in all`).toEqual([]);
  expect(faults).toEqual([]);
  expect(sent).toBe(REQUESTS);
  expect(
    OPERATION_IDS.filter((id) => !succeeded.has(id)),
    'operations that never succeeded',
  ).toEqual([]);
});

test('afterwards the database is consistent: at most one trade per bid, no negative lot, no orphaned bid line', async () => {
  const { reader: db } = mock.worlds.default.store;
  const trades = await db.selectFrom('trades').select(['bid_id', 'offer_id']).execute();
  const bid_ids = trades.flatMap(({ bid_id }) => (bid_id === null ? [] : [bid_id]));
  expect(new Set(bid_ids).size).toBe(bid_ids.length);
  const accepted = await db.selectFrom('bids').select('id').where('status', '=', 'accepted').execute();
  expect(accepted.map(({ id }) => id).toSorted()).toEqual(bid_ids.toSorted());
  expect(await db.selectFrom('lots').select('id').where('quantity_mt', '<', 0).execute()).toEqual([]);
  const dangling = await db
    .selectFrom('bid_lines')
    .leftJoin('bids', 'bids.id', 'bid_id')
    .select('bid_lines.id')
    .where('bids.id', 'is', null)
    .execute();
  expect(dangling).toEqual([]);
});
