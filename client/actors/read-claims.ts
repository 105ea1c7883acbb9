import { parseJson } from '../http/read-json.ts';
import { isObject } from '../json.ts';
import type { ActorSettings } from '../settings/settings.ts';

/**
 * What a JSON Web Token says about itself (RFC 7519, RFC 9068). Does not verify it. Most tokens are opaque and have no claims.
 * @param now_ms the time, in ms since 1970
 */
export function readClaims(token: string, now_ms: number): Pick<ActorSettings, 'scopes' | 'is_expired'> {
  const [, payload, signature] = token.split('.');
  if (payload === undefined || signature === undefined) return {};
  const claims = parseJson(Buffer.from(payload, 'base64url').toString('utf8'));
  if (!isObject(claims)) return {};
  const { scope, exp } = claims;
  return {
    ...(typeof scope === 'string' ? { scopes: scope.split(' ') } : {}),
    ...(typeof exp === 'number' && exp * 1_000 < now_ms ? { is_expired: true } : {}),
  };
}
