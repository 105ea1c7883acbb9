import type { JSX } from 'preact';
import { Button } from '../parts/button.tsx';
import { Switch, Tabs } from '../parts/form.tsx';
import { Card, Empty } from '../parts/text.tsx';
import { changes, renewals } from '../state/journal.ts';
import { item } from '../state/route.ts';
import { useControl } from '../state/use-control.ts';
import { DeviationList } from './deviation-list.tsx';

interface Fault extends Readonly<Record<string, unknown>> {
  id: string;
  matched: number;
  struck: number;
  count: number | null;
}

/** Faults that a network or a service has in practice. `POST /faults` takes many more. */
const PRESETS: readonly (readonly [text: string, body: Readonly<Record<string, unknown>>])[] = [
  ['Lose the response of every placed bid', { request: { operation_id: 'placeBid' }, effect: 'drop', when: 'after' }],
  ['Reply 503 to every request', { request: {}, status: 503 }],
  ['Reply 429 with Retry-After: 2 to every request', { request: {}, status: 429, retry_after: 2 }],
  ['Delay every response by 2 s', { request: {}, latency_ms: 2_000 }],
  ['Break every response off in the middle', { request: {}, effect: 'truncate' }],
  ['Drop every tenth request', { request: {}, effect: 'drop', probability: 0.1 }],
  ['Send every webhook twice', { delivery: {}, effect: 'duplicate' }],
  ["Lose the receiver's answer to every webhook", { delivery: {}, effect: 'lose_answer' }],
  ['Sign every webhook wrongly', { delivery: {}, effect: 'bad_signature' }],
  ['Sign every webhook with an old time', { delivery: {}, effect: 'stale' }],
  ['Change the body of every webhook after signing', { delivery: {}, effect: 'tamper' }],
];

const TABS = [
  ['faults/network', 'Network faults'],
  ['faults/violations', 'Violations'],
  ['faults/variants', 'Variants'],
] as const;

export function FaultsPage(): JSX.Element {
  const [name = 'network'] = item.value;
  return (
    <div class="stack">
      <Tabs label="Faults" tabs={TABS} current={`faults/${name}`} />
      {name === 'violations' || name === 'variants' ? <DeviationList key={name} field={name} /> : <NetworkFaults />}
    </div>
  );
}

/** Whether a fault is what a preset makes: every field of the preset is the same. */
function isOf(fault: Fault, body: Readonly<Record<string, unknown>>): boolean {
  const { status, ...fields } = body;
  const refusal = fault['refusal'];
  const has_status = typeof refusal === 'object' && refusal !== null && 'status' in refusal && refusal.status === status;
  const has_fields = Object.entries(fields).every(
    ([name, value]) => name === 'retry_after' || JSON.stringify(fault[name]) === JSON.stringify(value),
  );
  return has_fields && (status === undefined || has_status);
}

function NetworkFaults(): JSX.Element {
  const { body: listed, change } = useControl<{ items: readonly Fault[] }>('/faults', changes.value, renewals.value);
  const faults = listed?.items ?? [];
  const turn = async (body: Readonly<Record<string, unknown>>, is_on: boolean): Promise<true> => {
    if (is_on) return change('POST', '/faults', body);
    for (const fault of faults.filter((one) => isOf(one, body))) await change('DELETE', `/faults/${fault.id}`);
    return true;
  };
  const others = faults.filter((fault) => !PRESETS.some(([, body]) => isOf(fault, body)));
  return (
    <div class="columns">
      <Card title="Network faults">
        <ul class="toggles">
          {PRESETS.map(([text, body]) => {
            const active = faults.find((fault) => isOf(fault, body));
            return (
              <li key={text}>
                <Switch label={text} is_on={active !== undefined} onChange={(is_on) => turn(body, is_on)} />
                {active !== undefined && <small>applied {active.struck} times</small>}
              </li>
            );
          })}
        </ul>
      </Card>
      <Card title="Other active faults">
        {others.length === 0 && <Empty>None. Faults added by POST /faults appear here.</Empty>}
        <ul class="toggles">
          {others.map((fault) => (
            <li key={fault.id}>
              <code class="wrap">{JSON.stringify(fault)}</code>
              <Button look="danger" name={`Remove ${fault.id}`} act={() => change('DELETE', `/faults/${fault.id}`)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
        {faults.length > 0 && (
          <p class="buttons">
            <Button look="danger" act={() => change('DELETE', '/faults')}>
              Remove all faults
            </Button>
          </p>
        )}
      </Card>
    </div>
  );
}
