import type { Request, Response } from 'express';
import { DatabaseFileError } from '../../market/store/engine/database-error.ts';
import { isRefusal } from '../../market/rules/refusal.ts';
import { originOf } from '../http/link.ts';
import { readBody } from '../http/read-body.ts';
import { NO_WORLD, sendRefusal } from '../http/respond.ts';
import { readTarget } from '../http/target.ts';
import type { RequestWorlds } from '../ports.ts';
import { INTERACTION_PATH } from './configuration.ts';
import { PROVIDER_HEADERS } from './pages/html.ts';
import { serveInteraction } from './interaction.ts';
import { journalFailure } from './journal-failure.ts';
import { Providers } from './providers.ts';
import { replayRequest } from './replay-request.ts';
import { isPage, isUnavailable, sendUnavailable } from './unavailable.ts';
import { watchTokenRequest } from './watch-token-request.ts';

export type ServeOauth = (request: Request, response: Response) => Promise<void>;

/** Serves the authorization servers of all worlds. */
export function createOauthRouter(worlds: RequestWorlds, onError: (error: unknown) => void): ServeOauth {
  const providers = new Providers(onError);
  const serve: ServeOauth = async (request, response) => {
    const id = request.params['world'];
    const world = await worlds.find(id);
    const bytes = await readBody(request);
    if (isRefusal(world)) {
      sendRefusal(response, world);
      return;
    }
    if (isRefusal(bytes)) {
      sendRefusal(response, bytes);
      return;
    }
    // Each world has its own issuer, its auth_url.
    const prefix = typeof id === 'string' ? `/worlds/${id}` : '';
    const issuer = `${originOf(request, world.options.public_url)}${prefix}`;
    const { path: target, search } = readTarget(request);
    const rest = target.slice(prefix.length);
    const served = await world.lock.share(async () => {
      await world.runDue();
      const server = await providers.find(world, issuer);
      const body = bytes.toString('utf8');
      const form = new URLSearchParams(request.method === 'GET' ? search : body);
      watchTokenRequest(world, rest, request, response, body);
      const context = { world, path: rest, form };
      for (const [name, value] of Object.entries(PROVIDER_HEADERS)) response.setHeader(name, value);
      const replay = replayRequest(request, issuer, await world.seams.oauth_request({ path: rest, search, bytes }, context));
      journalFailure(world, request, response, { copy: replay, body });
      if (rest.startsWith(`${INTERACTION_PATH}/`)) {
        const uid = rest.slice(INTERACTION_PATH.length + 1);
        await serveInteraction({ world, issuer, server, request: replay, response, uid, body });
      } else await server.provider.callback()(replay, world.seams.oauth_response(response, context));
      return true;
    });
    if (served === undefined) sendRefusal(response, NO_WORLD);
  };
  return async (request, response) => {
    try {
      await serve(request, response);
    } catch (error) {
      if (!isUnavailable(error) || response.headersSent) throw error;
      // The guard has already reported errors of the other class.
      if (error instanceof DatabaseFileError) onError(error);
      request.resume();
      sendUnavailable(response, isPage(readTarget(request).path));
    }
  };
}
