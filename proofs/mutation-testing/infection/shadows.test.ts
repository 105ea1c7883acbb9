import { expect, test } from 'vitest';
import { refuse } from '#mock/market/rules/refusal';
import type { ActionResult, Seams } from '#mock/mutations/seams';
import {
  afterAct,
  all,
  beforeAct,
  fieldsOf,
  onAnswer,
  onCaller,
  onFind,
  onKey,
  onTokenAnswer,
  onQuery,
  onRequest,
  onRequestFields,
  refusing,
  withoutEffect,
} from '#mock/mutations/violations/kit/index';
import { Alarm } from '#mock/ports/timer';
import type { TestMock } from '#mock/testing/open-mock';
import { bidBody, makeBid, makeLot, openTestMock } from '#mock/testing/open-mock';
import { Shadows } from './shadows.ts';

type Made = Partial<Seams> | (() => Partial<Seams>);

/** What each of them does when a bid is placed and read. */
const UNCHANGED: Readonly<Record<string, Made>> = {
  'does nothing': {},
  'makes the same response again': onAnswer('everywhere', (answer) => ({ ...answer, headers: { ...answer.headers } })),
  'changes another operation': onAnswer('listFarms', (answer) => ({ ...answer, status: 500 })),
  'writes the body in another order': onRequestFields('placeBid', (fields) =>
    Object.fromEntries(Object.entries(fields).toReversed()),
  ),
  'reads before and after the action': all(
    beforeAct('placeBid', async ({ db }) => {
      await db.selectFrom('bids').selectAll().execute();
    }),
    afterAct('placeBid', async ({ db }, { data }) => {
      const row = await db.selectFrom('bids').select('id').where('id', '=', data.id).executeTakeFirst();
      // It is there: this runs after the action, in its transaction.
      return row === undefined ? { data: { ...data, id: 'lost' } } : undefined;
    }),
  ),
  'finds with the same result': onFind('getBid', (found) => structuredClone(found)),
  'reads a list in another way, with the same result': {
    act: (call, subject, act, { operation_id }) =>
      operation_id === 'listBids' ? act({ ...call, path: { unused: '' } }, subject) : act(call, subject),
  },
  'counts up to ten': () => {
    let n = 0;
    return onAnswer('everywhere', (answer) => {
      n += 1;
      return n > 10 ? { ...answer, status: 500 } : answer;
    });
  },
  'waits in another operation': onRequest('listFarms', pauseShortly),
  'changes token responses': onTokenAnswer((answer) => ({ ...answer, status: 500 })),
};

const CHANGED: Readonly<Record<string, Made>> = {
  'changes a status': onAnswer('getBid', (answer) => ({ ...answer, status: 500 })),
  'changes a header': onAnswer('getBid', (answer) => ({ ...answer, headers: { ...answer.headers, 'X-One': '1' } })),
  refuses: refusing('placeBid', () => 'conflict'),
  'changes the body': onRequestFields('placeBid', (fields) => ({ ...fields, quantity_mt: 41 })),
  'changes the query': onQuery('listBids', (query) => {
    query.set('limit', '1');
  }),
  'changes the caller': onCaller('getBid', (caller) => ({ ...caller, team_id: 'tm_1' })),
  'changes the key': onKey((use) => ({ ...use, owner: '' })),
  'finds something else': onFind('getBid', () => refuse('not_found')),
  'counts up to two': () => {
    let n = 0;
    return onAnswer('everywhere', (answer) => {
      n += 1;
      return n > 2 ? { ...answer, status: 500 } : answer;
    });
  },
  'changes its arguments': onAnswer('getBid', (answer) => Object.assign(answer, { status: 500 })),
  throws: onAnswer('getBid', () => {
    throw new Error('on purpose');
  }),
  waits: onRequest('getBid', pauseShortly),
  'writes before the action': beforeAct('placeBid', async ({ db }) => {
    await db.updateTable('lots').set({ quantity_mt: 1 }).execute();
  }),
  'writes after the action': afterAct('placeBid', async ({ db }, { data }) => {
    await db.deleteFrom('bids').where('id', '=', data.id).execute();
  }),
  'undoes the action': withoutEffect('placeBid'),
  'skips the action': {
    act: (call, subject, act, { operation_id, incoming }) =>
      operation_id === 'placeBid' ? Promise.resolve({ data: fieldsOf(incoming) }) : act(call, subject),
  },
  'skips the second of two equal actions, with the same result': () => {
    let first: ActionResult | undefined;
    return {
      act: async (call, subject, act, { operation_id }) => {
        if (operation_id !== 'updateListing') return act(call, subject);
        first ??= await act(call, subject);
        return first;
      },
    };
  },
  'acts twice': {
    act: async (call, subject, act, { operation_id }) => {
      if (operation_id === 'placeBid') await act(call, subject);
      return act(call, subject);
    },
  },
  'acts as another caller': {
    act: (call, subject, act) => act({ ...call, caller: { ...call.caller, team_id: 'tm_1' } }, subject),
  },
  'changes the result': afterAct('placeBid', (_call, { data }) => ({ data: { ...data, quantity_mt: 41 } })),
  'uses the world': onAnswer('getBid', (answer, { world }) => ({
    ...answer,
    headers: { ...answer.headers, 'X-Secret': world.secrets('webhook') },
  })),
  'drops the events': { events: () => [] },
};

async function pauseShortly<Value>(value: Value): Promise<Value> {
  await new Promise<void>((resolve) => {
    new Alarm(resolve).set(15);
  });
  return value;
}

function shadow(t: TestMock, deviations: Readonly<Record<string, Made>>): Shadows {
  const shadows = new Shadows(Object.entries(deviations).map(([name, seams]) => ({ name, seams })));
  Object.defineProperty(t.mock.worlds.default, 'seams', { value: shadows.seams });
  return shadows;
}

/** Places a bid with a key, and reads it. Each response is validated against the document. */
async function placeAndRead(t: TestMock): Promise<unknown[]> {
  const lot = await makeLot(t);
  const headers = { 'Idempotency-Key': 'one' };
  const placed = await t.call('buyer', 'POST', `/inventory/${lot}/bids`, { body: bidBody(), headers });
  const read = await t.call('buyer', 'GET', `/bids/${placed.body.data.id}`);
  const listed = await t.call('buyer', 'GET', '/bids?limit=2');
  const change = { body: { quantity_mt: 90 } };
  const changed = await t.call('seller', 'PATCH', `/me/inventory/${lot}`, change);
  const unchanged = await t.call('seller', 'PATCH', `/me/inventory/${lot}`, change);
  return [placed.body, read.body, listed.body, changed.body, unchanged.body];
}

test('infected is what changes something, and the world stays clean', async () => {
  await using clean = await openTestMock({ seed: 'one' });
  await using shadowed = await openTestMock({ seed: 'one' });
  const shadows = shadow(shadowed, { ...UNCHANGED, ...CHANGED });
  shadows.endPreparations();
  const [due, found] = [await placeAndRead(clean), await placeAndRead(shadowed)];
  expect([...shadows.infected.keys()].toSorted()).toEqual(Object.keys(CHANGED).toSorted());
  const origins = [clean, shadowed].map(({ mock }) => mock.base_url);
  expect(JSON.stringify(found).replaceAll(origins[1] ?? '', '')).toBe(JSON.stringify(due).replaceAll(origins[0] ?? '', ''));
});

test('infections of preparations count apart, and say whether the world differs from then on', async () => {
  await using t = await openTestMock();
  const shadows = shadow(t, { ...UNCHANGED, ...CHANGED });
  const lot = await makeLot(t);
  const id = await makeBid(t, 'buyer', lot);
  await t.call('buyer', 'GET', `/bids/${id}`);
  const early = shadows.endPreparations();
  expect(early.get('changes a status')).toBe('visible');
  expect(early.get('finds something else')).toBe('visible');
  expect(early.get('changes the body')).toBe('lasting');
  expect(early.get('writes after the action')).toBe('lasting');
  expect(shadows.infected.size).toBe(0);
  await t.call('buyer', 'GET', `/bids/${id}`);
  expect([...shadows.infected.keys()]).toContain('changes a status');
  expect([...shadows.infected.keys()]).not.toContain('changes the body');
});

test('a token response that would change is seen, and stays as it is', async () => {
  await using t = await openTestMock();
  const shadows = shadow(t, UNCHANGED);
  shadows.endPreparations();
  const { status } = await fetch(t.mock.base_url.replace('/v1', '/oauth/token'), { method: 'POST' });
  expect(status).not.toBe(500);
  expect([...shadows.infected.keys()]).toEqual(['changes token responses']);
});
