import { OAUTH_VIOLATED } from './auth/oauth.ts';
import { SCOPES_VIOLATED } from './auth/scopes.ts';
import { TOKENS_VIOLATED } from './auth/tokens.ts';

export const AUTH = [...TOKENS_VIOLATED, ...SCOPES_VIOLATED, ...OAUTH_VIOLATED];
