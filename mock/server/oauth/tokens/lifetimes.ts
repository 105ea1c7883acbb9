/** How long what the authorization server gives out is good for, in seconds of the world's clock (AUTH-8). */
export const LIFETIMES = {
  AccessToken: 3_600,
  ClientCredentials: 3_600,
  AuthorizationCode: 60,
  IdToken: 3_600,
  /** Since its last rotation. */
  RefreshToken: 30 * 86_400,
  /** However often its refresh tokens rotate. */
  Grant: 365 * 86_400,
  Interaction: 600,
  Session: 86_400,
} as const;
