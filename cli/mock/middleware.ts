/** The middleware that --cors and --rate-limit put before the API, but not before the control plane. */
import { unescape } from 'node:querystring';
import type { Worlds } from '#mock';
import { isRefusal, refuse } from '#mock/market/rules/refusal';
import { steadyEpochMs } from '#mock/ports/clock';
import { findCaller } from '#mock/server/http/authenticate';
import { sendRefusal } from '#mock/server/http/respond';
import cors from 'cors';
import type { Request, RequestHandler } from 'express';
import type { Store } from 'express-rate-limit';
import { MemoryStore, ipKeyGenerator, rateLimit } from 'express-rate-limit';

/** Whether a path belongs to the control plane or the dashboard of any world. */
function isControl(path: string): boolean {
  return /^\/(?:worlds\/[^/]*\/)?(?:$|(?:_gristmill|dashboard)(?:\/|$))/.test(path);
}

const PREFLIGHT_S = 600;

/** Lets web pages of any origin call the API with a token. */
export function allowOrigins(): RequestHandler {
  const allow = cors({
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
    exposedHeaders: ['Allow', 'Retry-After', 'WWW-Authenticate'],
    maxAge: PREFLIGHT_S,
  });
  return (request, response, next) => {
    if (isControl(request.path)) next();
    else allow(request, response, next);
  };
}

/**
 * ERR-4: limits the requests per minute of each caller. Requests without a valid token share the limit of their address.
 * @param findWorlds where callers are looked up; until it returns them, every request counts toward the limit of its address
 */
export function limitRate(requests_per_minute: number, findWorlds: () => Worlds | undefined): RequestHandler {
  return rateLimit({
    windowMs: 60_000,
    limit: requests_per_minute,
    standardHeaders: 'draft-7',
    legacyHeaders: false,
    store: createRateStore(findWorlds),
    skip: (request) => isControl(request.path),
    keyGenerator: async (request) => {
      const caller = await describeCaller(request, findWorlds());
      return caller ?? `address ${ipKeyGenerator(request.ip ?? '')}`;
    },
    // Retry-After is already set.
    handler: (request, response) => {
      request.resume();
      sendRefusal(response, refuse('rate_limited'));
    },
  });
}

/** Counts in the database where several processes serve the same worlds, and in memory elsewhere. */
function createRateStore(findWorlds: () => Worlds | undefined): Store {
  const memory = new MemoryStore();
  return {
    init: (options) => {
      memory.init(options);
    },
    increment: async (key) => {
      const rates = findWorlds()?.registry?.rates;
      // The database can be away. Then each process counts alone.
      const counted = await rates?.countInMinute(key).catch(() => undefined);
      if (counted === undefined) return memory.increment(key);
      return { totalHits: counted.hits, resetTime: new Date(steadyEpochMs() + counted.ends_in_ms) };
    },
    // express-rate-limit calls these only with `skipFailedRequests` or `skipSuccessfulRequests`, which are off.
    decrement: (key) => memory.decrement(key),
    resetKey: (key) => memory.resetKey(key),
    shutdown: () => {
      memory.shutdown();
    },
  };
}

/** The same text for all tokens of a user in a team; undefined without a valid token. */
async function describeCaller({ path, headers }: Request, worlds: Worlds | undefined): Promise<string | undefined> {
  const [, id] = /^\/worlds\/([^/]*)\//.exec(path) ?? [];
  // Unlike decodeURIComponent, this never throws.
  const world = await worlds?.find(id === undefined ? undefined : unescape(id));
  if (world === undefined || isRefusal(world)) return undefined;
  const caller = await findCaller(world, headers.authorization);
  if (caller === undefined) return undefined;
  return `caller ${JSON.stringify([world.id, caller.user_id ?? caller.client_id, caller.team_id])}`;
}
