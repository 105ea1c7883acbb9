import type { Check } from '../check/check.ts';
import { LENT_SCOPES } from './auth/lent-scopes.ts';
import { OAUTH } from './auth/oauth.ts';
import { SCOPES } from './auth/scopes.ts';
import { STRANGE_TOKENS } from './auth/strange-tokens.ts';
import { TEAMS_AND_TOKENS } from './auth/tokens.ts';

export const AUTH: readonly Check[] = [...TEAMS_AND_TOKENS, ...SCOPES, ...LENT_SCOPES, ...OAUTH, ...STRANGE_TOKENS];
