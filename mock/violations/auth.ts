import {
  holderOf,
  lettingIn,
  onOauthAnswer,
  onOauthForm,
  onToken,
  personaAsCaller,
  violation,
  withoutScopes,
} from './kit/index.ts';
import type { Violation } from './violation.ts';

export const AUTH: readonly Violation[] = [
  violation(
    'AUTH-1/open-to-anybody',
    'Whoever sends no token is the developer buyer.',
    lettingIn('everywhere', ({ incoming }) => (incoming.authorization === undefined ? personaAsCaller('buyer') : undefined)),
  ),
  violation('AUTH-2/scopes-ignored', 'Every token may do everything.', withoutScopes('everywhere')),
  violation(
    'AUTH-4/no-refresh',
    'A refresh token is good for nothing.',
    onOauthAnswer('/oauth/token', (answer, { form }) =>
      form.get('grant_type') === 'refresh_token' ? { status: 400, text: '{"error":"unsupported_grant_type"}' } : answer,
    ),
  ),
  violation(
    'AUTH-5/machines-get-any-scope',
    'A client-credentials token has the scopes that were asked for, whatever they are.',
    onOauthForm('/oauth/token', (form) => {
      if (form.get('grant_type') === 'client_credentials') form.set('scope', 'inventory.read');
    }),
    onToken((token, { form }) => ({ ...token, scope: form.get('scope') ?? token['scope'] })),
  ),
  violation(
    'AUTH-15/expired-let-in',
    'An expired token is as good as another.',
    lettingIn('everywhere', ({ db, incoming }) => holderOf(db, incoming.authorization)),
  ),
];
