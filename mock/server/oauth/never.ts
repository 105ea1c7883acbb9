/** What oidc-provider never asks of a store of that kind, in the configuration we give it. */
export function never(): Promise<never> {
  return Promise.reject(new Error('the authorization server does not need this of its store'));
}
