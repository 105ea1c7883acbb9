/** Stages about the server's clock and the end of the client's process. */
import type { Stage } from './stage.ts';
import { NotShown, stageDefaults } from './stage.ts';

const HOURS_AHEAD = 2;

const row = stageDefaults();

export const SURROUNDINGS_STAGES: readonly Stage[] = [
  row({
    id: 'clock.server-ahead',
    title: "A clock that differs from the server's does not stop the client",
    cites: ['AUTH-15', 'BID-12', 'FMT-6'],
    setup: 'The clocks of the client and the server agree.',
    stimulus: `The clock of the server is ${HOURS_AHEAD} hours ahead.`,
    advice:
      'Let the server decide: refresh on 401, leave out expires_at or compute it from the Date header, and compare no timestamps across machines.',
    needs: ['do'],
    is_fresh: true,
    run: async (context) => {
      await context.market.advance(HOURS_AHEAD * 3_600, 'the clock of the server is ahead');
      const lot = await context.market.pickLot();
      const { error, response } = await context.act('place_bid', { inventory_id: lot.id, quantity_mt: 10 });
      // By its own clock, a client can choose an expires_at that is past for the server. Then the 422 is right, and so is the client.
      const is_too_short = error?.errors.some(({ field }) => field === 'expires_at') === true;
      context.check(error === undefined || is_too_short, `it cannot place a bid: ${error?.message ?? ''}`);
      if (error === undefined)
        context.check(
          (await context.market.bids()).some(({ id }) => id === response?.['bid_id']),
          'it reports a bid that does not exist',
        );
    },
  }),
  row({
    id: 'process.stops',
    level: 'should',
    title: 'The client and its child processes end within 5 s after SIGTERM',
    cites: [],
    setup: 'The client is running.',
    stimulus: 'SIGTERM.',
    advice: 'Handle SIGTERM: finish open requests, close the server, and end child processes.',
    is_fresh: true,
    run: async (context) => {
      const client = await context.testbed.ensureRunning();
      await context.testbed.awaitRest(5_000);
      if (client?.is_running !== true)
        throw new NotShown('the client ends by itself', 'no change is needed; this stage is for clients that keep running');
      const { was_killed, had_children } = await context.testbed.stopClient();
      context.check(!was_killed, 'it was still running 5 s after SIGTERM, and got SIGKILL');
      context.check(!had_children, 'it ended but left processes behind, which got SIGKILL');
    },
  }),
];
