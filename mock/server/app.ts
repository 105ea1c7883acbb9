import type { RequestListener } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import express from 'express';
import { refuse } from '../market/rules/refusal.ts';
import { createOauth } from './oauth/index.ts';
import type { Worlds } from './world/worlds.ts';
import { NOTHING_HERE, createMarketplace } from './marketplace.ts';
import { sendRefusal } from './http/respond.ts';

export interface AppOptions {
  /** Called with what no refusal covers: a bug of ours, answered with 500 and no detail (ERR-4). */
  onError: (error: unknown) => void;
  /** Run before everything else: CORS, a rate limit. */
  before: readonly express.RequestHandler[];
  /** The control plane, at `/_gristmill` and `/worlds/{id}/_gristmill`. */
  control: express.RequestHandler;
  /** What a browser sees, at `/` and `/worlds/{id}/`. */
  front: express.RequestHandler;
}

/** The whole HTTP surface of the mock. */
export function createApp(worlds: Worlds, { onError, before, control, front }: AppOptions): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', false);
  app.set('case sensitive routing', true);
  const marketplace = createMarketplace((request) => worlds.find(request.params['world']));

  for (const handler of before) app.use(handler);
  app.use('/v1', marketplace);
  app.use('/worlds/:world/v1', marketplace);
  app.use('/_gristmill', control);
  app.use('/worlds/:world/_gristmill', control);
  app.use(['/oauth', '/.well-known', '/worlds/:world/oauth', '/worlds/:world/.well-known'], createOauth(worlds, onError));
  // With the slash at the end, as dashboard_url has it: an address without it is nothing's.
  app.get(/^\/(?:worlds\/(?<world>[^/]+)\/)?$/, front);
  app.use((request, response) => {
    request.resume();
    sendRefusal(response, NOTHING_HERE);
  });
  app.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    // The client went away before its body had come: nobody is there to be answered, and nothing went wrong on our side.
    if (request.readableAborted) return;
    request.resume();
    // CONV-6: Express could not decode the path.
    if (error instanceof URIError) {
      sendRefusal(response, refuse('malformed_request', { message: 'The path is not valid percent-encoded text.' }));
      return;
    }
    onError(error);
    sendRefusal(response, refuse('internal_error'));
  });
  return (request, response) => {
    // CONV-6: Express has a page of its own for what it finds no path in.
    if (isBrokenAddress(request.url ?? '')) sendRefusal(response, BROKEN_ADDRESS);
    else app(request, response);
  };
}

const BROKEN_ADDRESS = refuse('malformed_request', { message: 'The request target is an address that cannot be read.' });

/** RFC 9112, section 3.2.2: a client may send a whole address, which is one or is not. */
function isBrokenAddress(target: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(target) && !URL.canParse(target);
}
