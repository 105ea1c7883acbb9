import type { JSX } from 'preact';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button, CopyButton } from '../../parts/button.tsx';
import { Choice, Field, Switch } from '../../parts/form.tsx';
import { Badge, Card, ClauseRef, Empty, Time } from '../../parts/text.tsx';
import { actOnApi, control } from '../../state/control.ts';
import { changes, resets } from '../../state/journal.ts';
import { attempt } from '../../state/notices.ts';
import { item } from '../../state/route.ts';
import { keepSecret, secrets } from '../../state/secrets.ts';
import { useControl } from '../../state/use-control.ts';
import type { Paged, Subscription } from '../../state/wire.ts';
import { callers, optionsOf, tokenOf, tokenOfTeam } from '../../state/world.ts';
import { DeliverySummary } from './delivery-list.tsx';

interface Created {
  data: { id: string; secret: string };
}

/** The events that the form offers. The API accepts more. */
const COMMON_EVENTS = [
  'bid.received',
  'bid.accepted',
  'bid.rejected',
  'bid.countered',
  'trade.created',
  'trade.settled',
  'cashbid.offer_received',
  'analysis.graded',
  'queue.congestion_started',
  'queue.congestion_cleared',
] as const;

export function SubscriptionList(): JSX.Element {
  const path = '/records/subscriptions?limit=200';
  const { body, load, change } = useControl<Paged<Subscription>>(path, changes.value, resets.value);
  const listed = body?.items ?? [];
  const selected = item.value[1];
  return (
    <div class="columns wide-first">
      <Card title="Subscriptions">
        {listed.length === 0 && <Empty>No subscriptions yet. Create one with the form.</Empty>}
        <ul class="cards">
          {listed.map((subscription) => (
            <SubscriptionRow
              key={subscription.id}
              {...{ subscription, load, change }}
              is_selected={subscription.id === selected}
            />
          ))}
        </ul>
      </Card>
      <div class="stack">
        <NewSubscription onCreated={load} />
        {selected !== undefined && <DeliverySummary subscription_id={selected} />}
      </div>
    </div>
  );
}

interface RowProps {
  subscription: Subscription;
  is_selected: boolean;
  load: () => Promise<void>;
  change: (method: string, path: string, sent: unknown) => Promise<true>;
}

function SubscriptionRow({ subscription, is_selected, load, change }: RowProps): JSX.Element {
  const { id, url, team, status, attempts, failed, queued, livemode, created_at } = subscription;
  const secret = secrets.value[id];
  // The store keeps the events as a JSON array.
  const events = JSON.parse(subscription.events) as string[];
  return (
    <li class="entry" aria-current={is_selected ? 'true' : undefined}>
      <p>
        <a href={`#/webhooks/subscriptions/${id}`}>
          <code>{id}</code>
        </a>{' '}
        <Badge>{status}</Badge> {livemode === 0 && <Badge>sandbox</Badge>}
      </p>
      <p>
        <code class="url">{url}</code>
      </p>
      <p class="muted">
        {team}, since <Time at={created_at} full />: {attempts} attempts, {failed} failed, {queued} queued
      </p>
      <p class="muted">{events.join(', ')}</p>
      {secret !== undefined && (
        <p>
          Secret <code class="wrap">{secret}</code> <CopyButton text={secret} what="secret" />
        </p>
      )}
      <p class="buttons">
        <Switch
          label="Active"
          is_on={status === 'active'}
          onChange={(is_active) => change('PATCH', `/webhooks/${id}`, { is_active })}
        />
        <Button
          look="danger"
          act={async () => {
            const token = await tokenOfTeam(subscription.team_id, livemode === 0);
            await actOnApi(token, 'DELETE', `/webhooks/${id}`);
            await load();
          }}
        >
          Delete
        </Button>
      </p>
    </li>
  );
}

function NewSubscription({ onCreated }: { onCreated: () => Promise<void> }): JSX.Element {
  const caller = useSignal('buyer');
  const url = useSignal('');
  useEffect(() => {
    void attempt(async () => {
      const inbox = await control<{ url: string }>('GET', '/inbox');
      if (url.value === '') url.value = inbox.url;
    });
  }, []);
  const events = useSignal<readonly string[]>(COMMON_EVENTS.slice(0, 6));
  const teams = callers.value.filter(({ team_id }) => team_id !== null);
  const create = async (): Promise<void> => {
    const body = { url: url.value, events: events.value };
    const { data } = await actOnApi<Created>(await tokenOf(caller.value), 'POST', '/webhooks', body);
    keepSecret(data.id, data.secret);
    await onCreated();
  };
  return (
    <Card title="Subscribe">
      <Choice label="Team of" signal={caller} options={optionsOf(teams)} />
      <Field label="URL" signal={url} hint="The inbox of this mock, unless you enter another receiver" />
      <fieldset>
        <legend>Events</legend>
        {COMMON_EVENTS.map((event) => (
          <label key={event} class="check">
            <input
              type="checkbox"
              checked={events.value.includes(event)}
              onChange={(change) => {
                const others = events.value.filter((one) => one !== event);
                events.value = change.currentTarget.checked ? [...others, event] : others;
              }}
            />
            {event}
          </label>
        ))}
      </fieldset>
      <p class="buttons">
        <Button look="main" act={create} done="Subscribed. The secret is shown once, in this tab.">
          Subscribe
        </Button>
        <ClauseRef id="WHK-2" />
      </p>
    </Card>
  );
}
