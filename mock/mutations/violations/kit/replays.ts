/** Deliveries that were asked for again (WHK-8): the rows of the first are there already. */
import type { AttemptAbout } from '../../seams.ts';

/** Whether an attempt is one of a replay. Before it is written down, that is: in `outgoing`, `timeout_ms`, `verdict` and `record`. */
export async function isReplay({ db, event, subscription, attempt }: AttemptAbout): Promise<boolean> {
  const { count } = await db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('event_id', '=', event.id)
    .where('subscription_id', '=', subscription.id)
    .executeTakeFirstOrThrow();
  return count >= attempt;
}
