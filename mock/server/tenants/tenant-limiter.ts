/** Limits the requests of tenants on a shared mock: finds the tenant of a request, and starts the request when it is its turn. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { unescape } from 'node:querystring';
import { Alarm } from '../../ports/timer.ts';
import type { OutgoingResponse } from '../http/respond.ts';
import { makeRefusalResponse, send } from '../http/respond.ts';
import { refuse as makeRefusal } from '../../market/rules/refusal.ts';
import { isSameSecret } from '../http/same-secret.ts';
import { worldOfToken } from '../http/world-token.ts';
import type { ProcessState } from '../process-state.ts';
import type { QuotaName, Quotas } from '../quotas.ts';
import { explainQuota, refuseQuota } from '../quotas.ts';
import type { Worlds } from '../world/worlds.ts';
import type { Refused } from './admission.ts';
import { Admission } from './admission.ts';
import type { Spend } from './shared-rate.ts';
import { createSharedSpend } from './shared-rate.ts';
import type { Tenants } from './tenants.ts';

/** The maximum number of concurrent requests of all tenants together. */
const TOTAL_MAX = 64;
/** How many requests of a tenant can wait, per request that can run. */
const WAITING_PER_RUNNING = 8;
/** The delay of a refusal, in ms. */
const REFUSAL_DELAY_MS = 500;
/** The maximum number of delayed refusals per key. Above it, connections are closed without a response. */
const REFUSALS_WAITING_MAX = 64;

/** The key of requests without a tenant: redeemed invitations, invalid tokens, paths without a world. */
const VISITORS = 'visitors';
const OPERATOR = 'operator';
/** The key of requests to the default world, which belongs to the operator. */
const DEFAULT = 'default';

/** Streams and waits stay open for as long as the client wants, so they have a separate limit and skip the queue. */
const LASTING = /\/_gristmill\/(?:stream|wait)(?:[?#]|$)/;
const WORLD = /^\/worlds\/([^/?]*)\//;
const BEARER = /^Bearer +(\S+) *$/i;

/** Calls `proceed` when the request can begin. Never rejects. */
export type TenantLimiter = (request: IncomingMessage, response: ServerResponse, proceed: () => void) => Promise<void>;
type Enter = (request: IncomingMessage, response: ServerResponse, key: string, proceed: () => void) => void;

interface TenantLimiterOptions {
  worlds: Worlds;
  tenants: Tenants;
  admin_token: string;
  quotas: Quotas;
  state: ProcessState;
}

export function createTenantLimiter(options: TenantLimiterOptions): TenantLimiter {
  const { quotas, state } = options;
  const admission = new Admission({
    requests_per_second: quotas.requests_per_second,
    concurrent: quotas.concurrent_requests,
    waiting: quotas.concurrent_requests * WAITING_PER_RUNNING,
    total: TOTAL_MAX,
  });
  state.queue = admission;
  const lasting = new Map<string, number>();
  const refuse = createRefuse(state);
  const enterLasting: Enter = (request, response, key, proceed) => {
    if ((lasting.get(key) ?? 0) >= quotas.streams) {
      refuse(request, response, key, 'streams', makeRefusalResponse(refuseQuota('streams', quotas.streams)));
      return;
    }
    countOpen(lasting, key, response);
    proceed();
  };
  const enter: Enter = (request, response, key, proceed) => {
    const full = admission.enter(key, (leave) => {
      response.once('close', leave);
      // The client may have disconnected while it waited.
      if (response.destroyed) leave();
      else proceed();
    });
    if (full !== undefined) refuse(request, response, key, full.limit, makeLimitResponse(full, quotas));
  };
  const spend = createSpend(options, admission);
  return async (request, response, proceed) => {
    const key = keyOf(request, options);
    if (key === OPERATOR) {
      proceed();
      return;
    }
    const { refused, remaining } = await spend(key);
    // The client may have disconnected in the meantime.
    if (response.destroyed) return;
    response.setHeader('RateLimit-Policy', `${quotas.requests_per_second};w=1`);
    response.setHeader('RateLimit', `limit=${quotas.requests_per_second}, remaining=${remaining}, reset=1`);
    if (refused !== undefined) refuse(request, response, key, refused.limit, makeLimitResponse(refused, quotas));
    else if (LASTING.test(request.url ?? '')) enterLasting(request, response, key, proceed);
    else enter(request, response, key, proceed);
  };
}

type Refuse = (
  request: IncomingMessage,
  response: ServerResponse,
  key: string,
  limit: QuotaName,
  reply: OutgoingResponse,
) => void;

/** Refusals are sent late, so that a client that retries immediately cannot keep the process busy. */
function createRefuse(state: ProcessState): Refuse {
  const late = new Map<string, number>();
  return (request, response, key, limit, reply) => {
    state.countRefused(limit);
    request.resume();
    if ((late.get(key) ?? 0) >= REFUSALS_WAITING_MAX) {
      response.destroy();
      return;
    }
    countOpen(late, key, response);
    new Alarm(() => {
      if (!response.destroyed) send(response, reply);
    }).set(REFUSAL_DELAY_MS);
  };
}

/** Returns a function that counts a request toward the rate limit: in this process, or in all processes that serve the same worlds. */
function createSpend({ worlds, quotas }: TenantLimiterOptions, admission: Admission): Spend {
  const alone: Spend = (key) => {
    const refused = admission.spend(key);
    return Promise.resolve({ refused, remaining: admission.remaining(key) });
  };
  const { registry } = worlds;
  return registry === undefined ? alone : createSharedSpend(registry.rates, quotas.requests_per_second, alone);
}

/** Counts a response until it is closed. */
function countOpen(counts: Map<string, number>, key: string, response: ServerResponse): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
  response.once('close', () => {
    const left = (counts.get(key) ?? 0) - 1;
    if (left > 0) counts.set(key, left);
    else counts.delete(key);
  });
}

function makeLimitResponse({ limit, retry_after_seconds }: Refused, quotas: Quotas): OutgoingResponse {
  const headers = { 'Retry-After': String(Math.max(1, retry_after_seconds)) };
  return makeRefusalResponse(makeRefusal('rate_limited', { message: explainQuota(limit, quotas[limit]), headers }));
}

/** The world that the path or the access token of a request names. */
export function worldIdOf({ url = '', headers: { authorization } }: IncomingMessage): string | undefined {
  const named = WORLD.exec(url)?.[1];
  // Unlike decodeURIComponent, this never throws.
  return named === undefined ? worldOfToken(authorization) : unescape(named);
}

/** The rate-limit key of a request: the id of the tenant that its token or its world belongs to, or one of the keys above. */
function keyOf(request: IncomingMessage, { worlds, tenants, admin_token }: TenantLimiterOptions): string {
  const { url = '', headers } = request;
  const { authorization } = headers;
  const token = BEARER.exec(authorization ?? '')?.[1] ?? '';
  if (isSameSecret(token, admin_token)) return OPERATOR;
  // The token takes precedence over the world, so that a tenant cannot use up the rate of another one.
  const known = tenants.idOf(token);
  if (known !== undefined) return known;
  const world_id = worldIdOf(request);
  const tenant_id = world_id === undefined ? undefined : worlds.get(world_id)?.options.tenant_id;
  if (tenant_id !== undefined) return tenant_id;
  return url.startsWith('/v1/') ? DEFAULT : VISITORS;
}
