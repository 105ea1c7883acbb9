/** Violations and variants as switches. */
import type { JSX } from 'preact';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Field, Switch } from '../parts/form.tsx';
import { Card, ClauseRef, Empty } from '../parts/text.tsx';
import { control } from '../state/control.ts';
import { attempt } from '../state/notices.ts';
import { query, setQuery } from '../state/route.ts';
import { loadOverview } from '../state/world.ts';

interface Deviation {
  name: string;
  title: string;
  /** Of a violation. */
  clause?: string;
  /** Of a variant. */
  clauses?: readonly string[];
  is_on: boolean;
}

const INTRODUCTIONS = {
  violations: 'A violation breaks one clause on purpose, so that you can see a check fail.',
  variants: 'A variant makes the mock differ in a way that the API document allows. Your client has to cope with it.',
} as const;

const ROWS_MAX = 200;

export function DeviationList({ field }: { field: 'violations' | 'variants' }): JSX.Element {
  const listed = useSignal<readonly Deviation[]>([]);
  const search = query.value.get('search') ?? '';
  const load = async (): Promise<void> => {
    listed.value = (await control<{ items: readonly Deviation[] }>('GET', `/${field}`)).items;
  };
  useEffect(() => {
    void attempt(load);
  }, [field]);
  const turnOn = async (names: readonly string[]): Promise<true> => {
    await control('PUT', `/${field}`, { names });
    await load();
    await loadOverview();
    return true;
  };
  const on = listed.value.filter(({ is_on }) => is_on).map(({ name }) => name);
  const shown = listed.value.filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(search.toLowerCase()));
  const sorted = shown.toSorted((one, other) => Number(other.is_on) - Number(one.is_on)).slice(0, ROWS_MAX);
  return (
    <Card title={field === 'violations' ? 'Violations' : 'Variants'}>
      <p class="muted">{INTRODUCTIONS[field]}</p>
      <div class="toolbar">
        <Field
          label="Search"
          type="search"
          shortcut
          placeholder="BID-26, counter, paging"
          value={search}
          onValue={(value) => {
            setQuery('search', value);
          }}
        />
        <p class="count" role="status">
          {on.length} on, {sorted.length} of {listed.value.length} shown
        </p>
        <Button disabled={on.length === 0} act={() => turnOn([])}>
          Turn all off
        </Button>
      </div>
      {shown.length === 0 && listed.value.length > 0 && <Empty>No name or title contains {search}.</Empty>}
      <ul class="toggles">
        {sorted.map(({ name, title, clause, clauses = [], is_on }) => (
          <li key={name}>
            <Switch
              label={<code>{name}</code>}
              is_on={is_on}
              onChange={(wanted) => turnOn(wanted ? [...on, name] : on.filter((one) => one !== name))}
            />
            <span>{title}</span>
            {[...(clause === undefined ? [] : [clause]), ...clauses].map((id) => (
              <ClauseRef key={id} id={id} />
            ))}
          </li>
        ))}
      </ul>
    </Card>
  );
}
