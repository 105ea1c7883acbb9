import {
  all,
  fieldsOf,
  findRow,
  findRows,
  idIn,
  idOfResource,
  onError,
  onKey,
  onRequest,
  onStatus,
  readJson,
  refusing,
  violations,
  withoutKey,
  type JsonObject,
  type Seams,
} from './kit/index.ts';
import { hash } from 'node:crypto';
import { personas } from '#fixtures/personas';
import type { Caller } from '../../server/http/call.ts';
import { isByGrades, racing } from './bids/deviations.ts';

/** Compares only a part of the bodies under an Idempotency-Key. @param part undefined compares the whole body */
export function comparingBodies(part: (fields: JsonObject) => unknown): Partial<Seams> {
  return onKey((_use, { incoming }) => {
    const compared = part(fieldsOf(incoming));
    return compared === undefined ? {} : { body_hash: hash('sha256', JSON.stringify(compared)) };
  });
}

/** Treats each request of some callers as one with a new key. */
function ignoringKeysOf(isAffected: (caller: Caller) => boolean): () => Partial<Seams> {
  return () => {
    let n = 0;
    return onKey(({ key }, { caller }) => {
      n += 1;
      return caller !== undefined && isAffected(caller) ? { key: `${key}#${n}` } : {};
    });
  };
}

const REPEATS = violations({
  'IDEM-1/key-required: POST /inventory/{id}/bids requires an Idempotency-Key.': refusing('placeBid', ({ incoming }) =>
    incoming.idempotency_key === undefined ? 'invalid_header' : undefined,
  ),
  'IDEM-1/key-refused: POST /inventory/{id}/bids rejects an Idempotency-Key.': refusing('placeBid', ({ incoming }) =>
    incoming.idempotency_key === undefined ? undefined : 'invalid_header',
  ),
  'IDEM-1/key-refused-by-grades: A multi-grade bid with an Idempotency-Key is rejected.': refusing('placeBid', ({ incoming }) =>
    incoming.idempotency_key !== undefined && isByGrades(fieldsOf(incoming)) ? 'invalid_header' : undefined,
  ),
  'IDEM-2/key-ignored: A repeat with the same key places another bid.': withoutKey('placeBid'),
  'IDEM-2/ignored-by-grades: A repeat of a multi-grade bid places another bid.': onRequest('placeBid', (incoming) =>
    isByGrades(fieldsOf(incoming)) ? { ...incoming, idempotency_key: undefined } : incoming,
  ),
  'IDEM-2/ignored-in-the-sandbox: A repeat with a sandbox token places another bid.': ignoringKeysOf(
    ({ livemode }) => livemode === 0,
  ),
  'IDEM-2/ignored-for-elevators: A repeat of a verified elevator places another bid.': ignoringKeysOf(
    ({ team_id }) => team_id === personas.elevator.team_id,
  ),
  'IDEM-2/ignored-for-the-second-team: A repeat by a team other than the first places another bid.': ignoringKeysOf(
    ({ team_id }) => team_id === personas.rival.team_id,
  ),
  'IDEM-2/answers-200: A repeat returns 200 instead of 201.': () => {
    const seen = new Set<string>();
    return {
      response: (response, { operation_id, incoming }) => {
        const { idempotency_key } = incoming;
        if (operation_id !== 'placeBid' || idempotency_key === undefined || response.status !== 201) return response;
        const is_repeat = seen.has(`${incoming.address} ${idempotency_key}`);
        seen.add(`${incoming.address} ${idempotency_key}`);
        return is_repeat ? { ...response, status: 200 } : response;
      },
    };
  },
  'IDEM-2/once-only: A key is forgotten after its first repeat.': () => {
    const counts = new Map<string, number>();
    return onKey(({ owner, path, key }) => {
      const name = `${owner} ${path} ${key}`;
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return { key: `${key}#${Math.floor(count / 2)}` };
    });
  },
  'IDEM-2/conflict: A repeat with the same body returns 409.': () => {
    let n = 0;
    return onKey(() => {
      n += 1;
      return { body_hash: String(n) };
    });
  },
  'IDEM-2/forgotten-when-answered: A key is forgotten once its bid is decided.': onKey(async (use, { db }) => {
    const kept = await findRows(db, 'idempotency_keys', { key: use.key });
    const bids = await Promise.all(kept.map(({ response }) => findRow(db, 'bids', { id: idOfResource(response) ?? '' })));
    const decided = bids.filter((bid) => bid !== undefined && bid.status !== 'pending');
    return decided.length === 0 ? use : { key: `${use.key}#${decided.length}` };
  }),
  'IDEM-2/keys-of-a-token: A key is forgotten when its token is refreshed.': onKey(({ owner }, { caller }) => ({
    owner: `${owner} ${caller?.token ?? ''}`,
  })),
  'IDEM-2/conflict-overwrites: A key keeps the body of a rejected request, so that a repeat of the first one returns 409.':
    () => {
      const bodies = new Map<string, string>();
      return onKey(({ owner, path, key, body_hash }) => {
        const name = `${owner} ${path} ${key}`;
        const last = bodies.get(name) ?? body_hash;
        bodies.set(name, body_hash);
        return last === body_hash ? {} : { body_hash: `${body_hash} after ${last}` };
      });
    },
  'IDEM-2/missing-once-unlisted: A repeat returns 404 after the listing was unlisted or archived.': onKey(
    async ({ key }, { db, incoming }) => {
      const lot = await findRow(db, 'lots', { id: idIn(incoming.path) });
      return lot === undefined || lot.status === 'listed' ? {} : { key: `${key}#${lot.status}` };
    },
  ),
});

const CONFLICTS = violations({
  'IDEM-3/any-body-is-the-same: A key with a different body returns the first response.': onKey(() => ({ body_hash: '' })),
  'IDEM-3/names-compared: Bodies are compared by their field names only.': comparingBodies((fields) =>
    Object.keys(fields).toSorted(),
  ),
  'IDEM-3/top-level-compared: Bodies are compared without nested values.': comparingBodies((fields) =>
    Object.entries(fields).filter(([, value]) => typeof value !== 'object'),
  ),
  'IDEM-3/known-fields-compared: Bodies are compared by price, quantity, and delivery only.': comparingBodies(
    ({ price, bids, quantity_mt, delivery }) => [price, bids, quantity_mt, delivery],
  ),
  'IDEM-3/whole-tonnes-compared: Bodies are compared with rounded numbers.': comparingBodies((fields) =>
    JSON.stringify(fields, (_, value: unknown) => (typeof value === 'number' ? Math.floor(value) : value)),
  ),
  'IDEM-3/status-422: A key with a different body returns 422 instead of 409.': onStatus('placeBid', 409, 422),
  'IDEM-3/body-is-part-of-the-key: A key with a different body places another bid.': onKey((use) => ({
    key: `${use.key}#${use.body_hash}`,
  })),
});

const RACES = violations({
  'IDEM-5/looked-up-too-early: Concurrent requests with one key each place a bid.': racing('placeBid', (overlap) =>
    onKey(({ key }, { incoming }) => ({ key: overlap.lateness(incoming) > 0 ? `${key}#${overlap.lateness(incoming)}` : key })),
  ),
  'IDEM-5/breaks: A concurrent request with the same key returns 500.': racing('placeBid', (overlap) =>
    refusing('placeBid', ({ incoming }) =>
      incoming.idempotency_key !== undefined && overlap.lateness(incoming) > 0 ? 'internal_error' : undefined,
    ),
  ),
  'IDEM-5/other-bodies-pass: Concurrent requests with one key and different bodies each place a bid.': racing(
    'placeBid',
    (overlap) =>
      onKey(({ key, body_hash }, { incoming }) => ({ key: overlap.lateness(incoming) > 0 ? `${key}#${body_hash}` : key })),
  ),
});

const TEAMS = violations({
  "IDEM-7/keys-of-all-teams: A key that another team used returns that team's bid.": onKey(() => ({ owner: '' })),
  "IDEM-7/conflict-reveals-the-bid: A key that another team used returns 409 with that team's bid.": all(
    onKey((use) => ({ owner: '', body_hash: use.owner + use.body_hash })),
    onError('placeBid', 'idempotency_conflict', async (error, { db, incoming }) => {
      const kept = await findRow(db, 'idempotency_keys', { key: incoming.idempotency_key ?? '' });
      return { ...error, original: readJson(kept?.response ?? '') };
    }),
  ),
});

export const IDEMPOTENCY = [...REPEATS, ...CONFLICTS, ...RACES, ...TEAMS];
