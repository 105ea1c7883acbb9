import type { JSX } from 'preact';
import { useSignal } from '@preact/signals';
import { Button } from '../../parts/button.tsx';
import { Choice, Field, Tabs } from '../../parts/form.tsx';
import { Badge, Empty, Id } from '../../parts/text.tsx';
import { changes, resets } from '../../state/journal.ts';
import { addressWith, addressWithQuery, bindQuery, item, query } from '../../state/route.ts';
import { useControl } from '../../state/use-control.ts';
import type { MarketRecord, Paged } from '../../state/wire.ts';
import type { RecordKind } from './market-kinds.ts';
import { KINDS, NUMERIC, PRICES, describeTransitions } from './market-kinds.ts';
import { PricePage } from './price-page.tsx';
import { RecordDetail } from './record-detail.tsx';

const TABS = [...KINDS.map(({ path, title }) => [`market/${path}`, title] as const), [`market/${PRICES}`, 'Prices'] as const];
const MODES = [
  ['live', 'Live'],
  ['sandbox', 'Sandbox'],
] as const;
const ROWS_AT_ONCE = 100;
/** The maximum number of rows that one request returns. */
const ROWS_MAX = 1_000;

export function MarketPage(): JSX.Element {
  const [path = 'lots', id] = item.value;
  const kind = KINDS.find((one) => one.path === path);
  return (
    <div class="stack">
      <Tabs label="Market" tabs={TABS} current={`market/${path}`} />
      {path === PRICES && <PricePage />}
      {kind !== undefined && <Records key={path} kind={kind} id={id} />}
      {kind === undefined && path !== PRICES && <Empty>There is no such page. Choose a tab above.</Empty>}
    </div>
  );
}

function Records({ kind, id }: { kind: RecordKind; id: string | undefined }): JSX.Element {
  const limit = useSignal(ROWS_AT_ONCE);
  const wanted = new URLSearchParams(query.value);
  wanted.set('limit', String(limit.value));
  const path = `/records/${kind.path}?${wanted.toString()}`;
  const { body } = useControl<Paged<MarketRecord>>(path, changes.value, resets.value);
  const { items, total, counts } = body ?? { items: [], total: 0, counts: {} };
  const current = items.find((record) => record.id === id);
  return (
    <div class={id === undefined ? 'split' : 'split has-detail'}>
      <div class="list stack">
        <StateFilter kind={kind} counts={counts} at={current?.status} />
        <div class="toolbar">
          <Field label="Search" type="search" placeholder="Id or reference" shortcut {...bindQuery('search')} />
          <Choice label="Mode" options={MODES} {...bindQuery('mode', 'live')} />
          <p class="count" role="status">
            {body !== undefined && `${items.length} of ${total}`}
          </p>
        </div>
        {items.length > 0 && <RecordTable {...{ kind, id, items }} />}
        {body !== undefined && items.length === 0 && <Empty>No {kind.title.toLowerCase()} match.</Empty>}
        {items.length < total && limit.value < ROWS_MAX && (
          <p class="buttons">
            <Button
              act={() => {
                limit.value = Math.min(limit.value * 3, ROWS_MAX);
              }}
            >
              Show more
            </Button>
          </p>
        )}
        {total > ROWS_MAX && limit.value === ROWS_MAX && <p>Only the first {ROWS_MAX} are shown. Search to find others.</p>}
      </div>
      {id !== undefined && <RecordDetail key={id} kind={kind} id={id} />}
    </div>
  );
}

/** The states of a kind, with the number of records in each. Clicking a state shows only its records. */
function StateFilter({
  kind,
  counts,
  at,
}: {
  kind: RecordKind;
  counts: Readonly<Record<string, number>>;
  at: string | undefined;
}): JSX.Element {
  const wanted = query.value.get('status') ?? '';
  return (
    <ul class="machine" aria-label={`States of ${kind.title.toLowerCase()}`}>
      {kind.states.map((state) => {
        const transitions = describeTransitions(kind, state);
        return (
          <li key={state}>
            <a
              href={addressWith(`market/${kind.path}`, 'status', wanted === state ? '' : state)}
              aria-current={wanted === state || at === state ? 'true' : undefined}
            >
              <span>{state}</span>
              <strong>{counts[state] ?? 0}</strong>
              <small>{transitions === '' && kind.transitions.length > 0 ? 'final' : transitions}</small>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function RecordTable({
  kind,
  items,
  id,
}: {
  kind: RecordKind;
  items: readonly MarketRecord[];
  id: string | undefined;
}): JSX.Element {
  return (
    <div class="scroll card" tabIndex={0} role="region" aria-label={kind.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{kind.title.slice(0, -1)}</th>
            <th scope="col">Status</th>
            {kind.columns.map(([field, heading]) => (
              <th key={field} scope="col" class={NUMERIC.has(field) ? 'number' : undefined}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((record) => (
            <tr key={record.id} aria-current={record.id === id ? 'true' : undefined}>
              <th scope="row">
                <a href={addressWithQuery(`market/${kind.path}/${record.id}`)}>
                  <code>{typeof record['reference'] === 'string' ? record['reference'] : record.id}</code>
                </a>
              </th>
              <td>
                <Badge>{record.status}</Badge>
              </td>
              {kind.columns.map(([field]) => (
                <td key={field} class={NUMERIC.has(field) ? 'number' : undefined}>
                  <Cell value={record[field]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T/;

function Cell({ value }: { value: unknown }): JSX.Element {
  if (value === null || value === undefined) return <span class="muted">–</span>;
  if (typeof value === 'number') return <>{value}</>;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (/^(?:inv|bid|trd|cb|cbo)_/.test(text)) return <Id id={text} />;
  return <>{INSTANT.test(text) ? text.slice(0, 10) : text}</>;
}
