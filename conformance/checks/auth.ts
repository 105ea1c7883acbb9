import type { Check } from '../check/check.ts';
import { CONFIGURED_CLIENTS } from './auth/configured-clients.ts';
import { JUST_EXPIRED } from './auth/just-expired.ts';
import { OAUTH } from './auth/oauth.ts';
import { SCOPES } from './auth/scopes.ts';
import { TEAMS_AND_TOKENS } from './auth/tokens.ts';

export const AUTH: readonly Check[] = [...TEAMS_AND_TOKENS, ...JUST_EXPIRED, ...SCOPES, ...CONFIGURED_CLIENTS, ...OAUTH];
