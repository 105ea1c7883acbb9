/** The commands that control a running mock. */
import { type Mock, createMock } from '#mock';
import { exchange } from '#mock/testing/oauth';
import { expect, onTestFinished, test } from 'vitest';
import { type Ran, runHere } from '../testing/run-here.ts';

const NOON = '2026-06-10T12:00:00.000Z';

interface Shell {
  mock: Mock;
  /** Runs a command line, without quotes. */
  gristmill: (line: string) => Promise<Ran>;
}

async function open(): Promise<Shell> {
  const mock = await createMock({ lots: 40, clock: NOON });
  onTestFinished(mock.close);
  return { mock, gristmill: (line) => runHere(...line.split(' '), '--mock', mock.auth_url) };
}

/** A trade of the buyer with the developer seller. */
async function makeTrade(mock: Mock): Promise<string> {
  const own = await mock.as('seller').GET('/me/inventory', { params: { query: { status: 'listed', limit: 50 } } });
  const lot = own.data?.items.find(({ grade, quantity_mt }) => grade !== null && quantity_mt >= 20);
  const placed = await mock.as('buyer').POST('/inventory/{id}/bids', {
    params: { path: { id: lot?.id ?? '' } },
    body: { price: { amount: 300, unit: 'MT' }, quantity_mt: 10, delivery: { from: '2026-09-01', to: '2026-09-30' } },
  });
  const path = { id: placed.data?.data.id ?? '' };
  return (await mock.as('seller').POST('/bids/{id}/accept', { params: { path } })).data?.data.id ?? '';
}

test('clock prints the time and what became due, for each way to move it', async () => {
  const { gristmill } = await open();
  expect((await gristmill('clock show')).out).toMatch(/^It is 2026-06-10 12:00:00Z; the clock is frozen\. Next due: /);
  const week = await gristmill('clock advance 7d');
  expect(week.out).toMatch(/^It is now 2026-06-17 12:00:00Z\.\n {2}2026-06-1\d .* bid expired /);
  expect(await gristmill('clock set tomorrow')).toMatchObject({
    code: 2,
    complaint:
      "gristmill: <instant>: 'tomorrow' is not a time from 2000 to 2999 with a time zone; use one such as 2031-06-01T12:00:00Z\n",
  });
  expect((await gristmill('clock set 2026-06-18T00:00:00Z')).out).toContain('It is now 2026-06-18 00:00:00Z.');
  expect((await gristmill('clock resume')).out).toContain('the clock runs');
  expect((await gristmill('clock freeze')).out).toContain('the clock is frozen');
  expect(JSON.parse((await gristmill('clock run --json')).out)).toMatchObject({ deliveries: 0 });
});

test('TRD-6 pay pays both invoices, one, or those that are unpaid', async () => {
  const { mock, gristmill } = await open();
  const trade = await makeTrade(mock);
  const reference = /TRD-\w+/.exec((await gristmill('pay')).out)?.[0] ?? '';
  expect((await gristmill('pay')).out).toMatch(new RegExp(` ${reference} +${trade} +10 MT of .* both invoices\n`));
  expect(await gristmill(`pay ${reference} --invoice seller`)).toMatchObject({
    code: 0,
    out: `Paid the seller invoice of ${reference}.\n`,
  });
  expect((await gristmill('pay')).out).toContain('the buyer invoice\n');
  expect((await gristmill(`pay ${trade}`)).out).toMatch(/^Paid the buyer invoice of .*\n {2}event {2}trade\.settled /);
  expect(await gristmill(`pay ${trade}`)).toMatchObject({
    code: 1,
    out: '',
    complaint: expect.stringContaining('paid already'),
  });
  expect(await gristmill('pay trd_none')).toMatchObject({
    code: 1,
    complaint:
      'gristmill: There is no such trade in this world. To list its trades, run gristmill pay without a trade, or send GET /_gristmill/records/trades.\n',
  });
  const named = /GET \/_gristmill(\S+)\./.exec((await gristmill('pay trd_none')).complaint)?.[1] ?? '';
  const { items } = (await (await fetch(`${mock.control_url}${named}`)).json()) as { items: readonly { id: string }[] };
  expect(items.map(({ id }) => id)).toContain(trade);
});

test('CB-9 offer creates an offer on a cash bid of the elevator', async () => {
  const { mock, gristmill } = await open();
  const { data } = await mock.as('elevator').GET('/cash-bids');
  const id = data?.items.find(({ is_active }) => is_active)?.id ?? '';
  expect((await gristmill('offer cb_none')).complaint).toBe(
    'gristmill: There is no such cash bid in this world. To find its id, open the Market page of the dashboard, or send GET /_gristmill/records/cash-bids.\n',
  );
  expect((await gristmill(`offer ${id} --quantity 10`)).out).toMatch(
    /^Made the offer cbo_\w+\.\n {2}event {2}cashbid\.offer_received/,
  );
  expect(await gristmill(`offer ${id} --seller usr_nobody`)).toMatchObject({
    code: 2,
    complaint: expect.stringContaining('gristmill: --seller: '),
  });
  expect(await gristmill(`offer ${id} --price much`)).toMatchObject({ code: 2, complaint: expect.stringContaining('--price') });
});

test('fault adds, lists, and clears faults', async () => {
  const { mock, gristmill } = await open();
  const added = await gristmill('fault add --operation listInventory --status 503 --retry-after 2 --count 1');
  expect(added.out).toBe(
    'Added flt_1 for requests operation_id=listInventory count=1 status=503 retry_after=2. To remove it: gristmill fault clear flt_1\n',
  );
  const { response } = await mock.as('buyer').GET('/inventory');
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2']);
  expect((await gristmill('fault add --event bid.accepted --effect duplicate')).code).toBe(0);
  expect((await gristmill('fault list')).out.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
    'id fault matched applied',
    'flt_1 requests operation_id=listInventory count=1 status=503 retry_after=2 1 1',
    'flt_2 deliveries event=bid.accepted effect=duplicate 0 0',
    '',
  ]);
  expect((await gristmill('fault add --path /bids/bid_1 --status 503')).code).toBe(0);
  expect((await mock.as('buyer').GET('/bids/{id}', { params: { path: { id: 'bid_1' } } })).response.status).toBe(503);
  expect((await gristmill('fault list')).out).toContain('requests path=/bids/bid_1 status=503');
  expect((await gristmill('fault add --method GET --status 500 --code down --message Gone --probability 0.5')).code).toBe(0);
  expect((await gristmill('fault list')).out).toContain('requests method=GET probability=0.5 status=500 code=down');
  expect((await gristmill('fault add --effect drop')).out).toMatch(/^Added flt_5 for all requests effect=drop\. /);
  expect((await gristmill('fault clear flt_5')).code).toBe(0);
  expect((await gristmill('fault clear flt_4')).code).toBe(0);
  expect((await gristmill('fault clear flt_3')).code).toBe(0);
  expect((await gristmill('fault clear flt_1')).out).toBe('Removed flt_1.\n');
  expect((await gristmill('fault clear')).out).toBe('Removed 1 fault.\n');
});

test.each([
  ['--operation listInventry --status 503', 2, "--operation: 'listInventry' is unknown; did you mean listInventory?"],
  ['--event bid.acepted --effect drop', 2, "--event: 'bid.acepted' is unknown; did you mean bid.accepted?"],
  ['--operation placeBid --event bid.accepted', 2, '--operation: applies to requests, but another flag selects deliveries'],
  ['--json', 2, '--effect: is missing; use --effect, --status, or --latency'],
  ['--effect drop --as nobody', 2, 'gristmill: --as: must be buyer, rival, '],
  ['--effect dropp', 2, "gristmill: --effect: 'dropp' is unknown; did you mean drop?"],
  ['--effect duplicate', 2, 'gristmill: --effect: must be one of drop,'],
  ['--latency 20 --retry-after 5', 2, 'gristmill: --retry-after: '],
  ['--effect drop --code down', 2, 'gristmill: --code: '],
  ['--effect drop --message Gone', 2, 'gristmill: --message: '],
  ['--effect drop --probability 0', 2, "--probability: '0' is invalid; use a number from 0.001 to 1"],
  ['--status 200', 2, '--status'],
  ['--status 500 --path bids', 2, 'gristmill: --path: must begin with / or *'],
])('fault add %s', async (flags, code, message) => {
  const { gristmill } = await open();
  expect(await gristmill(`fault add ${flags}`)).toMatchObject({ code, complaint: expect.stringContaining(message) });
});

test('webhooks lists subscriptions and deliveries with their errors, and replays a delivery', async () => {
  const { mock, gristmill } = await open();
  expect((await gristmill('webhooks list')).out).toBe('There are no subscriptions.\n');
  let status = 400;
  await using receiver = await mock.webhooks.receiver({ events: ['trade.created'], respond: () => status });
  await makeTrade(mock);
  await receiver.next('trade.created');
  const failed = await mock.waitFor('delivery', { status: 'failed' }, { since: 0 });
  const [, row] = (await gristmill('webhooks list')).out.split('\n');
  expect(row).toMatch(/^buyer {2}whk_\w+ {2}active {2}http:.*\/webhooks {2}trade\.created$/);
  expect((await gristmill('webhooks deliveries --status failed')).out).toMatch(/trade\.created {2}failed {2}1 +400 after /);
  status = 204;
  expect((await gristmill(`webhooks replay ${failed.id}`)).out).toBe('Queued trade.created again, with the same event id.\n');
  expect((await receiver.next('trade.created')).id).toBe(receiver.received[0]?.id);
  await mock.waitFor('delivery', { status: 'delivered' }, { since: 0 });
  expect((await gristmill('webhooks deliveries --status delivered')).out).toMatch(/ delivered {2}1 \(redelivery\) /);
  expect((await gristmill('logs --kind delivery')).out).toMatch(/ attempt 1 .*400.*\n.* redelivery, attempt 1 /);
  expect(await gristmill('webhooks replay whd_none')).toMatchObject({ code: 2 });
  expect(await gristmill(`webhooks replay ${failed.id} --as nobody`)).toMatchObject({
    code: 2,
    complaint: expect.stringMatching(/^gristmill: --as: there is no such persona; use one of buyer, /),
  });
});

test('world creates, lists, saves, restores, resets, and deletes worlds', async () => {
  const { mock, gristmill } = await open();
  const created = JSON.parse((await gristmill('world create --seed 7 --lots 20 --json')).out);
  expect((await gristmill('world list')).out).toContain(`${mock.auth_url}/worlds/${created.id}`);
  expect((await gristmill('world snapshot first')).out).toBe('Took snap_1. To go back: gristmill world restore snap_1\n');
  await mock.clock.advance('1d');
  expect((await gristmill('world snapshots')).out).toContain('snap_1  first  2026-06-10 12:00:00Z');
  expect((await gristmill('world restore snap_1')).out).toBe('Restored snap_1. It is 2026-06-10 12:00:00Z.\n');
  expect((await gristmill('world restore first')).out).toBe('Restored snap_1. It is 2026-06-10 12:00:00Z.\n');
  expect(await gristmill('world restore second')).toMatchObject({
    code: 2,
    complaint: expect.stringContaining("<snapshot>: 'second' is neither the id nor the name of a snapshot"),
  });
  expect((await gristmill('world create --snapshot snap_1')).out).toMatch(/^Created world \w+\.\n/);
  expect((await gristmill('world reset')).code).toBe(0);
  expect((await gristmill(`world delete ${created.id}`)).out).toBe('Deleted 1 world.\n');
  expect(await gristmill(`world delete ${created.id}`)).toMatchObject({ code: 2 });
  expect(await gristmill('world create --lots 3')).toMatchObject({ code: 2, complaint: expect.stringContaining('--lots') });
  expect((await gristmill('world create --violate nope')).complaint).toContain("--violate: 'nope' is not a known violation");
});

test('wait prints an event, reports a timeout, and rejects an unknown field', async () => {
  const { mock, gristmill } = await open();
  await mock.as('expired').GET('/inventory');
  const found = await gristmill('wait request operation_id=listInventory status=401 --since 0');
  expect(found).toMatchObject({ code: 0, out: expect.stringContaining('401') });
  expect(await gristmill('wait request status=200 --since 0 --timeout 0')).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('status: is 401 in request 1, not 200'),
  });
  expect(await gristmill('wait request status=200 --timeout 0')).toMatchObject({
    code: 1,
    complaint:
      'gristmill: No request matched within 0 s. None was recorded after the call; to include earlier ones, pass --since 0.\n',
  });
  const unlike = await gristmill('wait request path=/v1/bids status=401 --since 0 --timeout 0s');
  expect(unlike.complaint).toMatch(
    /^gristmill: No request matched within 0 s\. The closest is request \d+, which differs in path\.\n {2}path: is "\/v1\/\S+" in request \d+, not "\/v1\/bids"\n/,
  );
  expect(await gristmill('wait request --timeout 2m')).toMatchObject({
    code: 2,
    complaint: "gristmill: --timeout: '2m' is invalid; use 0 to 60 whole seconds, or a duration such as 30s or 1m\n",
  });
  expect(await gristmill('wait event type=bid.acepted')).toMatchObject({
    code: 2,
    complaint: "gristmill: type: 'bid.acepted' is unknown; did you mean bid.accepted?\n",
  });
  expect(await gristmill('wait delivery stats=failed')).toMatchObject({
    code: 2,
    complaint: expect.stringContaining('delivery.stats: is not a known field; use seq, '),
  });
  expect(await gristmill('wait event type')).toMatchObject({
    code: 2,
    complaint: expect.stringContaining("'type' is not <name>=<value>"),
  });
});

test('logs prints the caller, the request, the response, and the reason for a refusal', async () => {
  const { mock, gristmill } = await open();
  const trade = await makeTrade(mock);
  await mock.as('rival').GET('/trades/{id}', { params: { path: { id: trade } } });
  await mock.as('reader').GET('/bids');
  await mock.as('seller_sandbox').GET('/me/farms');
  const lines = (await gristmill('logs')).out.trimEnd().split('\n');
  expect(lines.filter((line) => line.includes('◆')).map((line) => line.split('  ')[1])).toEqual([
    '◆ bid.received',
    '◆ bid.accepted',
    '◆ trade.created',
  ]);
  const refused = (await gristmill('logs --status 4xx')).out.trimEnd().split('\n');
  expect(refused).toHaveLength(2);
  expect(refused[0]).toMatch(
    /^2026-06-10 12:00:00Z {2}rival +GET +\/v1\/trades\/trd_\w+ +404 +\d+ ms {2}#\d+ {2}not_found: .* \(ERR-2\)$/,
  );
  expect(refused[1]).toMatch(/reader .* 403 .*insufficient_scope: .* \(AUTH-2\)$/);
  const [line = '', ...rest] = (await gristmill('logs --caller rival --method get --json')).out.trimEnd().split('\n');
  expect(rest).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({ kind: 'request', entry: { status: 404 } });
  const of_twin = (await gristmill('logs --caller seller_sandbox')).out;
  expect(of_twin).toMatch(/^\S+ \S+ {2}seller sandbox .* \/v1\/me\/farms .*\n$/);
  await exchange(mock.auth_url, 'not-a-code');
  expect((await gristmill('logs --status 400')).out).toMatch(
    /\(OAuth\) +POST +\/oauth\/token +400 +\d+ ms {2}#\d+ {2}invalid_grant: authorization code not found\n$/,
  );
  expect(await gristmill('logs --caller bob')).toMatchObject({
    code: 0,
    out: '',
    complaint: expect.stringMatching(/^gristmill: no entry matches; the callers so far are .*\brival\b/),
  });
  expect(await gristmill('logs --status 599')).toMatchObject({ code: 0, complaint: 'gristmill: no entry matches\n' });
  expect(await gristmill('logs --status 9')).toMatchObject({ code: 2 });
  expect(await gristmill('logs --kind event --caller rival')).toMatchObject({ code: 2 });
});

test('logs --seq prints a request with its headers and bodies, without secrets', async () => {
  const { mock, gristmill } = await open();
  const placed = await fetch(`${mock.base_url}/inventory/inv_none/bids`, {
    method: 'POST',
    headers: { Authorization: 'Bearer dev_buyer', 'Content-Type': 'application/json', 'Idempotency-Key': 'k-1' },
    body: '{"quantity_mt":5}',
  });
  expect(placed.status).toBe(404);
  expect((await gristmill('logs')).out).toMatch(/ms {2}#1 {2}not_found/);
  const { out } = await gristmill('logs --seq 1');
  expect(out).toMatch(
    /^2026-06-10 .* buyer .* #1 {2}not_found: .*\nHint: No record of this world has the id inv_none\.\n\nPOST \/v1\/inventory\/inv_none\/bids HTTP\/1\.1\n/,
  );
  expect(out).toMatch(/\nauthorization: Bearer \[redacted\]\n(?:[\w-]+: .*\n)*idempotency-key: k-1\n/);
  expect(out).toContain('\n\n{\n  "quantity_mt": 5\n}\n\nHTTP/1.1 404 Not Found\n');
  expect(out).toMatch(/\nContent-Type: application\/json.*\n(?:.*\n)*\n\{\n {2}"error": \{\n {4}"status": 404,/);
  expect(out).not.toContain('dev_buyer');
  expect(JSON.parse((await gristmill('logs --seq 1 --json')).out)).toMatchObject({ seq: 1, request_body: '{"quantity_mt":5}' });
  expect(await gristmill('logs --seq 9')).toMatchObject({
    code: 1,
    complaint: 'gristmill: The journal has no request 9. It keeps only the newest requests, and a reset empties it.\n',
  });
  expect(await gristmill('logs --seq one')).toMatchObject({ code: 2, complaint: expect.stringContaining('--seq: ') });
  expect(await gristmill('logs --seq 1 --follow')).toMatchObject({ code: 2 });
});

test('a missing mock, a missing admin token, and a missing address are reported with what to do', async () => {
  await using mock = await createMock({ lots: 20, admin_token: 'a-long-admin-token' });
  expect(await runHere('clock', 'show', '--mock', 'http://127.0.0.1:9')).toMatchObject({
    code: 2,
    complaint: 'gristmill: --mock: no mock responds at http://127.0.0.1:9; start one with gristmill mock\n',
  });
  expect(await runHere('clock', 'show', '--mock', 'localhost')).toMatchObject({
    code: 2,
    complaint: expect.stringContaining("--mock: 'localhost' is not an http address"),
  });
  expect(await runHere('clock', 'show', '--mock', mock.auth_url)).toMatchObject({
    code: 2,
    complaint: 'gristmill: --admin-token: is missing or wrong; set GRISTMILL_ADMIN_TOKEN to the admin token of the mock\n',
  });
  expect(await runHere('clock', 'show', '--mock', mock.auth_url, '--admin-token', 'a-long-admin-token')).toMatchObject({
    code: 0,
  });
});
