import type { JSX } from 'preact';
import { useSignal } from '@preact/signals';
import { Button } from '../parts/button.tsx';
import { Switch } from '../parts/form.tsx';
import { Badge, Card, ClauseRef, Empty, Facts, Prose } from '../parts/text.tsx';
import { changes, resets, requests } from '../state/journal.ts';
import { useControl } from '../state/use-control.ts';
import type { ClientFinding } from '../state/wire.ts';
import { nameOfCaller } from '../state/world.ts';

const TONES = { must: 'bad', should: 'warn', consider: 'info' } as const;
const CLAUSE = /^[A-Z]+-\d+$/;

interface Findings {
  has_coach: boolean;
  items: readonly ClientFinding[];
  left_out: number;
}

export function CoachPage(): JSX.Element {
  const is_final = useSignal(false);
  const path = `/coach?final=${String(is_final.value)}`;
  const { body, status, change } = useControl<Findings>(path, changes.value, resets.value, requests.value.length);
  if (body === undefined) return <Empty>{status}</Empty>;
  const { has_coach, items, left_out } = body;
  return (
    <div class="stack">
      <Card title="Mistakes in your clients that cause failures in production">
        <p class="muted">
          The coach reads the requests and webhooks of this world. <b>Must</b>: it fails in production. <b>Should</b>: it works,
          at a cost in time, load, or trust. <b>Consider</b>: the coach cannot be sure.
        </p>
        {left_out > 0 && <p class="muted">It left out {left_out} requests that Gristmill sent, such as those of conform.</p>}
        <Switch
          label="The clients have ended: also report what they did not do"
          is_on={is_final.value}
          onChange={(is_on) => {
            is_final.value = is_on;
            return Promise.resolve(true);
          }}
        />
        <p class="buttons">
          <Button act={() => change('DELETE', '/coach')}>Forget what was seen so far</Button>
        </p>
      </Card>
      {items.map((finding) => (
        <FindingCard key={`${finding.rule} ${JSON.stringify(finding.client)}`} finding={finding} />
      ))}
      {items.length === 0 && (
        <Empty>
          {has_coach
            ? 'The coach has found nothing so far.'
            : 'This mock has no coach: pass { coach } of gristmill/coach to createMock, or start it with gristmill mock.'}
        </Empty>
      )}
    </div>
  );
}

function FindingCard({ finding }: { finding: ClientFinding }): JSX.Element {
  const { level, title, rule, source, seen, count, why, fix, first, client } = finding;
  return (
    <Card title={title} aside={<Badge tone={TONES[level]}>{level}</Badge>}>
      <Facts
        rows={[
          ['Client', nameOfCaller({ ...client, livemode: true })],
          ['Seen', count === 1 ? seen : `${seen} ${count} times; this is the first.`],
          ['Why it matters', <Prose key="why">{why}</Prose>],
          ['Fix', <Prose key="fix">{fix}</Prose>],
          ['Where', 'n' in first ? <a href={`#/requests/${first.n}`}>{`request ${first.n}`}</a> : `delivery ${first.delivery}`],
          ['Source', CLAUSE.test(source) ? <ClauseRef id={source} /> : source],
          ['Rule', <code key="rule">{rule}</code>],
        ]}
      />
    </Card>
  );
}
