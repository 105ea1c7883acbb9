import * as oauth from 'openid-client';
import { ApiFailure, type Desk, type Parts } from './desk.ts';

type Configuration = oauth.Configuration;
const discovered = new WeakMap<Desk, Promise<Configuration>>();

/** The authorization server, read once. */
export function discover(desk: Desk): Promise<Configuration> {
  const { auth_url, client_id, client_secret } = desk.settings;
  const known = discovered.get(desk);
  if (known !== undefined) return known;
  // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning; a mock has no TLS
  const options = { execute: [oauth.allowInsecureRequests] };
  const found = oauth.discovery(
    new URL(auth_url),
    client_id,
    client_secret,
    client_secret === undefined ? oauth.None() : undefined,
    options,
  );
  discovered.set(desk, found);
  found.catch(() => discovered.delete(desk));
  return found;
}

/** Refreshes once, and keeps the new tokens. */
export async function refresh(desk: Desk): Promise<void> {
  const { state } = desk.store;
  const refresh_token = state.refresh ?? desk.settings.refresh_token;
  if (refresh_token === undefined) throw signInAgain('there is no refresh token');
  const configuration = await discover(desk);
  try {
    desk.parts.keepTokens(desk, await oauth.refreshTokenGrant(configuration, refresh_token));
  } catch (error) {
    // The grant is gone, and asking again does not bring it back.
    if (error instanceof oauth.ResponseBodyError) throw signInAgain(error.error);
    throw error;
  }
}

/** Refreshes, or waits for the refresh in progress. */
export async function refreshOnce(desk: Desk): Promise<void> {
  desk.refreshing ??= refresh(desk).finally(() => {
    desk.refreshing = undefined;
  });
  await desk.refreshing;
}

function signInAgain(reason: string): ApiFailure {
  return new ApiFailure({ status: 401, code: 'unauthenticated', message: `Sign in again: ${reason}` });
}

export const tokenParts: Pick<Parts, 'tokenFor' | 'renew' | 'keepTokens'> = {
  tokenFor: async (desk) => {
    const token = desk.store.state.access ?? desk.settings.access_token;
    if (token !== undefined) return token;
    await desk.parts.renew(desk, '');
    return desk.store.state.access ?? '';
  },
  renew: async (desk, failed) => {
    const current = desk.store.state.access ?? desk.settings.access_token;
    // Another request has refreshed in the meantime.
    if (current !== undefined && current !== failed) return;
    await refreshOnce(desk);
  },
  keepTokens: (desk, { access_token, refresh_token }) => {
    desk.store.state.access = access_token;
    // The old one is used up.
    if (refresh_token !== undefined) desk.store.state.refresh = refresh_token;
    desk.store.save();
  },
};
