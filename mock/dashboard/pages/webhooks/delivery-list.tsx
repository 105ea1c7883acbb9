import type { JSX } from 'preact';
import { Button } from '../../parts/button.tsx';
import { advance } from '../../parts/clock-bar.tsx';
import { JsonText } from '../../parts/json-text.tsx';
import { Signature } from '../../parts/signature.tsx';
import { Badge, Card, ClauseRef, Detail, Empty, Id, StatusCode, Time, describeDuration } from '../../parts/text.tsx';
import { actOnApi } from '../../state/control.ts';
import { deliveries, resets } from '../../state/journal.ts';
import { notify } from '../../state/notices.ts';
import { item } from '../../state/route.ts';
import { useControl } from '../../state/use-control.ts';
import type { DeliveryEntry, AgendaItem, Paged, Subscription } from '../../state/wire.ts';
import { agenda, tokenOfTeam, worldNow } from '../../state/world.ts';

/** All attempts to deliver one event to one subscription, oldest first. */
interface Thread {
  key: string;
  attempts: readonly DeliveryEntry[];
  last: DeliveryEntry;
}

function gatherThreads(): readonly Thread[] {
  const groups = Map.groupBy(deliveries.value, ({ event_id, subscription_id }) => `${event_id}.${subscription_id}`);
  return [...groups].flatMap(([key, newest_first]) => {
    const [last] = newest_first;
    return last === undefined ? [] : [{ key, attempts: newest_first.toReversed(), last }];
  });
}

export function DeliveryList(): JSX.Element {
  const threads = gatherThreads();
  const wanted = item.value[1];
  const selected = threads.find(({ key, last }) => key === wanted || last.event_id === wanted);
  if (threads.length === 0)
    return (
      <Empty>
        No deliveries yet. <a href="#/webhooks/subscriptions">Subscribe the inbox</a> to receive webhooks without a server.
      </Empty>
    );
  return (
    <div class={selected === undefined ? 'split' : 'split has-detail'}>
      <ul class="list cards" aria-label="Deliveries, newest first">
        {threads.map((thread) => (
          <li key={thread.key}>
            <a href={`#/webhooks/deliveries/${thread.key}`} aria-current={thread.key === selected?.key ? 'true' : undefined}>
              <strong>{thread.last.event}</strong>
              <Badge>{thread.last.status}</Badge>
              <small>
                <Time at={thread.last.created_at} /> ·{' '}
                {thread.attempts.length === 1 ? '1 attempt' : `${thread.attempts.length} attempts`} ·{' '}
                {thread.last.subscription_id}
              </small>
            </a>
          </li>
        ))}
      </ul>
      {selected !== undefined && <ThreadDetail key={selected.key} thread={selected} />}
    </div>
  );
}

function ThreadDetail({ thread }: { thread: Thread }): JSX.Element {
  const { attempts, last } = thread;
  const { event, event_id, subscription_id } = last;
  const next = agenda.value.find((due) => due.kind === 'delivery' && due.id === subscription_id && due.event_id === event_id);
  return (
    <Detail label={`Delivery of ${event}`} title={event} close="#/webhooks/deliveries">
      <p>
        <code>{event_id}</code> to <Id id={subscription_id} />
      </p>
      <Timeline attempts={attempts} next={next} />
      <Replay delivery={last} />
      <h3>Signature of the last attempt</h3>
      <Signature header={last.signature} body={last.request_body} subscription_id={subscription_id} />
      <h3>Body of the last attempt</h3>
      <JsonText text={last.request_body} label="Body of the last attempt" />
    </Detail>
  );
}

function Timeline({ attempts, next }: { attempts: readonly DeliveryEntry[]; next: AgendaItem | undefined }): JSX.Element {
  return (
    <ol class="timeline" aria-label="Attempts">
      {attempts.map((one) => (
        <li key={one.id} data-status={one.status}>
          <strong>
            {one.is_redelivery ? 'Redelivery, attempt' : 'Attempt'} {one.attempts}
          </strong>{' '}
          <Time at={one.created_at} full />
          <p>
            <StatusCode status={one.response_status} /> {one.error ?? 'The receiver accepted it.'}{' '}
            <small>{one.duration_ms.toFixed(0)} ms</small>
          </p>
        </li>
      ))}
      {next !== undefined && (
        <li data-status="next">
          <strong>Attempt {next.attempt}</strong> <Time at={next.at} full />
          <p>
            Due in {describeDuration(Date.parse(next.at) - worldNow())} of the world's time. <ClauseRef id="RTY-4" />{' '}
            <Button act={() => advance('set', { now: next.at })}>Go there</Button>
          </p>
        </li>
      )}
    </ol>
  );
}

/** WHK-15: the API replays failed deliveries only. */
function Replay({ delivery }: { delivery: DeliveryEntry }): JSX.Element {
  const path_of_subscription = `/records/subscriptions?search=${delivery.subscription_id}`;
  const { body } = useControl<Paged<Subscription>>(path_of_subscription, resets.value);
  const replay = async (): Promise<void> => {
    const subscription = body?.items[0];
    if (subscription === undefined) throw new Error('The subscription no longer exists.');
    const token = await tokenOfTeam(subscription.team_id, subscription.livemode === 0);
    const path = `/webhooks/${delivery.subscription_id}/deliveries/${delivery.id}/redeliver`;
    await actOnApi(token, 'POST', path);
    notify('Queued. The attempt appears above.');
  };
  const is_failed = delivery.status === 'failed';
  return (
    <p class="buttons">
      <Button look="main" disabled={!is_failed} act={replay}>
        Replay
      </Button>
      {!is_failed && (
        <small>
          Only a failed delivery can be replayed. <ClauseRef id="WHK-15" />
        </small>
      )}
    </p>
  );
}

export function DeliverySummary({ subscription_id }: { subscription_id: string }): JSX.Element {
  const own = deliveries.value.filter((one) => one.subscription_id === subscription_id);
  return (
    <Card title="Last deliveries">
      {own.length === 0 && <Empty>None yet.</Empty>}
      <ul class="agenda">
        {own.slice(0, 10).map((one) => (
          <li key={one.id}>
            <Time at={one.created_at} />
            <a href={`#/webhooks/deliveries/${one.event_id}.${subscription_id}`}>{one.event}</a>
            <Badge>{one.status}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
