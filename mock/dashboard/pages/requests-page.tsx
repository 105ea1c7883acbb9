import type { JSX } from 'preact';
import { Button } from '../parts/button.tsx';
import { Choice, Field } from '../parts/form.tsx';
import { Empty, StatusCode, Time } from '../parts/text.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { saveFile } from '../state/control.ts';
import { dropped, held_back, is_paused, requests, setPaused } from '../state/journal.ts';
import { addressWithQuery, bindQuery, item, query } from '../state/route.ts';
import type { RequestEntry } from '../state/wire.ts';
import { nameOfCaller } from '../state/world.ts';
import { codeOf, matchesFilters } from './request-filters.ts';
import { RequestDetail } from './request-detail.tsx';

const ROW_HEIGHT = 40;

const STATUSES = [
  ['', 'All statuses'],
  ['2', '2xx'],
  ['4', '4xx'],
  ['5', '5xx'],
] as const;

export function RequestsPage(): JSX.Element {
  const selected = item.value[0] === undefined ? undefined : Number(item.value[0]);
  const shown = requests.value.filter((entry) => matchesFilters(entry, query.value));
  return (
    <div class={selected === undefined ? 'split' : 'split has-detail'}>
      <div class="list">
        <Toolbar shown={shown.length} />
        {shown.length === 0 ? (
          <NoRequests />
        ) : (
          <VirtualList
            items={shown}
            row_height={ROW_HEIGHT}
            label="Requests, newest first"
            keyOf={(entry) => entry.seq}
            addressOf={({ seq }) => addressWithQuery(`requests/${seq}`)}
            selected={selected}
            renderItem={(entry) => <Row entry={entry} />}
          />
        )}
      </div>
      {selected !== undefined && <RequestDetail key={selected} seq={selected} />}
    </div>
  );
}

function NoRequests(): JSX.Element {
  if (requests.value.length > 0) return <Empty>No request matches the filters.</Empty>;
  return (
    <Empty>
      No requests yet. Paste a command from the <a href="#/overview">overview</a> into a shell, and it appears here.
    </Empty>
  );
}

function Row({ entry }: { entry: RequestEntry }): JSX.Element {
  const why = codeOf(entry) ?? (entry.is_cut ? 'cut off' : entry.is_replay ? 'replay' : undefined);
  return (
    <>
      <span class="at">
        <Time at={entry.at} />
      </span>
      <StatusCode status={entry.status} />
      <span class="method">{entry.method}</span>
      <span class="path">{entry.path.replace(/^\/(?:worlds\/[^/]+\/)?v1/, '')}</span>
      {why !== undefined && <span class="why">{why}</span>}
      <span class="caller">{nameOfCaller(entry.actor)}</span>
      <span class="took">{entry.duration_ms.toFixed(0)} ms</span>
    </>
  );
}

function Toolbar({ shown }: { shown: number }): JSX.Element {
  const callers = [...new Set(requests.value.map((entry) => nameOfCaller(entry.actor)))].toSorted((a, b) => a.localeCompare(b));
  const clauses = [...new Set(requests.value.map(({ clause }) => clause))]
    .filter((id) => id !== null)
    .toSorted((a, b) => a.localeCompare(b));
  return (
    <div class="toolbar">
      <Field label="Search" type="search" placeholder="Path, body, header, id" shortcut {...bindQuery('text')} />
      <Field label="Path" type="search" placeholder="/inventory" {...bindQuery('path')} />
      <Choice label="Status" options={STATUSES} {...bindQuery('status')} />
      <Choice
        label="Caller"
        options={[['', 'All callers'], ...callers.map((name) => [name, name] as const)]}
        {...bindQuery('caller')}
      />
      <Choice
        label="Clause"
        options={[['', 'All clauses'], ...clauses.map((id) => [id, id] as const)]}
        {...bindQuery('clause')}
      />
      <p class="count" role="status">
        {shown === requests.value.length ? `${shown} requests` : `${shown} of ${requests.value.length} requests`}
        {dropped.value > 0 && `, ${dropped.value} older ones dropped`}
        {is_paused.value && `, ${held_back.value} new while paused`}
      </p>
      <span class="buttons">
        <Button
          pressed={is_paused.value}
          act={() => {
            setPaused(!is_paused.value);
          }}
        >
          {is_paused.value ? 'Resume' : 'Pause'}
        </Button>
        <Button act={() => saveFile('/requests.har?limit=1000', 'gristmill.har')}>HAR</Button>
      </span>
    </div>
  );
}
