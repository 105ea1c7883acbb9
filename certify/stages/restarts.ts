/** What a client must still know after a restart: its rotated tokens, and the events that it has processed. */
import { elapsedMs, wait } from '#client';
import type { StageContext } from './context.ts';
import { checkNoReuse, expire } from './auth.ts';
import { awaitEffects, checkAccepted, countEffects, counterWithoutDelivery, readEffects, row } from './deliveries.ts';
import type { Stage } from './stage.ts';
import { NotShown, stageDefaults } from './stage.ts';

/** How long a second effect can take. */
const EFFECT_MS = 600;

/** Stops the client, and starts it again with the same environment. @throws NotShown if it cannot be restarted */
async function restart(context: StageContext): Promise<void> {
  if (context.testbed.process === undefined)
    throw new NotShown('certify does not start this client, so it cannot restart it', 'add its command to certify.yaml');
  context.note('the client is stopped, and started again with the same environment and the same MARKETPLACE_STATE_DIR');
  await context.testbed.stopClient();
  await context.testbed.ensureRunning();
}

export const RESTART_STAGES: readonly Stage[] = [
  stageDefaults('do')({
    id: 'auth.after-restart',
    title: 'After a restart, the client uses the tokens that the last refresh returned',
    cites: ['AUTH-8', 'RFC 9700, 4.14.2'],
    setup: 'The client has refreshed its token.',
    stimulus: 'The client is stopped, and started again with the same environment variables.',
    advice:
      'Store both tokens of every token response, for example in MARKETPLACE_STATE_DIR, and read them at start. The tokens in the environment are used up after the first refresh.',
    is_fresh: true,
    run: async (context) => {
      await context.act('sync');
      await expire(context);
      const before = await context.act('sync');
      if (before.error !== undefined || context.sent('token').length === 0)
        throw new NotShown('the client did not refresh its token', 'see auth.expired-token');
      await restart(context);
      const { error } = await context.act('sync');
      context.check(error === undefined, `after a restart, it cannot read its bids and trades: ${error?.message ?? ''}`);
      checkNoReuse(context);
    },
  }),
  row({
    id: 'events.after-restart',
    title: 'An event that is delivered again after a restart takes effect once',
    cites: ['SIG-7', 'WHK-8', 'RTY-4'],
    setup: 'A pending bid of the client, and its webhook receiver.',
    stimulus: 'bid.countered is delivered. The client is stopped and started again, and the event is delivered once more.',
    advice: 'Store the ids of events where they survive a restart, such as in a database or a file in MARKETPLACE_STATE_DIR.',
    is_fresh: true,
    run: async (context) => {
      const { event } = await counterWithoutDelivery(context);
      checkAccepted(context, await context.deliverWithRetries(event), 'a genuine delivery');
      await countEffects(context, event.id);
      await restart(context);
      // A client can count from zero after a restart.
      const before = await readEffects(context, event.id);
      checkAccepted(context, await context.deliverWithRetries(event, 'after a restart'), 'the same event after a restart');
      const began_ms = elapsedMs();
      let after = await awaitEffects(context, event.id, EFFECT_MS);
      while (after <= before && elapsedMs() - began_ms < EFFECT_MS) {
        await wait(EFFECT_MS / 6);
        after = await readEffects(context, event.id);
      }
      context.check(
        after <= before,
        `after a restart, ${event.id} took effect again; the client had forgotten that it processed it`,
      );
    },
  }),
];
