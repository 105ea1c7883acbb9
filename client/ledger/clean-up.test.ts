import { expect, test } from 'vitest';
import { TransportFault } from '../replies/findings.ts';
import { Redactor } from '../redaction/redactor.ts';
import { cleanUp, listIrrevocable, type CleanUpResult } from './clean-up.ts';
import type { CreateIntent } from './ledger.ts';
import { openLedger, type RunLedger } from './open-ledger.ts';
import type { Send } from './undo.ts';

/** Responses by `actor METHOD path`; 404 elsewhere. */
function fakeTarget(responses: Record<string, number | [number, unknown]> = {}): { send: Send; sent: string[] } {
  const sent: string[] = [];
  const send: Send = async (actor, method, path, body) => {
    await Promise.resolve();
    if (actor === 'partner_sandbox' || actor === 'user by code') return undefined;
    const key = `${actor} ${method} ${path}`;
    sent.push(body === undefined ? key : `${key} ${JSON.stringify(body)}`);
    const response = responses[key] ?? responses[`${actor} ${method} ${path.split('?')[0]}`] ?? 404;
    const [status, json] = typeof response === 'number' ? [response, {}] : response;
    return { status, json };
  };
  return { send, sent };
}

type Made = Partial<CreateIntent> & { kind: string; id?: string };

function ledgerOf(...records: Made[]): RunLedger {
  const ledger = openLedger(undefined, { base_url: 'http://x', marker: 'seed7' });
  const redactor = new Redactor();
  for (const { id, kind, actor = 'seller', path = '', body } of records) {
    const entry = ledger.begin({ kind, actor, path, body }, redactor);
    if (id !== undefined) entry.made(id);
  }
  return ledger;
}

async function clean(
  ledger: RunLedger,
  responses: Record<string, number | [number, unknown]> = {},
): Promise<CleanUpResult & { sent: string[] }> {
  const { send, sent } = fakeTarget(responses);
  return { ...(await cleanUp(ledger, send)), sent };
}

const page = (...items: object[]): [number, unknown] => [200, { items }];

test('it deletes a webhook, archives a listing, and deactivates a cash bid', async () => {
  const ledger = ledgerOf(
    { kind: 'webhook', id: 'whk_1', actor: 'buyer' },
    { kind: 'listing', id: 'inv_1' },
    { kind: 'cash_bid', id: 'cb_1', actor: 'elevator' },
  );
  const { sent, gone, kept, left } = await clean(ledger, {
    'buyer DELETE /webhooks/whk_1': 200,
    'seller DELETE /me/inventory/inv_1': 200,
    'elevator PATCH /cash-bids/cb_1': 200,
  });
  expect(sent.toSorted()).toEqual([
    'buyer DELETE /webhooks/whk_1',
    'elevator PATCH /cash-bids/cb_1 {"is_active":false}',
    // No bid of the run is on it, so the clean-up does not list its bids.
    'seller DELETE /me/inventory/inv_1',
  ]);
  expect([gone, kept, left, ledger.open]).toEqual([3, [], [], []]);
});

test('BID-29 it rejects the bids on a listing of the run before it archives the listing', async () => {
  const ledger = ledgerOf(
    { kind: 'listing', id: 'inv_1' },
    { kind: 'bid', id: 'bid_1', actor: 'buyer', path: '/inventory/inv_1/bids' },
    { kind: 'bid', actor: 'rival', path: '/inventory/inv_1/bids' },
  );
  const { sent, gone } = await clean(ledger, {
    'seller GET /me/inventory/inv_1/bids': page({ id: 'bid_1' }, { id: 'bid_2' }),
    'seller DELETE /me/inventory/inv_1': 200,
  });
  expect(sent).toEqual([
    'seller GET /me/inventory/inv_1/bids?status=pending&limit=50',
    'seller POST /bids/bid_1/reject',
    'seller POST /bids/bid_2/reject',
    'seller DELETE /me/inventory/inv_1',
  ]);
  expect([gone, ledger.open]).toEqual([3, []]);
});

test('a listing that cannot be archived stays, with its bids', async () => {
  const ledger = ledgerOf(
    { kind: 'listing', id: 'inv_1' },
    { kind: 'bid', id: 'bid_1', actor: 'buyer', path: '/inventory/inv_1/bids' },
  );
  const { left } = await clean(ledger, { 'seller DELETE /me/inventory/inv_1': 500 });
  expect(left.toSorted()).toEqual([
    'a bid of buyer: its listing was not removed: bid_1',
    'a listing of seller: the response was 500: inv_1',
  ]);
  expect(ledger.open).toHaveLength(2);
});

test("BID-18 it rejects a bid on another seller's lot as the bidder, and a counter as its recipient", async () => {
  const foreign = { kind: 'bid', id: 'bid_1', actor: 'buyer', path: '/inventory/inv_9/bids' };
  const { sent, left } = await clean(ledgerOf(foreign), { 'buyer POST /bids/bid_1/reject': 403 });
  expect([sent, left]).toEqual([
    ['buyer POST /bids/bid_1/reject'],
    ['a bid of buyer: no actor could reject it: the last response, to buyer, was 403: bid_1'],
  ]);
  const counter = { kind: 'bid', id: 'bid_2', actor: 'seller', path: '/bids/bid_1/counter' };
  const second = await clean(ledgerOf(foreign, counter), {
    'buyer POST /bids/bid_2/reject': 200,
    'buyer POST /bids/bid_1/reject': 422,
  });
  expect(second.sent.toSorted()).toEqual(['buyer POST /bids/bid_1/reject', 'buyer POST /bids/bid_2/reject']);
  expect(second.gone).toBe(2);
});

test('SBX-6 it rejects a simulated bid as the seller', async () => {
  const ledger = ledgerOf({
    kind: 'bid',
    id: 'bid_1',
    actor: 'seller',
    path: '/sandbox/simulate-event',
    body: '{"event":"bid.received"}',
  });
  const { sent, gone } = await clean(ledger, { 'seller POST /bids/bid_1/reject': 200 });
  expect([sent, gone]).toEqual([['seller POST /bids/bid_1/reject'], 1]);
});

test('records that cannot be removed are reported by kind, before and after, and closed', async () => {
  const farms = Array.from({ length: 7 }, (_, i): Made => ({ kind: 'farm', id: `farm_${i}` }));
  const ledger = ledgerOf(...farms, { kind: 'trade', id: 'trd_1', actor: 'buyer' }, { kind: 'user', actor: 'seller_sandbox' });
  expect(listIrrevocable(ledger).toSorted()).toEqual([
    '7 farms of seller: cannot be deleted: farm_0, farm_1, farm_2, farm_3, farm_4 and 2 more',
    'a trade of buyer: cannot be deleted: trd_1',
    'a user of seller_sandbox: cannot be deleted',
  ]);
  const { kept, sent } = await clean(ledger);
  expect([kept.length, sent, ledger.open]).toEqual([3, [], []]);
});

test('records of one kind are one line, with the actors that created them, whatever the scopes of their tokens', () => {
  const actors = ['seller', 'buyer', 'seller with bids.write', 'seller'];
  const ledger = ledgerOf(...actors.map((actor, i): Made => ({ kind: 'trade', id: `trd_${i}`, actor })));
  expect(listIrrevocable(ledger)).toEqual([
    expect.stringMatching(/^4 trades of (seller, buyer|buyer, seller): cannot be deleted: trd_\d, /),
  ]);
});

test('a missing record counts as removed; a missing token, a missing response, and a refusal leave it for another try', async () => {
  expect((await clean(ledgerOf({ kind: 'webhook', id: 'whk_1' }))).gone).toBe(1);
  const orphan = ledgerOf({ kind: 'webhook', id: 'whk_1', actor: 'partner_sandbox' });
  expect((await clean(orphan)).left).toEqual(['a webhook of partner_sandbox: there is no token for partner_sandbox: whk_1']);
  expect(orphan.open).toHaveLength(1);
  const of_extra_actor = ledgerOf({ kind: 'webhook', id: 'whk_1', actor: 'user by code' });
  expect((await clean(of_extra_actor)).kept).toEqual([
    'a webhook of user by code: only that run had the token of user by code: whk_1',
  ]);
  expect(of_extra_actor.open).toHaveLength(0);
  const broken: Send = async () => Promise.reject(new TransportFault('the target is down'));
  const { left } = await cleanUp(ledgerOf({ kind: 'listing', id: 'inv_1' }, { kind: 'webhook', path: '/webhooks' }), broken);
  expect(left.toSorted()).toEqual([
    'a listing of seller: no response: the target is down: inv_1',
    'a webhook of seller: no response: the target is down',
  ]);
});

const URL_BODY = '{"url":"http://127.0.0.1/mailbox-7f3a"}';

test('a webhook without a recorded id is found by its url, and no other one is changed', async () => {
  const ledger = ledgerOf({ kind: 'webhook', actor: 'buyer', body: URL_BODY });
  const { sent, gone } = await clean(ledger, {
    'buyer GET /webhooks': page(
      { id: 'whk_1', url: 'http://127.0.0.1/other' },
      { id: 'whk_2', url: 'http://127.0.0.1/mailbox-7f3a' },
    ),
    'buyer DELETE /webhooks/whk_2': 200,
  });
  expect(sent).toEqual(['buyer GET /webhooks?limit=50&offset=0', 'buyer DELETE /webhooks/whk_2']);
  expect(gone).toBe(1);
});

const LISTING_BODY = JSON.stringify({ farm_id: 'farm_1', quantity_mt: 120 });
const alike = { id: 'inv_8', farm: { id: 'farm_1' }, quantity_mt: 120, status: 'listed' };

test('a listing without a recorded id is found on a farm of the run, or by the marker in its variety', async () => {
  const on_own_farm = ledgerOf(
    { kind: 'farm', id: 'farm_1' },
    { kind: 'listing', id: 'inv_1' },
    { kind: 'listing', body: LISTING_BODY },
  );
  const first = await clean(on_own_farm, {
    'seller GET /me/inventory': page({ ...alike, id: 'inv_1' }, alike, { ...alike, id: 'inv_9', farm: { id: 'farm_2' } }),
    'seller DELETE /me/inventory/inv_8': 200,
    'seller DELETE /me/inventory/inv_1': 200,
  });
  expect(first.sent.filter((line) => line.includes('DELETE')).toSorted()).toEqual([
    'seller DELETE /me/inventory/inv_1',
    'seller DELETE /me/inventory/inv_8',
  ]);
  const marked = ledgerOf({ kind: 'listing', body: JSON.stringify({ farm_id: 'farm_1', variety: 'AAC seed7' }) });
  const second = await clean(marked, {
    'seller GET /me/inventory': page({ ...alike, variety: 'AAC Brandon' }, { ...alike, id: 'inv_7', variety: 'AAC seed7' }),
    'seller DELETE /me/inventory/inv_7': 200,
  });
  expect(second.sent.filter((line) => line.includes('DELETE'))).toEqual(['seller DELETE /me/inventory/inv_7']);
});

test('a similar record is reported and never changed', async () => {
  const ledger = ledgerOf(
    { kind: 'listing', body: LISTING_BODY },
    { kind: 'bid', actor: 'buyer', path: '/inventory/inv_9/bids', body: '{"quantity_mt":10}' },
    { kind: 'cash_bid', actor: 'elevator', body: '{"quantity_mt":500}' },
  );
  const { sent, kept } = await clean(ledger, {
    'seller GET /me/inventory': page(alike),
    'buyer GET /bids': page(
      { id: 'bid_5', inventory_id: 'inv_9', quantity_mt: 10 },
      { id: 'bid_6', inventory_id: 'inv_3', quantity_mt: 10 },
    ),
    'elevator GET /cash-bids': page({ id: 'cb_5', quantity_mt: 500 }),
  });
  expect(sent.filter((line) => !line.includes(' GET '))).toEqual([]);
  expect(kept.toSorted()).toEqual([
    'a bid of buyer: may have been created, and may be one of bid_5: check them manually',
    'a cash bid of elevator: may have been created, and may be one of cb_5: check them manually',
    'a listing of seller: may have been created, and may be one of inv_8: check them manually',
  ]);
});

test('a record that exists nowhere was never created; if it cannot be looked for, it stays in the ledger', async () => {
  const lost: Made = { kind: 'webhook', actor: 'buyer', body: URL_BODY };
  expect(await clean(ledgerOf(lost), { 'buyer GET /webhooks': page() })).toMatchObject({ gone: 1, kept: [], left: [] });
  expect((await clean(ledgerOf(lost), { 'buyer GET /webhooks': 403 })).left).toEqual([
    'a webhook of buyer: may have been created, but could not be searched for: GET /webhooks returned 403',
  ]);
});

test('PAGE-14 a list that takes no offset is read once; any other list is read to its end', async () => {
  const many = Array.from({ length: 50 }, (_, i) => ({ id: `whk_${i}`, url: `http://127.0.0.1/${i}` }));
  const { sent } = await clean(ledgerOf({ kind: 'webhook', actor: 'buyer', body: URL_BODY }), {
    'buyer GET /webhooks': page(...many),
  });
  expect(sent).toHaveLength(2);
  const paged = await clean(ledgerOf({ kind: 'webhook', actor: 'buyer', body: URL_BODY }), {
    'buyer GET /webhooks?limit=50&offset=0': page(...many),
    'buyer GET /webhooks?limit=50&offset=40': page({ id: 'whk_99', url: 'http://127.0.0.1/mailbox-7f3a' }),
    'buyer DELETE /webhooks/whk_99': 200,
  });
  expect(paged.sent.at(-1)).toBe('buyer DELETE /webhooks/whk_99');
});

test.each([400, 422])('CONV-7 a list that rejects the paging parameters with %d is read without them', async (status) => {
  const { gone } = await clean(ledgerOf({ kind: 'webhook', actor: 'buyer', body: URL_BODY }), {
    'buyer GET /webhooks?limit=50&offset=0': status,
    'buyer GET /webhooks': page({ id: 'whk_2', url: 'http://127.0.0.1/mailbox-7f3a' }),
    'buyer DELETE /webhooks/whk_2': 200,
  });
  expect(gone).toBe(1);
});

test('a record whose id was withheld is found by its other fields, or reported as left', async () => {
  const made = { kind: 'webhook', actor: 'buyer', path: '/webhooks', is_withheld: true, id: undefined };
  const record = { ...made, number: 1, body: '{"url":"http://127.0.0.1:9/inbox/4f7a"}' };
  const lost = { ...made, number: 2, body: '{"url":"http://127.0.0.1:9/$TOKEN_BUYER"}' };
  const settled: number[] = [];
  const ledger: RunLedger = {
    ...ledgerOf(),
    header: { gristmill_ledger: 1, base_url: 'http://x', marker: 'seed7', started_at: '' },
    open: [record, lost],
    all: [record, lost],
    settle: ({ number }) => settled.push(number),
  };
  const { gone, kept, sent } = await clean(ledger, {
    'buyer GET /webhooks': page({ id: 'tok_Live', url: 'http://127.0.0.1:9/inbox/4f7a' }),
    'buyer DELETE /webhooks/tok_Live': 204,
  });
  expect([gone, settled.toSorted()]).toEqual([1, [1, 2]]);
  expect(kept).toEqual([expect.stringMatching(/^a webhook of buyer: .* was not recorded, .*: look for it manually$/)]);
  expect(sent).toContain('buyer DELETE /webhooks/tok_Live');
});
