import type { JSX } from 'preact';
import { Tabs } from '../../parts/form.tsx';
import { item } from '../../state/route.ts';
import { DeliveryList } from './delivery-list.tsx';
import { InboxList } from './inbox-list.tsx';
import { SubscriptionList } from './subscription-list.tsx';

const PARTS: Readonly<Record<string, () => JSX.Element>> = {
  deliveries: DeliveryList,
  subscriptions: SubscriptionList,
  inbox: InboxList,
};

const TABS = [
  ['webhooks/deliveries', 'Deliveries'],
  ['webhooks/subscriptions', 'Subscriptions'],
  ['webhooks/inbox', 'Inbox'],
] as const;

export function WebhooksPage(): JSX.Element {
  const [name = 'deliveries'] = item.value;
  const Part = PARTS[name] ?? DeliveryList;
  return (
    <div class="stack">
      <Tabs label="Webhooks" tabs={TABS} current={`webhooks/${name}`} />
      <Part />
    </div>
  );
}
