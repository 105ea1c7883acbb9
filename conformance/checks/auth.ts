import type { Check } from '../check/check.ts';
import { CONFIGURED_CLIENTS_CHECKS } from './auth/configured-clients.ts';
import { JUST_EXPIRED_CHECKS } from './auth/just-expired.ts';
import { GRANTS_CHECKS } from './auth/grants.ts';
import { OAUTH_CHECKS } from './auth/oauth.ts';
import { SCOPES_CHECKS } from './auth/scopes.ts';
import { TEAMS_AND_TOKENS_CHECKS } from './auth/tokens.ts';

export const AUTH_CHECKS: readonly Check[] = [
  ...TEAMS_AND_TOKENS_CHECKS,
  ...JUST_EXPIRED_CHECKS,
  ...SCOPES_CHECKS,
  ...CONFIGURED_CLIENTS_CHECKS,
  ...OAUTH_CHECKS,
  ...GRANTS_CHECKS,
];
