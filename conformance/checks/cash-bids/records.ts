import { check, type Check } from '../../check/check.ts';
import type { Query, Reply, JsonObject } from '#client';
import {
  ensureSuccess,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  findItem,
  isInOwnList,
  isInOwnListSoon,
  isObject,
  rejectedFixture,
  awaitListed,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { formatQuery } from '../inventory/format-query.ts';
import { CASH_BID_NEEDS, expectHidden, findOffer, makeOffer } from './make-offer.ts';

const UNKNOWN_ID = 'cb_000000000000000000000000';

/** The elevator's cash bids. */
export const CASH_BID_RECORDS_CHECKS: readonly Check[] = [
  check('CB-1/list', "GET /cash-bids returns a page of the elevator's cash bids", ['elevator'], async (t) => {
    const reply = await t.elevator.get('/cash-bids', { units: 'MT' });
    expectSuccess(reply);
    for (const item of reply.items) item.get('id').string();
    reply.body.get('total').integer();
  }),
  check('CB-1/lists-new', 'GET /cash-bids lists a new cash bid', CASH_BID_NEEDS, async (t) => {
    const made = await t.arrange.cashBid();
    expectThat(await isInOwnListSoon(t.elevator, '/cash-bids', made.id), {
      message: 'GET /cash-bids does not list a new cash bid.',
      expected: made.id,
    });
  }),
  check('CB-2/create', 'POST /cash-bids returns 201 and the cash bid', CASH_BID_NEEDS, async (t) => {
    const reply = await t.elevator.post('/cash-bids', await t.arrange.cashBidBody());
    // The body comes from the configuration, so a rejection is a setup problem.
    if (reply.status === 422) throw rejectedFixture('cash_bid_body', reply);
    expectStatus(reply, 201);
    reply.data.get('id').text();
  }),
  check('CB-2/invalid', 'POST /cash-bids with an invalid body returns 422', CASH_BID_NEEDS, async (t) => {
    const body = await t.arrange.cashBidBody();
    const refused = await t.elevator.post('/cash-bids', withWrongValues(body));
    // 400 is tolerated here (OP-3).
    if (refused.status === 400) t.observe('POST /cash-bids with an invalid body returns 400');
    else expectRefusal(refused, 422, { code: 'validation_failed' });
    const twin = await t.elevator.post('/cash-bids', body);
    if (twin.status === 422) throw rejectedFixture('cash_bid_body', twin);
    ensureSuccess(twin);
  }),
  check('CB-2/scope', 'POST /cash-bids requires cashbids.write', ['reader', 'writes'], async (t) => {
    expectMissingScope(t, await t.reader.post('/cash-bids', {}));
  }),
  check('CB-3/update', 'PATCH /cash-bids/{id} changes a cash bid', [...CASH_BID_NEEDS, 'fixture:cash_bid_patch'], async (t) => {
    const made = await t.arrange.cashBid();
    const patch = t.run.settings.fixtures.cash_bid_patch ?? {};
    const reply = await t.elevator.patch(encodePath`/cash-bids/${made.id}`, patch);
    expectStatus(reply, 200);
    reply.data.get('id').is(made.id);

    if (!('is_active' in patch)) reply.data.get('is_active').is(made.reply.data.get('is_active').value);
    // The document does not state the fields of a cash bid. Where the first reply had the value of the request, later replies must have the new value.
    const later = await t.elevator.patch(encodePath`/cash-bids/${made.id}`);
    for (const [pointer, value] of leavesOf(patch)) {
      const shown = valueAt(made.reply.data.value, pointer);
      if (shown === undefined || shown !== valueAt(made.body, pointer)) continue;
      for (const { data } of [reply, later]) {
        const now = valueAt(data.value, pointer);
        expectThat(now === value, {
          message: `PATCH /cash-bids/{id} did not change ${pointer.join('.')}.`,
          reply: data.reply,
          expected: JSON.stringify(value),
          observed: now,
        });
      }
    }
  }),
  check(
    'CB-3/leaves-the-rest',
    'PATCH /cash-bids/{id} without is_active leaves it unchanged',
    [...CASH_BID_NEEDS, 'fixture:cash_bid_patch'],
    async (t) => {
      const { id } = await t.arrange.cashBid();
      await deactivate(t, id);
      const { is_active: _, ...patch } = t.run.settings.fixtures.cash_bid_patch ?? {};
      for (const body of [patch, {}]) {
        const reply = await t.elevator.patch(encodePath`/cash-bids/${id}`, body);
        ensureSuccess(reply);
        reply.data.get('is_active').is(false);
      }
    },
  ),
  check('CB-3/others-stay', 'PATCH /cash-bids/{id} changes only that cash bid', CASH_BID_NEEDS, async (t) => {
    const [one, other] = [await t.arrange.cashBid(), await t.arrange.cashBid()];
    const before = await awaitListed(async () => isActive(t, other.id), t.signal);
    if (before === undefined) t.unverifiable('GET /cash-bids does not show whether a cash bid is active');
    await deactivate(t, one.id);
    expectThat((await isActive(t, other.id)) === before, {
      message: 'PATCH /cash-bids/{id} changed is_active of another cash bid.',
      observed: other.id,
    });
  }),
  check(
    'CB-3/unknown',
    'PATCH /cash-bids/{id} of a cash bid that does not exist returns 404',
    ['elevator', 'writes'],
    async (t) => {
      expectRefusal(await t.elevator.patch(encodePath`/cash-bids/${UNKNOWN_ID}`), 404, { code: 'not_found' });
    },
  ),
  check('CB-3/scope', 'PATCH /cash-bids/{id} requires cashbids.write', ['reader', 'writes'], async (t) => {
    expectMissingScope(t, await t.reader.patch(encodePath`/cash-bids/${UNKNOWN_ID}`, {}));
  }),
  check(
    'CB-3/invalid',
    'PATCH /cash-bids/{id} with an invalid body returns 422',
    [...CASH_BID_NEEDS, 'fixture:cash_bid_patch'],
    async (t) => {
      const made = await t.arrange.cashBid();
      const patch = t.run.settings.fixtures.cash_bid_patch ?? {};
      if (Object.keys(patch).length === 0) t.unverifiable('fixtures.cash_bid_patch changes nothing', 'fixtures.cash_bid_patch');
      const refused = await t.elevator.patch(encodePath`/cash-bids/${made.id}`, withWrongValues(patch));
      expectRefusal(refused, 422, { code: 'validation_failed' });
      ensureSuccess(await t.elevator.patch(encodePath`/cash-bids/${made.id}`, patch));
    },
  ),
  check('CB-11/is-active', 'A cash bid has a public id and the boolean is_active', CASH_BID_NEEDS, async (t) => {
    const made = await t.arrange.cashBid();
    made.reply.data.get('is_active').boolean();
    const page = await t.elevator.get('/cash-bids', { limit: 50 });
    expectSuccess(page);
    for (const item of page.items) {
      item.get('id').text();
      item.get('is_active').boolean();
    }
  }),
  check('CB-12/no-body', 'PATCH /cash-bids/{id} without a body returns 200', CASH_BID_NEEDS, async (t) => {
    const made = await t.arrange.cashBid();
    const reply = await t.elevator.patch(encodePath`/cash-bids/${made.id}`);
    expectStatus(reply, 200);
    reply.data.get('id').is(made.id);
    reply.data.get('is_active').is(made.reply.data.object()['is_active']);
  }),
  check(
    'CB-13/another-s',
    "Another elevator's cash bids and offers return 404 and are not listed",
    ['elevator', 'rival', 'writes', 'fixture:cash_bid_body'],
    async (t) => {
      const made = await t.arrange.cashBid();
      await isInOwnListSoon(t.elevator, '/cash-bids', made.id);
      const list = await t.rival.get('/cash-bids', { limit: 50 });
      // A team without an elevator may get an error or an empty list.
      if (list.status === 200) {
        const { commodity } = made.body;
        const queries: readonly Query[] = [
          {},
          { is_active: made.reply.data.find('is_active')?.value !== false },
          ...(typeof commodity === 'string' ? [{ commodity }] : []),
        ];
        for (const query of queries) {
          const how = Object.keys(query).length === 0 ? '' : `?${formatQuery(query)}`;
          expectThat(!(await isInOwnList(t.rival, '/cash-bids', made.id, query)), {
            message: `GET /cash-bids${how} lists another elevator's cash bid.`,
            observed: made.id,
          });
        }
      }
      await expectHidden(t, 'PATCH', (id) => encodePath`/cash-bids/${id}`, made.id);
      await expectHidden(t, 'GET', (id) => encodePath`/cash-bids/${id}/offers`, made.id);
      ensureSuccess(await t.elevator.patch(encodePath`/cash-bids/${made.id}`));
    },
  ),
  check(
    'CB-13/another-s-inactive',
    "Another elevator's inactive cash bid returns 404",
    ['elevator', 'rival', 'writes', 'fixture:cash_bid_body'],
    async (t) => {
      const made = await t.arrange.cashBid();
      await deactivate(t, made.id);
      await expectHidden(t, 'PATCH', (id) => encodePath`/cash-bids/${id}`, made.id);
    },
  ),
  check(
    'CB-4/inactive',
    'The offers of a cash bid can still be read when it is no longer active',
    [...CASH_BID_NEEDS, 'hook:make_offer'],
    async (t) => {
      const offer = await makeOffer(t);
      await findOffer(t, offer);
      await deactivate(t, offer.cash_bid_id);
      const reply = await t.elevator.get(encodePath`/cash-bids/${offer.cash_bid_id}/offers`);
      expectStatus(reply, 200);
    },
  ),
  check('CB-8/shape', 'Reports the keys of a cash bid', CASH_BID_NEEDS, async (t) => {
    t.observe(`keys of a cash bid: ${Object.keys((await t.arrange.cashBid()).reply.data.object()).join(', ')}`);
  }),
  check('CB-15/unknown-status', 'Reports the response to an unknown status filter of offers', CASH_BID_NEEDS, async (t) => {
    const made = await t.arrange.cashBid();
    const { status } = await t.elevator.get(encodePath`/cash-bids/${made.id}/offers`, { status: 'nonsense' });
    t.observe(`?status=nonsense returns ${status}`);
  }),
];

/** @throws Unverifiable if `is_active` cannot be changed: the body of PATCH is not shown */
async function deactivate(t: CheckContext, id: string): Promise<void> {
  const reply = await t.elevator.patch(encodePath`/cash-bids/${id}`, { is_active: false });
  const shown = reply.is_success ? reply.data.find('is_active')?.value : undefined;
  if (shown !== false) t.unverifiable(`PATCH /cash-bids/{id} does not take is_active (status ${reply.status})`);
}

async function isActive(t: CheckContext, id: string): Promise<unknown> {
  const item = await findItem(t.elevator, '/cash-bids', {}, (one) => one.get('id').value === id);
  return item?.find('is_active')?.value;
}

/** A client-credentials token has neither the scope nor a team, and the order of validation is open. */
function expectMissingScope(t: CheckContext, reply: Reply): void {
  expectStatus(reply, 403, 400, 404, 422);
  if (reply.status !== 403)
    t.unverifiable(
      'the target rejects a client-credentials token for another reason before it checks the scopes',
      'hooks.mint_token',
    );
  expectRefusal(reply, 403, { code: 'insufficient_scope' });
}

/** A body in which no value has a valid type. */
export function withWrongValues(body: JsonObject): Record<string, unknown> {
  return Object.fromEntries(Object.keys(body).map((key) => [key, { nonsense: true }]));
}

type Leaf = readonly [pointer: readonly string[], value: unknown];

/** The leaves of a body: every value that is not an object, with its path. */
function leavesOf(value: unknown, path: readonly string[] = []): readonly Leaf[] {
  if (!isObject(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((here, key) => (isObject(here) ? here[key] : undefined), value);
}
