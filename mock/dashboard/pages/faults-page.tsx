import type { JSX } from 'preact';
import { Button } from '../parts/button.tsx';
import { Switch, Tabs } from '../parts/form.tsx';
import { Card, Empty } from '../parts/text.tsx';
import { changes, resets } from '../state/journal.ts';
import { item } from '../state/route.ts';
import { useControl } from '../state/use-control.ts';
import { DeviationList } from './deviation-list.tsx';
import type { Fault } from './fault-presets.ts';
import { PRESETS, describeFault, isMadeBy } from './fault-presets.ts';

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

function NetworkFaults(): JSX.Element {
  const { body: listed, change } = useControl<{ items: readonly Fault[] }>('/faults', changes.value, resets.value);
  const faults = listed?.items ?? [];
  const turn = async (body: Readonly<Record<string, unknown>>, is_on: boolean): Promise<true> => {
    if (is_on) return change('POST', '/faults', body);
    for (const fault of faults.filter((one) => isMadeBy(one, body))) await change('DELETE', `/faults/${fault.id}`);
    return true;
  };
  const others = faults.filter((fault) => !PRESETS.some(([, body]) => isMadeBy(fault, body)));
  return (
    <div class="columns">
      <Card title="Network faults">
        <ul class="toggles">
          {PRESETS.map(([text, body]) => {
            const active = faults.find((fault) => isMadeBy(fault, body));
            return (
              <li key={text}>
                <Switch label={text} is_on={active !== undefined} onChange={(is_on) => turn(body, is_on)} />
                {active !== undefined && <small>applied {active.struck} times</small>}
              </li>
            );
          })}
        </ul>
      </Card>
      <Card title="Other faults">
        {others.length === 0 && <Empty>None. Faults added by POST /faults appear here.</Empty>}
        <ul class="toggles">
          {others.map((fault) => (
            <li key={fault.id}>
              <code class="wrap">{describeFault(fault)}</code> <small>applied {fault.struck} times</small>
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
