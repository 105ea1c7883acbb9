/** Explains why the marketplace refused a request: the rule, its clause, and what would have worked. */
import {
  type ErrorCode,
  type ErrorObject,
  type Operation,
  BID_MACHINE,
  ERRORS,
  OFFER_MACHINE,
  OPERATIONS,
  scopesOf,
} from '#spec';
import { z } from 'zod';
import { closestName } from '#spec/closest-name';
import type { Explanation, Hint } from '../../../wire.ts';
import type { Row } from '../../../market/records/tables.ts';
import type { JournalEntry } from '../../journal/journal.ts';
import type { World } from '../../world/world.ts';
import { refuse } from '../../../market/rules/refusal.ts';
import { type Revocation, findRevocation } from '../../../market/store/deletion/revoke-tokens.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { redactEntry } from '../endpoint/redact.ts';
import { findPrivateRecord } from '../market/private-records.ts';

type Search = (world: World, entry: JournalEntry, operation: Operation) => Promise<readonly Hint[]> | readonly Hint[];

const SEARCHES: Partial<Record<ErrorCode, Search>> = {
  not_found: findHidden,
  unauthenticated: findToken,
  insufficient_scope: findScopes,
  no_team: () => [{ text: 'Tokens of the seller and the reader have no team. Use the token of a buyer, such as dev_buyer.' }],
  validation_failed: findFields,
  invalid_filter: findParameters,
  idempotency_conflict: findSameKey,
  bid_not_pending: findState,
  conflict: findState,
  delivery_not_failed: findState,
};

/** @returns null if the request succeeded, or if its response is not an Error object */
async function explainRefusal(world: World, entry: JournalEntry): Promise<Explanation | null> {
  const error = readError(entry.response_body);
  if (entry.status < 400 || error === undefined) return null;
  const operation = findOperation(entry.operation_id);
  // Cast: the code is in our catalog, unless a fault set it.
  const code = Object.hasOwn(ERRORS, error.code) ? (error.code as ErrorCode) : undefined;
  const search = code === undefined ? undefined : SEARCHES[code];
  return {
    code: error.code,
    clause: entry.clause ?? 'ERR-4',
    operation_clauses: operation?.clauses ?? [],
    rule: code === undefined ? 'An injected fault produced this response.' : ERRORS[code].message,
    message: error.message,
    fields: error.errors ?? [],
    near_misses: operation === undefined ? [] : ((await search?.(world, entry, operation)) ?? []),
  };
}

function readError(text: string): ErrorObject['error'] | undefined {
  try {
    // Cast: every refusal is an Error object (ERR-1), unless a fault changed it.
    const error = (JSON.parse(text) as Partial<ErrorObject> | null)?.error;
    // RFC 6749, section 5.2: the authorization server sends a text.
    return typeof error === 'object' ? error : undefined;
  } catch {
    return undefined;
  }
}

function findOperation(id: string): Operation | undefined {
  return Object.entries<Operation>(OPERATIONS).find(([name]) => name === id)?.[1];
}

function idsOf({ path }: JournalEntry): readonly string[] {
  return (path.split('?')[0] ?? '').split('/').filter((part) => /^[a-z]+_[\da-z]+$/.test(part) || /^\d+$/.test(part));
}

/** The record may exist: 404 also hides what the caller may not see. */
async function findHidden(world: World, entry: JournalEntry): Promise<readonly Hint[]> {
  const hints: Hint[] = [];
  for (const id of idsOf(entry)) {
    const found = await findPrivateRecord(world.store.reader, id);
    if (found === undefined) hints.push({ text: `No record of this world has the id ${id}.` });
    else hints.push({ id, text: `${id} exists: ${describeRecord(found.kind, found.record)}. This caller may not see it.` });
  }
  return hints;
}

function describeRecord(kind: string, record: object): string {
  const parts: string[] = [];
  if ('status' in record) parts.push(`status ${String(record.status)}`);
  if ('livemode' in record) parts.push(record.livemode === 1 ? 'live' : 'in the sandbox');
  if ('expires_at' in record && typeof record.expires_at === 'string') parts.push(`expires ${record.expires_at}`);
  return `${kind.replace('_', ' ')}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
}

function tokenIn({ request_headers }: JournalEntry): string | undefined {
  return /^Bearer +(\S+)/i.exec(request_headers.authorization ?? '')?.[1];
}

function readToken({ store, options }: World, token: string): Promise<Row<'tokens'> | undefined> {
  return store.reader.selectFrom('tokens').selectAll().where('token', '=', options.vault.digest(token)).executeTakeFirst();
}

async function findToken(world: World, entry: JournalEntry): Promise<readonly Hint[]> {
  const token = tokenIn(entry);
  if (token === undefined) return [{ text: 'The request has no header "Authorization: Bearer <token>".' }];
  const row = await readToken(world, token);
  if (typeof row?.expires_at === 'string') return [{ text: `The token expired at ${row.expires_at}.` }];
  const revocation = await findRevocation(world.store.reader, world.options.vault, token);
  if (revocation !== undefined) return [await describeRevocation(world, revocation)];
  const rows = await world.store.reader.selectFrom('tokens').select('token').where('token', 'like', 'dev_%').execute();
  const known = rows.map((one) => one.token);
  const nearest = closestName(token, known);
  return [{ text: nearest === undefined ? 'No token of this world is similar.' : `Did you mean ${nearest}?` }];
}

/** How oidc-provider describes it. */
const SECOND_USE = /^invalid_grant: .*already (?:used|consumed)/;

/** AUTH-8: also names the request to the token endpoint that used a code or a refresh token twice. */
async function describeRevocation({ journal }: World, { at, reason }: Revocation): Promise<Hint> {
  const text = `The token was revoked at ${at}, because ${reason}.`;
  const entries = await journal.read();
  const [cause, next] = entries.filter((one) => one.at >= at && SECOND_USE.test(one.oauth_error ?? ''));
  // On a frozen clock, several can have the same time.
  if (cause === undefined || cause.at === next?.at || !reason.endsWith('used twice')) return { text };
  return { seq: cause.seq, text: `${text} That was request ${cause.seq}.` };
}

async function findScopes(world: World, entry: JournalEntry, operation: Operation): Promise<readonly Hint[]> {
  const row = await readToken(world, tokenIn(entry) ?? '');
  const held = row?.scopes.split(' ') ?? [];
  const needed = scopesOf(operation);
  const missing = needed.filter((scope) => !held.includes(scope));
  const is_any = 'any' in operation.scopes;
  // The refusal's message tells what else the caller lacks.
  if (missing.length === 0 || (is_any && missing.length < needed.length)) return [];
  return [{ text: `The token lacks ${missing.join(is_any ? ' or ' : ' and ')}.` }];
}

function findFields(_world: World, { response_body }: JournalEntry, { body }: Operation): readonly Hint[] {
  const known = body?.schema instanceof z.ZodObject ? Object.keys(body.schema.shape) : [];
  const errors = readError(response_body)?.errors ?? [];
  return errors.flatMap(({ field }) => {
    const nearest = known.includes(field) ? undefined : closestName(field, known);
    return nearest === undefined ? [] : [{ text: `${field}: did you mean ${nearest}?` }];
  });
}

function findParameters(_world: World, { path }: JournalEntry, { query }: Operation): readonly Hint[] {
  const known = Object.keys(query);
  const given = [...new URLSearchParams(path.split('?')[1] ?? '').keys()];
  return given
    .filter((name) => !known.includes(name))
    .map((name) => {
      const nearest = closestName(name, known);
      return { text: nearest === undefined ? `${name} is not among ${known.join(', ')}.` : `${name}: did you mean ${nearest}?` };
    });
}

async function findSameKey({ journal }: World, entry: JournalEntry): Promise<readonly Hint[]> {
  const use = keyUseOf(entry);
  const entries = await journal.read();
  // IDEM-8: a request that failed used no key.
  const first = entries.find((one) => one.seq < entry.seq && one.status < 400 && keyUseOf(one) === use);
  const key = String(entry.request_headers['idempotency-key']);
  return first === undefined ? [] : [{ seq: first.seq, text: `Request ${first.seq} used the key ${key} first.` }];
}

/** IDEM-4: a key belongs to a team, or to a user without a team, and to a path. */
function keyUseOf({ actor, path, request_headers }: JournalEntry): string {
  const { livemode, team_id, user_id } = actor ?? {};
  return JSON.stringify([livemode, team_id ?? user_id, path.split('?')[0], request_headers['idempotency-key']]);
}

/** The current state of the record, and the actions that it allows. */
async function findState(world: World, entry: JournalEntry): Promise<readonly Hint[]> {
  const hints: Hint[] = [];
  for (const id of idsOf(entry)) {
    const found = await findPrivateRecord(world.store.reader, id);
    if (found === undefined || !('status' in found.record)) continue;
    const status = String(found.record.status);
    hints.push({ id, text: `The ${found.kind.replace('_', ' ')} is ${status}.${describeActions(found.kind, status)}` });
  }
  return hints;
}

function describeActions(kind: string, status: string): string {
  const machine = { bid: BID_MACHINE, offer: OFFER_MACHINE }[kind];
  if (machine === undefined) return '';
  const actions = machine.filter(({ from }) => from === status).map(({ action }) => action);
  return actions.length === 0 ? ' No more actions are possible.' : ` Possible: ${actions.join(', ')}.`;
}

export const REQUEST_DETAIL = [
  controlOperation('get', '/requests/{seq}', {
    summary: 'Read one request of the journal, and why it was refused',
    description: '`why` is null unless the marketplace refused the request. It may name records that the caller may not see.',
    act: async ({ world, path: { seq = '' } }) => {
      const entry = (await world.journal.read()).find((one) => String(one.seq) === seq);
      if (entry === undefined) {
        return refuse('not_found', {
          message: `The journal has no request ${seq}. It keeps only the newest requests, and a reset empties it.`,
        });
      }
      return { ...redactEntry(entry), why: await explainRefusal(world, entry) };
    },
  }),
];
