import {
  all,
  gotStatus,
  deleteRows,
  findRow,
  isRefusal,
  onField,
  onFind,
  onRecord,
  onResource,
  onVerdict,
  setRows,
  withDelays,
  withVerdict,
  type AttemptContext,
  type Row,
  type Seams,
} from '../violations/kit/index.ts';
import { steadyEpochMs, toMs } from '../../ports/clock.ts';
import { NO_RESPONSE } from '../../server/webhooks/outcome.ts';
import { variants } from './kit/variant.ts';

/** The record of an earlier attempt of the same delivery; undefined for a first attempt. */
async function earlierRow({ db, event, subscription, attempt }: AttemptContext): Promise<Row<'deliveries'> | undefined> {
  if (attempt === 1) return undefined;
  return findRow(db, 'deliveries', { event_id: event.id, subscription_id: subscription.id, status: 'retrying' });
}

/** RTY-14: counts delays from the start of an attempt. */
const delaysFromTheStart = (): Partial<Seams> =>
  onVerdict(({ status, delay_seconds }, { begun_at, ended_at }) => {
    const taken_seconds = (toMs(ended_at) - toMs(begun_at)) / 1000;
    return { status, delay_seconds: delay_seconds === null ? null : Math.max(0, delay_seconds - taken_seconds) };
  });

const oneRowPerDelivery = (): Partial<Seams> =>
  onRecord(async (_delivery, context) => {
    const earlier = await earlierRow(context);
    if (earlier === undefined) return {};
    await deleteRows(context.db, 'deliveries', { id: earlier.id });
    return { id: earlier.id, created_at: earlier.created_at };
  });

/** How long a record is shown as queued. */
const QUEUED_MS = 400;

export const DELIVERIES_VARIED = variants({
  'delays-from-the-start (RTY-4, RTY-14): Retry delays count from the start of the previous attempt.': delaysFromTheStart(),
  'delays-from-the-first (RTY-4): Retry delays count from the first attempt.': withDelays(10, 50, 240, 1_500),
  'delays-with-jitter (RTY-4, RTY-14): Retry delays are up to 20% longer.': onVerdict(
    ({ status, delay_seconds }, { event, attempt }) => {
      // Derived from the event, so that every run is the same.
      const jitter = 1 + ((event.id.charCodeAt(7) * 7 + attempt * 5) % 20) / 100;
      return { status, delay_seconds: delay_seconds === null ? null : delay_seconds * jitter };
    },
  ),
  'redirects-retried (RTY-12): A delivery is retried after a 3xx response.': withVerdict(gotStatus(300, 399), 'retrying'),
  'rows-updated (RTY-7, RTY-8): The records of earlier attempts take the final status of the delivery.': onRecord(
    async ({ status }, { db, event, subscription }) => {
      const earlier = { event_id: event.id, subscription_id: subscription.id, status: 'retrying' } as const;
      if (status !== 'retrying') await setRows(db, 'deliveries', earlier, { status });
      return {};
    },
  ),
  'one-row-per-delivery (RTY-7, RTY-8): Each delivery has one record, which counts its attempts; a replay has its own.':
    oneRowPerDelivery(),
  'one-row-with-early-retries (RTY-4, RTY-7, RTY-8, RTY-13, RTY-14): Each delivery has one record, and delays count from the start of an attempt.':
    all(oneRowPerDelivery(), delaysFromTheStart()),
  'rows-queued-first (RTY-7, RTY-13): The record of a failed attempt shows up as queued, and gets its outcome a moment later.':
    () => {
      const listed_at_ms = new Map<string, number>();
      return onResource('listDeliveries', (row) => {
        if (row.status !== 'retrying') return row;
        const first_ms = listed_at_ms.get(row.id) ?? steadyEpochMs();
        listed_at_ms.set(row.id, first_ms);
        return steadyEpochMs() - first_ms < QUEUED_MS ? { ...row, attempts: 0, response_status: NO_RESPONSE } : row;
      });
    },
  'no-response-status (RTY-13): Delivery records omit `response_status` if the receiver did not respond.': onResource(
    'listDeliveries',
    ({ response_status, ...row }) => (response_status === NO_RESPONSE ? row : { ...row, response_status }),
  ),
  'delivered-at-omitted (RTY-7): Delivery records omit `delivered_at` if it is null.': onResource(
    'listDeliveries',
    ({ delivered_at, ...row }) => (delivered_at === null ? row : { ...row, delivered_at }),
  ),
  'response-status-null (RTY-8, RTY-13): `response_status` is null if the receiver did not respond.': onField(
    'listDeliveries',
    'response_status',
    (status) => (status === NO_RESPONSE ? null : status),
  ),
  'any-delivery-replayable (WHK-8, WHK-15): A delivery that has not failed is redelivered, too.': onFind('redeliver', (found) =>
    isRefusal(found) ? found : { ...found, delivery: { ...found.delivery, status: 'failed' as const } },
  ),
});
