/** Lifetimes in seconds of the world's clock (AUTH-8). */
export const LIFETIMES = {
  AccessToken: 3_600,
  ClientCredentials: 3_600,
  AuthorizationCode: 60,
  IdToken: 3_600,
  /** Since the last rotation. */
  RefreshToken: 30 * 86_400,
  /** A limit for rotating refresh tokens. */
  Grant: 365 * 86_400,
  Interaction: 600,
  Session: 86_400,
} as const;
