import type { Adapter } from 'oidc-provider';

function never(): Promise<never> {
  return Promise.reject(new Error('the authorization server must not call this method of its store'));
}

/** An adapter whose methods all reject. A store replaces those that oidc-provider calls with this configuration. */
export const REJECTING_ADAPTER: Adapter = {
  upsert: never,
  find: never,
  findByUid: never,
  findByUserCode: never,
  consume: never,
  destroy: never,
  revokeByGrantId: never,
};
