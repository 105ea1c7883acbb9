/** Violations and variants as switches. */
import type { JSX } from 'preact';
import { Button } from '../parts/button.tsx';
import { Field, Switch } from '../parts/form.tsx';
import { Card, ClauseRef, Empty } from '../parts/text.tsx';
import { bindQuery } from '../state/route.ts';
import { useControl } from '../state/use-control.ts';
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
  const { body, change } = useControl<{ items: readonly Deviation[] }>(`/${field}`);
  const listed = body?.items ?? [];
  const search = bindQuery('search');
  const turnOn = async (names: readonly string[]): Promise<true> => {
    await change('PUT', `/${field}`, { names });
    await loadOverview();
    return true;
  };
  const on = listed.filter(({ is_on }) => is_on).map(({ name }) => name);
  const shown = listed.filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(search.value.toLowerCase()));
  const sorted = shown.toSorted((one, other) => Number(other.is_on) - Number(one.is_on)).slice(0, ROWS_MAX);
  return (
    <Card title={field === 'violations' ? 'Violations' : 'Variants'}>
      <p class="muted">{INTRODUCTIONS[field]}</p>
      <div class="toolbar">
        <Field label="Search" type="search" shortcut placeholder="BID-26, counter, paging" {...search} />
        <p class="count" role="status">
          {on.length} on, {sorted.length} of {listed.length} shown
        </p>
        <Button disabled={on.length === 0} act={() => turnOn([])}>
          Turn all off
        </Button>
      </div>
      {shown.length === 0 && listed.length > 0 && <Empty>No name or title contains {search.value}.</Empty>}
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
