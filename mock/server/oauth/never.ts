/** For methods of a store that oidc-provider never calls with this configuration. */
export function never(): Promise<never> {
  return Promise.reject(new Error('the authorization server must not call this method of its store'));
}
