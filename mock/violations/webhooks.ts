import { insteadOfRefusal, onResource, violation, withoutEffect } from './kit/index.ts';
import type { Violation } from './violation.ts';

export const WEBHOOKS: readonly Violation[] = [
  violation(
    'WHK-5/missing-is-deleted',
    'A subscription that is not there, or is of another team, is said to be deleted.',
    insteadOfRefusal('deleteWebhook', 'not_found', ({ incoming }) => ({ data: { deleted: true, id: incoming.path['id'] } })),
  ),
  violation(
    'WHK-12/secrets-listed',
    'The list of subscriptions has their secrets.',
    onResource('listWebhooks', async (hook, { db }) => ({
      ...hook,
      ...(await db.selectFrom('subscriptions').select('secret').where('id', '=', hook.id).executeTakeFirst()),
    })),
  ),
  violation('WHK-13/deleted-goes-on', 'A subscription that was deleted is still there.', withoutEffect('deleteWebhook')),
];
