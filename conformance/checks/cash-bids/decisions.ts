import { check, type Check } from '../../check/check.ts';
import type { Reply } from '#client';
import {
  RACE_TIMEOUT_MS,
  areAllRetryable,
  sendConcurrently,
  ensureSuccess,
  expectStatus,
  expectThat,
  chooseRaceSetups,
  observeUnbrokenRace,
  noneIfFinding,
  warning,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { OFFER_NEEDS as NEEDS, decide, findOffer, makeOffer } from './make-offer.ts';

const GERUNDS = { accept: 'Accepting', reject: 'Rejecting' } as const;
const NOUNS = { accept: 'an acceptance', reject: 'a rejection' } as const;

function checkRace(t: CheckContext, replies: readonly Reply[]): void {
  const won = replies.filter(({ is_success }) => is_success);
  const [first, second] = won;
  if (first === undefined && areAllRetryable(replies)) return;
  expectThat(first !== undefined && second === undefined, {
    message: `Of ${replies.length} concurrent decisions on one offer, ${won.length} succeeded.`,
    ...(replies[0] === undefined ? {} : { reply: second ?? replies[0] }),
    expected: 'one success',
    observed: replies.map(({ status }) => status),
  });
  const loser = replies.find(({ is_success, status }) => !is_success && status !== 409);
  if (loser !== undefined) t.warn(`the loser of concurrent decisions got ${loser.status}, not 409`, loser);
}

/** An offer can be decided only once. */
export const DECISIONS_CHECKS: readonly Check[] = [
  check('CB-6/twice', 'Accepting an offer a second time returns 409', NEEDS, async (t) => {
    const offer = await makeOffer(t);
    ensureSuccess(await decide(t, offer, 'accept'));
    const again = await decide(t, offer, 'accept');
    const message = 'The second acceptance of an offer did not return 409.';
    if (again.status === 404 || again.status === 422)
      throw warning({ message, reply: again, expected: '409', observed: again.status });
    expectStatus(again, 409);
  }),
  ...(['accept', 'reject'] as const).flatMap((first) =>
    (['accept', 'reject'] as const).map((second) =>
      check(
        `CB-14/${first}-then-${second}`,
        `${GERUNDS[second]} an offer after ${NOUNS[first]} returns 409`,
        NEEDS,
        async (t) => {
          const offer = await makeOffer(t);
          ensureSuccess(await decide(t, offer, first));
          // A later offer, if the seller can make one, leaves the decision as it is.
          if (first === 'reject')
            await t.arrange.offer(offer.cash_bid_id).catch((error: unknown) => noneIfFinding(error, t.signal));
          const before = (await findOffer(t, offer)).find('status')?.value;
          const again = await decide(t, offer, second);
          const after = (await findOffer(t, offer)).find('status');
          after?.expect(
            after.value === before,
            `${GERUNDS[second]} an offer after ${NOUNS[first]} changed its status.`,
            String(before),
          );
          expectThat(again.status === 409, {
            message: `${GERUNDS[second]} an offer after ${NOUNS[first]} returned ${again.status}.`,
            reply: again,
            expected: '409',
            observed: again.json,
          });
        },
      ),
    ),
  ),
  ...(
    [
      ['accept-and-accept', ['accept', 'accept']],
      ['accept-and-reject', ['accept', 'reject']],
      ['reject-and-reject', ['reject', 'reject']],
    ] as const
  ).map(([name, actions]) =>
    check(
      `CB-10/${name}`,
      `Of concurrent requests to ${actions.join(' and ')} one offer, one succeeds`,
      NEEDS,
      async (t) => {
        const setups = chooseRaceSetups(t);
        for (const { n, fresh } of setups) {
          const offer = await makeOffer(t);
          // Opens the connections first, so that the decisions arrive together.
          const openConnection = async (): Promise<Reply> => t.elevator.get('/cash-bids', { limit: 1 });
          await sendConcurrently(Array.from({ length: n }, () => openConnection));
          const replies = await sendConcurrently(
            Array.from({ length: n }, (_, i) => async () => {
              const path = encodePath`/cash-bid-offers/${offer.id}/${actions[i % 2] ?? actions[0]}`;
              return t.elevator.send({ method: 'POST', path, fresh });
            }),
          );
          checkRace(t, replies);
        }
        observeUnbrokenRace(t, setups.length);
      },
      { timeout_ms: RACE_TIMEOUT_MS },
    ),
  ),
];
