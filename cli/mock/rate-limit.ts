import { unescape } from 'node:querystring';
import type { Worlds } from '#mock';
import { refuse } from '#mock/market/rules/refusal';
import { findCaller } from '#mock/server/http/authenticate';
import { sendRefusal } from '#mock/server/http/respond';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { isControl } from './is-control.ts';

const WINDOW_MS = 60_000;

/**
 * ERR-4: limits the requests a minute of each caller. Requests without a valid token count against the address that they come from.
 * @param findWorlds where callers are looked up; until it answers, every request counts against its address
 */
export function limitRate(requests_per_minute: number, findWorlds: () => Worlds | undefined): RequestHandler {
  return rateLimit({
    windowMs: WINDOW_MS,
    limit: requests_per_minute,
    standardHeaders: 'draft-7',
    legacyHeaders: false,
    skip: (request) => isControl(request.path),
    keyGenerator: async (request) => {
      const caller = await describeCaller(request, findWorlds());
      return caller ?? `address ${ipKeyGenerator(request.ip ?? '')}`;
    },
    // Retry-After has been set by then.
    handler: (request, response) => {
      request.resume();
      sendRefusal(response, refuse('rate_limited'));
    },
  });
}

/** The same for all tokens of a user in a team, however they are written; undefined without a valid token. */
async function describeCaller({ path, headers }: Request, worlds: Worlds | undefined): Promise<string | undefined> {
  const [, id] = /^\/worlds\/([^/]*)\//.exec(path) ?? [];
  // Unlike decodeURIComponent, it takes any text.
  const world = id === undefined ? worlds?.default : worlds?.get(unescape(id));
  if (world === undefined) return undefined;
  const caller = await findCaller(world, headers.authorization);
  if (caller === undefined) return undefined;
  return `caller ${JSON.stringify([world.id, caller.user_id ?? caller.client_id, caller.team_id])}`;
}
