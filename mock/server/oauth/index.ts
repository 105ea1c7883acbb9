import type { RequestHandler } from 'express';
import { readTarget } from '../http/target.ts';
import type { RequestWorlds } from '../ports.ts';
import type { ServeOauth } from './router.ts';

/** The paths of the authorization server below auth_url. */
const PATHS: readonly RegExp[] = [
  /^\/oauth\/(?:authorize|authorize\/[\w-]+|token|revoke|userinfo|jwks|interaction\/[\w-]+)$/,
  /^\/\.well-known\/(?:openid-configuration|oauth-authorization-server)$/,
];

/** The authorization servers of all worlds. Loads oidc-provider at the first request to an OAuth path, so that the mock starts faster. */
export function createOauth(worlds: RequestWorlds, onError: (error: unknown) => void): RequestHandler {
  let loaded: Promise<ServeOauth> | undefined;
  return async (request, response, next) => {
    const path = readTarget(request).path.replace(/^\/worlds\/[^/]+(?=\/)/, '');
    if (!PATHS.some((pattern) => pattern.test(path))) {
      next();
      return;
    }
    loaded ??= import('./router.ts').then(({ createOauthRouter }) => createOauthRouter(worlds, onError));
    const serve = await loaded;
    await serve(request, response);
  };
}
