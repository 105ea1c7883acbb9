/** The statuses that a rule covers and receivers seldom return. One subscription answers each event with another one. */
import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import {
  awaitDeliveryRow,
  chooseQuietTeam,
  expectDeliveryRow,
  isAboutBid,
  placeRejectableBid,
  readEventId,
  readPath,
  respondForBid,
  warnUnless,
} from '#client';

const GROUPS = [
  {
    id: 'RTY-1/other-2xx',
    statuses: [203, 205, 206, 226],
    outcome: 'delivered',
    title: 'A delivery that gets any 2xx response is delivered',
  },
  {
    id: 'RTY-2/other-4xx',
    statuses: [403, 405, 409, 425, 451],
    outcome: 'failed',
    title: 'A delivery that gets any other 4xx response fails at once',
  },
  {
    id: 'RTY-3/other-5xx',
    statuses: [501, 505, 507, 599],
    outcome: 'retrying',
    title: 'A delivery that gets any 5xx response is retried',
  },
] as const;

const BY_CODE: readonly Check[] = GROUPS.map(({ id, statuses, outcome, title }) =>
  check(id, title, ['buyer', 'writes', 'webhooks'], async (t) => {
    const team = chooseQuietTeam(t);
    const lot = await t.arrange.lot();
    const placed = new Map<number, Awaited<ReturnType<typeof placeRejectableBid>>>();
    for (const status of statuses) placed.set(status, await placeRejectableBid(t, team, lot));
    const inbox = await t.subscribe(team, ['bid.rejected'], (_n, json) => {
      const about = readPath(json, 'data', 'bid_id');
      return { status: [...placed].find(([, { bid }]) => bid.id === about)?.[0] ?? 200 };
    });
    for (const [status, { bid, reject }] of placed) {
      await reject();
      const arrival = await inbox.next({ type: 'bid.rejected', where: isAboutBid(bid.id), after: 'a bid was rejected' });
      await expectDeliveryRow(t, {
        inbox,
        event_id: readEventId(arrival),
        status: outcome,
        after: `it was answered with ${status}`,
      });
    }
  }),
);

export const OTHER_CODES: readonly Check[] = [
  ...BY_CODE,
  check('RTY-7/not-delivered', 'A delivery that failed has no delivered_at', ['buyer', 'writes', 'webhooks'], async (t) => {
    const team = chooseQuietTeam(t);
    const { bid, reject } = await placeRejectableBid(t, team);
    const inbox = await t.subscribe(team, ['bid.rejected'], respondForBid(bid.id, { status: 400 }));
    await reject();
    const arrival = await inbox.next({ type: 'bid.rejected', where: isAboutBid(bid.id), after: 'a bid was rejected' });
    const row = await awaitDeliveryRow(t, { inbox, event_id: readEventId(arrival), status: 'failed' });
    warnUnless(typeof row['delivered_at'] !== 'string', {
      message: 'A delivery that failed has a delivered_at.',
      expected: 'null',
      observed: row,
    });
  }),
];
