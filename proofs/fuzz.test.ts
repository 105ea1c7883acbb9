/** Anyone may send anything: generated requests at every operation, valid, half valid and absurd. None is answered with a 5xx, and every refusal is an Error object. */
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createAnswerJudge } from '#mock/testing/documented';
import { createMock } from '#mock/server';
import type { Mock } from '#mock/server';
import type { Operation } from '#spec';
import { ErrorObject } from '#spec/resources/envelopes';
import { OPERATIONS, OPERATION_IDS } from '#spec';
import fc from 'fast-check';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';

const REQUESTS = process.env['PROOFS'] === 'full' ? 200_000 : 20_000;
const IN_FLIGHT = 16;
const LUMP = 5_000;

let mock: Mock;
const agent = new Agent({ connections: IN_FLIGHT });
const judge = createAnswerJudge();
const faults: unknown[] = [];
beforeAll(async () => {
  mock = await createMock({ lots: 60, clock: '2026-06-10T12:00:00.000Z', onError: (error) => faults.push(error) });
});
afterAll(async () => {
  await agent.close();
  await mock.close();
});

/** Values that break parsers, stores and arithmetic; as JSON text, since some have no JavaScript value. */
const NASTY_JSON: readonly string[] = [
  'null', 'true', '""', '"\\u0000"', '"\\ud800"', '"\\udfff x"', '1e400', '-1e400', '-0', '0.009999', '1e-320', '9007199254740993', '[]', '{}', '[[[[[[]]]]]]',
  '{"__proto__":{"a":1}}', '{"constructor":{}}', '"2026-02-30"', '"9999-12-31T23:59:60Z"', '"2026-06-01T00:00:00+25:00"', '"+275760-09-13T00:00:00Z"', '"  "',
  `"${'x'.repeat(3_000)}"`, `"${'é'.repeat(500)}"`, '"\u202e"', '"1 or 1=1; drop table bids"', '[null,{}]', '{"amount":"1"}', '{"amount":1e300,"unit":"MT"}', 'NaN', '{"a":1,"a":2}',
];
const NASTY_TEXT: readonly string[] = [
  '', ' ', '%', '%zz', '%00', '%ff', '..', '../..', '%2e%2e%2f', '-1', '0', '51', '1e3', '0x10', 'NaN', 'Infinity', '99999999999999999999', '1.5', 'true,false', 'null', '+', '%F0%9F%8C%BE', ',,,', '1,2', '91,0,1', '0,0,-1', 'NaN,0,1', "'", '"', 'inv_0000000000000000', 'bid_x', '__proto__', 'a'.repeat(2_000),
];

const nastyJson = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...NASTY_JSON) }, { weight: 1, arbitrary: fc.json({ maxDepth: 5 }) });
const nastyText = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...NASTY_TEXT) }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).map(encode) });

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

interface Shot {
  operation: Operation;
  token: string;
  path: readonly string[];
  query: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Ids of every kind that exist, so that generated requests get past the 404 and reach the rest. */
async function readIds(): Promise<string[]> {
  const { db } = mock.worlds.default.store;
  const tables = ['lots', 'bids', 'trades', 'teams', 'cash_bids', 'offers', 'farms'] as const;
  const lists = await Promise.all(tables.map((table) => db.selectFrom(table).select('id').limit(40).execute()));
  return lists.flat().map((row) => row.id);
}

function arbitraryShot(ids: readonly string[]): fc.Arbitrary<Shot> {
  const id = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids, 'canola') }, { weight: 1, arbitrary: nastyText });
  return fc.constantFrom(...OPERATION_IDS).chain((operation_id) => {
    const operation: Operation = OPERATIONS[operation_id];
    const names = Object.keys(operation.query);
    const pair = fc.tuple(fc.constantFrom(...names, 'unknown'), nastyText).map(([name, value]) => `${name}=${value}`);
    const example = JSON.stringify(operation.body?.schema.meta()?.examples?.[0] ?? {});
    return fc.record({
      operation: fc.constant(operation),
      token: fc.constantFrom(...Object.values(mock.tokens)),
      path: fc.array(id, { minLength: 2, maxLength: 2 }),
      query: fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join('&')),
      headers: fc.dictionary(fc.constantFrom('Idempotency-Key', 'Content-Type', 'Accept', 'Content-Encoding'), fc.constantFrom('', 'a', 'text/plain', 'application/json', 'gzip', 'k'.repeat(300)), {
        maxKeys: 1,
      }),
      body: operation.method === 'get' || operation.method === 'delete' ? fc.constant(undefined) : fc.oneof(mutate(example), nastyJson),
    });
  });
}

/** A valid body with some of its values replaced by nasty ones. */
function mutate(example: string): fc.Arbitrary<string> {
  const fields = Object.keys(JSON.parse(example) as object);
  if (fields.length === 0) return nastyJson.map((value) => `{"extra":${value}}`);
  return fc.array(fc.tuple(fc.constantFrom(...fields, 'extra'), nastyJson), { maxLength: 3 }).map((changes) => {
    const members = new Map(Object.entries(JSON.parse(example) as Record<string, unknown>).map(([name, value]) => [name, JSON.stringify(value)]));
    for (const [name, value] of changes) members.set(name, value);
    return `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
  });
}

/** In lumps, so that a full run holds no more in memory than a short one. */
function* generate(ids: readonly string[], seed: number): Generator<Shot> {
  for (let made = 0; made < REQUESTS; made += LUMP) yield* fc.sample(arbitraryShot(ids), { numRuns: Math.min(LUMP, REQUESTS - made), seed: seed + made });
}

async function fire({ operation, token, path, query, headers, body }: Shot): Promise<string | undefined> {
  let used = 0;
  const filled = operation.path.replaceAll(/\{\w+\}/g, () => path[used++] ?? '');
  const target = `${filled}${query === '' ? '' : `?${query}`}`;
  const answer = await request(`${mock.base_url}${target}`, {
    dispatcher: agent,
    method: operation.method.toUpperCase() as 'GET',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 500) return `${operation.method} ${target} with ${body ?? 'no body'}: ${answer.statusCode} ${text}`;
  if (answer.statusCode >= 400 && !ErrorObject.safeParse(JSON.parse(text)).success) return `${operation.method} ${target}: not an Error object: ${text}`;
  // A path that Express normalised or split may be another operation's; only what is this operation's is judged by the document.
  if (path.some((part) => /[^\w-]/.test(part) || part === '')) return undefined;
  return judge(operation.method, filled, answer.statusCode, JSON.parse(text));
}

test(`ERR-1 OP-4 ${REQUESTS} generated requests: none answered with a 5xx, each answer as documented`, async () => {
  const ids = await readIds();
  const seed = Number(process.env['FUZZ_SEED'] ?? 20260610);
  const statuses = new Map<string, number>();
  const problems: string[] = [];
  const shots = generate(ids, seed);
  const work = async (): Promise<void> => {
    for (const shot of shots) {
      const problem = await fire(shot);
      if (problem !== undefined) problems.push(problem);
      statuses.set(shot.operation.summary, (statuses.get(shot.operation.summary) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  expect(problems.slice(0, 5), `rerun with FUZZ_SEED=${seed}; ${problems.length} in all`).toEqual([]);
  expect(faults).toEqual([]);
  expect(statuses.size).toBe(42);
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(REQUESTS);
});

/** What no HTTP client would send. Answers what came back, whole. */
async function sendRaw(text: string | Buffer): Promise<string> {
  const { port } = mock.server.address() as AddressInfo; // it listens on TCP
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(text));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString('utf8')));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const HEAD = 'Host: 127.0.0.1\r\nAuthorization: Bearer dev_buyer\r\nConnection: close\r\n';
const RAW: readonly (readonly [string, string | Buffer, number])[] = [
  ['broken percent-encoding in the path', `GET /v1/inventory/%zz HTTP/1.1\r\n${HEAD}\r\n`, 400],
  ['a body that is not UTF-8', Buffer.concat([Buffer.from(`POST /v1/webhooks HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 3\r\n\r\n"`), Buffer.from([0xff, 0x22])]), 400],
  ['a body that stops in the middle', `POST /v1/webhooks HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 4\r\n\r\n{"a"`, 400],
  ['a path that does not exist', `GET /v1/nothing HTTP/1.1\r\n${HEAD}\r\n`, 404],
  ['a method that the path does not take', `PUT /v1/inventory HTTP/1.1\r\n${HEAD}\r\n`, 405],
  ['a body of 300 kB', `POST /v1/webhooks HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 300000\r\n\r\n"${'x'.repeat(299_998)}"`, 413],
  ['a body of another type', `POST /v1/webhooks HTTP/1.1\r\n${HEAD}Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}`, 415],
];

test.for(RAW)('CONV-6 %s', async ([, text, status]) => {
  const answer = await sendRaw(text);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toContain('"code":');
  expect(faults).toEqual([]);
});
