/** Statuses that a rule covers and receivers seldom return. The receiver of one subscription returns a different one for each event. */
import { check, type Check } from '../../check/check.ts';
import { chooseQuietTeam, expectDeliveryRow, isAboutBid, placeRejectableBid, readEventId, readPath } from '#client';
import { TO_BUYERS } from '../events/needs.ts';

const GROUPS = [
  {
    id: 'RTY-1/other-2xx',
    statuses: [203, 205, 206, 226],
    outcome: 'delivered',
    title: 'A delivery that gets any 2xx response is delivered',
  },
  {
    id: 'RTY-2/other-4xx',
    statuses: [402, 403, 405, 409, 423, 425, 451],
    outcome: 'failed',
    title: 'A delivery that gets any other 4xx response fails immediately',
  },
  {
    id: 'RTY-3/other-5xx',
    statuses: [501, 505, 507, 599],
    outcome: 'retrying',
    title: 'A delivery that gets any 5xx response is retried',
  },
] as const;

export const OTHER_CODES_CHECKS: readonly Check[] = GROUPS.map(({ id, statuses, outcome, title }) =>
  check(id, title, TO_BUYERS, async (t) => {
    const team = chooseQuietTeam(t);
    const lot = await t.arrange.lot();
    const status_of = new Map<unknown, number>();
    const inbox = await t.subscribe(team, ['bid.rejected'], (_n, json) => ({
      status: status_of.get(readPath(json, 'data', 'bid_id')) ?? 200,
    }));
    for (const status of statuses) {
      const { bid, reject } = await placeRejectableBid(t, team, lot);
      status_of.set(bid.id, status);
      await reject();
      const arrival = await inbox.requireNext({ type: 'bid.rejected', where: isAboutBid(bid.id), after: 'a bid was rejected' });
      await expectDeliveryRow(t, { inbox, event_id: readEventId(arrival), status: outcome, after: `it got ${status}` });
    }
  }),
);
