import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
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
  warning,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { OFFER_NEEDS as NEEDS, makeOffer } from './offered.ts';

function isConflict({ status }: Reply): boolean {
  return status === 409;
}

function judgeRace(t: CheckContext, replies: readonly Reply[]): void {
  const won = replies.filter(({ is_success }) => is_success);
  const [first, second] = won;
  if (first === undefined && areAllRetryable(replies)) return;
  expectThat(first !== undefined && second === undefined, {
    message: `Of ${replies.length} decisions at the same moment ${won.length} succeeded.`,
    ...(replies[0] === undefined ? {} : { reply: second ?? replies[0] }),
    expected: 'one to win',
    observed: replies.map(({ status }) => status),
  });
  const loser = replies.find(({ is_success, status }) => !is_success && status !== 409);
  if (loser !== undefined) t.warn(`the loser of decisions at once got ${loser.status}, not 409`, loser);
}

/** An offer is decided on once. */
export const DECISIONS: readonly Check[] = [
  check('CB-6/twice', 'An offer that is accepted twice is in conflict the second time', NEEDS, async (t) => {
    const offer = await makeOffer(t);
    ensureSuccess(await t.elevator.post(`/cash-bid-offers/${offer.id}/accept`));
    const again = await t.elevator.post(`/cash-bid-offers/${offer.id}/accept`);
    if (again.status === 404 || again.status === 422) {
      throw warning({ message: 'An offer in conflict is not 409.', reply: again, expected: '409', observed: again.status });
    }
    expectStatus(again, 409);
  }),
  ...(['accept', 'reject'] as const).flatMap((first) =>
    (['accept', 'reject'] as const).map((second) =>
      check(`CB-14/${first}-then-${second}`, `${second} of an offer after ${first} is 409`, NEEDS, async (t) => {
        const offer = await makeOffer(t);
        ensureSuccess(await t.elevator.post(`/cash-bid-offers/${offer.id}/${first}`));
        const again = await t.elevator.post(`/cash-bid-offers/${offer.id}/${second}`);
        expectThat(isConflict(again), {
          message: `${second} after ${first} answered ${again.status}.`,
          reply: again,
          expected: '409',
          observed: again.json,
        });
      }),
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
      `Of ${actions.join(' and ')} on one offer at the same moment one wins`,
      NEEDS,
      async (t) => {
        const fields = chooseRaceSetups(t);
        for (const { n, fresh } of fields) {
          const offer = await makeOffer(t);
          // Connections that are there already, so that the decisions come together.
          const look = async (): Promise<Reply> => t.elevator.get('/cash-bids', { limit: 1 });
          await sendConcurrently(Array.from({ length: n }, () => look));
          const replies = await sendConcurrently(
            Array.from({ length: n }, (_, i) => async () => {
              const path = `/cash-bid-offers/${offer.id}/${actions[i % 2] ?? actions[0]}`;
              return t.elevator.send({ method: 'POST', path, fresh });
            }),
          );
          judgeRace(t, replies);
        }
        observeUnbrokenRace(t, fields.length);
      },
      { timeout_ms: RACE_TIMEOUT_MS },
    ),
  ),
];
