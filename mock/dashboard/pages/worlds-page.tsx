import type { JSX } from 'preact';
import { useSignal } from '@preact/signals';
import { Button } from '../parts/button.tsx';
import { Choice, Field } from '../parts/form.tsx';
import { Badge, Card, Empty, Facts, Time } from '../parts/text.tsx';
import { control } from '../state/control.ts';
import { resets } from '../state/journal.ts';
import { notify } from '../state/notices.ts';
import { useControl } from '../state/use-control.ts';
import { overview } from '../state/world.ts';

interface World {
  id: string;
  seed: string;
  lots: number;
  now: string;
  mode: string;
  ttl_seconds: number | null;
  dashboard_url: string;
}

interface Snapshot {
  id: string;
  name: string | null;
  taken_at: string;
  bytes: number;
}

const KIB = 1_024;

export function WorldsPage(): JSX.Element {
  return (
    <div class="columns">
      <Worlds />
      <Snapshots />
    </div>
  );
}

function Worlds(): JSX.Element {
  const { body, load, change } = useControl<{ items: readonly World[] }>('/worlds', resets.value);
  const own_id = overview.value?.world.id;
  return (
    <div class="stack">
      <Card title="Worlds">
        <ul class="cards">
          {(body?.items ?? []).map(({ id, seed, lots, now, mode, ttl_seconds, dashboard_url }) => (
            <li key={id} class="entry">
              <p>
                <a href={new URL(new URL(dashboard_url).pathname, location.href).href}>
                  <strong>{id}</strong>
                </a>{' '}
                {id === own_id && <Badge tone="info">this page</Badge>}
              </p>
              <p class="muted">
                {lots} lots, seed {seed}, <Time at={now} full /> ({mode}),{' '}
                {ttl_seconds === null ? 'never expires' : `expires after ${ttl_seconds} s idle`}
              </p>
              {id !== 'default' && id !== own_id && (
                <p class="buttons">
                  <Button look="danger" name={`Delete ${id}`} act={() => change('DELETE', `/worlds/${id}`)}>
                    Delete
                  </Button>
                </p>
              )}
            </li>
          ))}
        </ul>
      </Card>
      <NewWorld onCreated={load} />
    </div>
  );
}

const CLOCKS = [
  ['frozen', 'Frozen'],
  ['real', 'Running'],
] as const;

function NewWorld({ onCreated }: { onCreated: () => Promise<void> }): JSX.Element {
  const seed = useSignal('');
  const lots = useSignal('100');
  const clock = useSignal('frozen');
  const ttl = useSignal('');
  const create = async (): Promise<void> => {
    const body = {
      lots: Number(lots.value),
      clock: clock.value,
      ...(seed.value === '' ? {} : { seed: seed.value }),
      ...(ttl.value === '' ? {} : { ttl: ttl.value }),
    };
    const { id } = await control<{ id: string }>('POST', '/worlds', body);
    notify(`Created the world ${id}.`);
    await onCreated();
  };
  return (
    <Card title="New world">
      <div class="toolbar">
        <Field label="Lots" type="number" signal={lots} />
        <Field label="Seed" signal={seed} placeholder="as in this mock" />
        <Choice label="Clock" signal={clock} options={CLOCKS} />
        <Field label="Delete when idle for" signal={ttl} placeholder="24h" />
        <Button look="main" act={create}>
          Create
        </Button>
      </div>
    </Card>
  );
}

function Snapshots(): JSX.Element {
  const { body, change } = useControl<{ items: readonly Snapshot[] }>('/snapshots', resets.value);
  const snapshots = body?.items ?? [];
  const name = useSignal('');
  const take = async (): Promise<void> => {
    await change('POST', '/snapshots', name.value === '' ? {} : { name: name.value });
    name.value = '';
  };
  return (
    <div class="stack">
      <Card title="Snapshots of this world">
        {snapshots.length === 0 && <Empty>No snapshots. Take one before an experiment, and restore it afterwards.</Empty>}
        <ul class="cards">
          {snapshots.map((snapshot) => (
            <li key={snapshot.id} class="entry">
              <p>
                <strong>{snapshot.name ?? snapshot.id}</strong>{' '}
                <small>
                  <Time at={snapshot.taken_at} full />, {Math.round(snapshot.bytes / KIB)} KiB
                </small>
              </p>
              <p class="buttons">
                <Button
                  done="Restored."
                  name={`Restore ${snapshot.name ?? snapshot.id}`}
                  act={() => control('POST', `/snapshots/${snapshot.id}/restore`)}
                >
                  Restore
                </Button>
                <Button
                  look="danger"
                  name={`Delete ${snapshot.name ?? snapshot.id}`}
                  act={() => change('DELETE', `/snapshots/${snapshot.id}`)}
                >
                  Delete
                </Button>
              </p>
            </li>
          ))}
        </ul>
        <div class="toolbar">
          <Field label="Name" signal={name} placeholder="before the bid" />
          <Button look="main" act={take}>
            Take a snapshot
          </Button>
        </div>
      </Card>
      <Reset />
    </div>
  );
}

function Reset(): JSX.Element {
  return (
    <Card title="Reset">
      <Facts
        rows={[
          ['Kept', 'Seed, options, faults, violations'],
          ['Lost', 'All changes, the journal, webhooks'],
        ]}
      />
      <p class="buttons">
        <Button look="danger" done="The world was reset." act={() => control('POST', '/reset')}>
          Reset this world
        </Button>
      </p>
    </Card>
  );
}
