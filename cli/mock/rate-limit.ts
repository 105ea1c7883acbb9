import { hash } from 'node:crypto';
import { refuse } from '#mock/market/rules/refusal';
import { sendRefusal } from '#mock/server/http/respond';
import type { RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { isControl } from './is-control.ts';

const WINDOW_MS = 60_000;

/** So many requests a minute for each token, or for each address where there is none; more are refused with 429 (ERR-4). */
export function limitRate(requests_per_minute: number): RequestHandler {
  return rateLimit({
    windowMs: WINDOW_MS,
    limit: requests_per_minute,
    standardHeaders: 'draft-7',
    legacyHeaders: false,
    skip: (request) => isControl(request.path),
    keyGenerator: ({ headers, ip }) =>
      headers.authorization === undefined ? ipKeyGenerator(ip ?? '') : hash('sha256', headers.authorization),
    // Retry-After has been set by then.
    handler: (request, response) => {
      request.resume();
      sendRefusal(response, refuse('rate_limited'));
    },
  });
}
