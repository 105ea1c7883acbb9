import type { JSX } from 'preact';
import { Button, CopyButton } from '../../parts/button.tsx';
import { Choice } from '../../parts/form.tsx';
import { JsonText } from '../../parts/json-text.tsx';
import { Signature } from '../../parts/signature.tsx';
import { Card, Detail, Empty, StatusCode, Time } from '../../parts/text.tsx';
import { deliveries } from '../../state/journal.ts';
import { attempt } from '../../state/notices.ts';
import { item } from '../../state/route.ts';
import { useControl } from '../../state/use-control.ts';
import type { InboxMessage } from '../../state/wire.ts';

interface Inbox {
  url: string;
  items: readonly InboxMessage[];
  answer: number;
}

const ANSWERS = [
  ['200', '200: accept'],
  ['503', '503: fail, and be retried'],
  ['410', '410: fail for good'],
] as const;

/** Webhooks that the mock received itself. */
export function InboxList(): JSX.Element {
  const { body: inbox, change } = useControl<Inbox>('/inbox', deliveries.value);
  const address = inbox?.url ?? '';
  const messages = (inbox?.items ?? []).toReversed();
  const selected = messages.find(({ seq }) => String(seq) === item.value[1]);
  return (
    <div class="stack">
      <Card
        title="Inbox"
        aside={
          <Button look="quiet" act={() => change('DELETE', '/inbox')}>
            Empty it
          </Button>
        }
      >
        <p>
          A receiver inside the mock. Subscribe <code class="url">{address}</code>{' '}
          <CopyButton text={address} what="inbox address" />
        </p>
        <Choice
          label="It responds with"
          value={String(inbox?.answer ?? 200)}
          options={ANSWERS}
          onValue={(answer) => {
            void attempt(() => change('PUT', '/inbox', { answer: Number(answer) }));
          }}
        />
      </Card>
      {messages.length === 0 && <Empty>Nothing received yet.</Empty>}
      <div class={selected === undefined ? 'split' : 'split has-detail'}>
        <ul class="list cards" aria-label="Messages, newest first">
          {messages.map(({ seq, event, received_at, answer }) => (
            <li key={seq}>
              <a href={`#/webhooks/inbox/${seq}`} aria-current={seq === selected?.seq ? 'true' : undefined}>
                <strong>{event}</strong> <StatusCode status={answer} />
                <small>
                  <Time at={received_at} full />
                </small>
              </a>
            </li>
          ))}
        </ul>
        {selected !== undefined && <Message key={selected.seq} message={selected} />}
      </div>
    </div>
  );
}

function Message({ message }: { message: InboxMessage }): JSX.Element {
  const { event, body, signature } = message;
  const subscription_id = deliveries.value.find((one) => one.signature === signature)?.subscription_id ?? '';
  return (
    <Detail label={`Message ${event}`} title={event} close="#/webhooks/inbox">
      <JsonText text={body} label="Body" />
      <h3>Signature</h3>
      <Signature header={signature} body={body} subscription_id={subscription_id} />
    </Detail>
  );
}
