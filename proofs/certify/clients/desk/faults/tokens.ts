import * as oauth from 'openid-client';
import { discover, refresh, refreshOnce, tokenParts } from '../tokens.ts';
import { sleep } from '../wire.ts';
import { variations } from '../variation.ts';

export const TOKEN_MISTAKES = variations({
  'never-refreshes: Uses the access token until it fails, and stops.': {
    renew: () => Promise.reject(new Error('401: the token does not work')),
  },
  'refresh-in-parallel: Refreshes for each request that got 401, even if several do at the same time.': {
    renew: (desk) => refresh(desk),
  },
  'keeps-old-refresh-token: Keeps the first refresh token, although each refresh returns a new one.': {
    keepTokens: (desk, { access_token }) => {
      tokenParts.keepTokens(desk, { access_token });
    },
  },
  'forgets-tokens: Keeps rotated tokens in memory only, and starts with those of its environment again.': {
    keepTokens: ({ store }, { access_token, refresh_token }) => {
      // What is not enumerable is not saved.
      const hide = (value: string | undefined): PropertyDescriptor => ({
        value,
        enumerable: false,
        writable: true,
        configurable: true,
      });
      Object.defineProperty(store.state, 'access', hide(access_token));
      if (refresh_token !== undefined) Object.defineProperty(store.state, 'refresh', hide(refresh_token));
    },
  },
  'refresh-per-request: Gets a new access token before every request.': {
    tokenFor: async (desk) => {
      // One after another, so that the number of refreshes does not depend on how many requests come at once.
      const before = desk.refreshing?.catch(() => undefined);
      const own = (async (): Promise<void> => {
        await before;
        await refresh(desk);
      })();
      desk.refreshing = own;
      await own.finally(() => {
        if (desk.refreshing === own) desk.refreshing = undefined;
      });
      return desk.store.state.access ?? '';
    },
  },
  'refresh-until-it-works: Repeats a refresh that was refused, up to twenty times.': {
    renew: async (desk, failed) => {
      const current = desk.store.state.access ?? desk.settings.access_token;
      if (current !== failed) return;
      for (let attempt = 1; ; attempt += 1) {
        try {
          await refreshOnce(desk);
          return;
        } catch (error) {
          if (attempt === 20) throw error;
          await sleep(20);
        }
      }
    },
  },
  'asks-for-unused-scopes: Browses with client credentials, and asks for market.read, which it never uses.': {
    tokenFor: async (desk, request) =>
      request.method === 'GET' && new URL(request.url).pathname.endsWith('/inventory')
        ? readerToken('inventory.read market.read')
        : tokenParts.tokenFor(desk, request),
    renew: async (desk, failed) => {
      await discover(desk);
      await tokenParts.renew(desk, failed);
    },
  },
  'sandbox-token-left: Has a sandbox token in its code, left over from testing, and uses it instead of the configured one.': {
    tokenFor: () => Promise.resolve(process.env['DESK_TOKEN'] ?? 'dev_buyer_sandbox'),
    accepts: () => true,
  },
});

let reader: Promise<string> | undefined;

/** Drops the cached token for browsing if `token` is the cached one, so that the next request gets a new one. */
export async function forgetReaderToken(token: string): Promise<boolean> {
  const is_it = (await reader) === token;
  if (is_it) reader = undefined;
  return is_it;
}

/** A token for browsing, from client credentials of a second client. */
export function readerToken(scope: string): Promise<string> {
  reader ??= (async () => {
    const {
      MARKETPLACE_AUTH_URL = '',
      DESK_READER_ID = 'gristmill-reader',
      DESK_READER_SECRET = 'dev_secret_reader',
    } = process.env;
    // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning; a mock has no TLS
    const options = { execute: [oauth.allowInsecureRequests] };
    const server = await oauth.discovery(new URL(MARKETPLACE_AUTH_URL), DESK_READER_ID, DESK_READER_SECRET, undefined, options);
    return (await oauth.clientCredentialsGrant(server, { scope })).access_token;
  })();
  return reader;
}
