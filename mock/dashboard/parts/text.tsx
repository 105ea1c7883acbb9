import type { ComponentChildren, JSX } from 'preact';
import { useSignal } from '@preact/signals';
import { control } from '../state/control.ts';
import { attempt } from '../state/notices.ts';
import type { Clause } from '../state/wire.ts';

/** `2026-06-10T12:00:00.000Z` as `12:00:00`, with the rest in the tooltip. */
export function Time({ at, full = false }: { at: string; full?: boolean }): JSX.Element {
  const text = full ? `${at.slice(0, 10)} ${at.slice(11, 19)}` : at.slice(11, 19);
  return (
    <time dateTime={at} title={at}>
      {text}
    </time>
  );
}

/** A sentence whose parts between backticks are code. */
export function Prose({ children }: { children: string }): JSX.Element {
  return <>{children.split('`').map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part))}</>;
}

const UNITS: readonly [seconds: number, unit: string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** How long something takes, in its two largest units: `2 days 3 hours`. */
export function describeDuration(milliseconds: number): string {
  let rest = Math.max(0, Math.round(milliseconds / 1000));
  const parts: string[] = [];
  for (const [seconds, unit] of UNITS) {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`);
  }
  return parts.length === 0 ? 'now' : parts.slice(0, 2).join(' ');
}

type Tone = 'good' | 'bad' | 'warn' | 'info' | 'none';

const TONES: Readonly<Record<string, Tone>> = {
  delivered: 'good',
  accepted: 'good',
  Completed: 'good',
  listed: 'good',
  active: 'good',
  open: 'good',
  pass: 'good',
  verified: 'good',
  pending: 'info',
  Pending: 'info',
  countered: 'info',
  retrying: 'warn',
  congested: 'warn',
  warn: 'warn',
  warned: 'warn',
  failed: 'bad',
  rejected: 'bad',
  violated: 'bad',
  fail: 'bad',
};

export function Badge({ children, tone }: { children: string; tone?: Tone }): JSX.Element {
  return <span class={`badge ${tone ?? TONES[children] ?? 'none'}`}>{children.replaceAll('_', ' ')}</span>;
}

export function StatusCode({ status }: { status: number }): JSX.Element {
  const tone = status >= 500 ? 'bad' : status >= 400 ? 'warn' : status >= 200 && status < 300 ? 'good' : 'none';
  return <span class={`badge code ${tone}`}>{status === 0 ? 'no response' : String(status)}</span>;
}

/** The id of a clause. A click shows its statement. */
export function ClauseRef({ id }: { id: string }): JSX.Element {
  const clause = useSignal<Clause | undefined>(undefined);
  const is_open = useSignal(false);
  const toggle = async (): Promise<void> => {
    is_open.value = !is_open.value;
    clause.value ??= await attempt(() => control<Clause>('GET', `/clauses/${id}`));
  };
  return (
    <>
      <button
        type="button"
        class="clause"
        aria-expanded={is_open.value}
        title={`What ${id} says`}
        onClick={() => {
          void toggle();
        }}
      >
        {id}
      </button>
      {is_open.value && clause.value !== undefined && (
        <q class="statement">
          <Prose>{clause.value.statement}</Prose>
        </q>
      )}
    </>
  );
}

/** The dashboard address of the record with this id. Undefined if no page shows such records. */
export function addressOf(id: string): string | undefined {
  const kind = { inv: 'lots', bid: 'bids', trd: 'trades', cb: 'cash-bids', cbo: 'offers' }[/^[a-z]+/.exec(id)?.[0] ?? ''];
  if (kind !== undefined) return `#/market/${kind}/${id}`;
  if (id.startsWith('whk_')) return `#/webhooks/subscriptions/${id}`;
  return id.startsWith('evt_') ? `#/webhooks/deliveries/${id}` : undefined;
}

export function Id({ id }: { id: string }): JSX.Element {
  const address = addressOf(id);
  return address === undefined ? (
    <code>{id}</code>
  ) : (
    <a href={address}>
      <code>{id}</code>
    </a>
  );
}

export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ComponentChildren])[] }): JSX.Element {
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Empty({ children }: { children: ComponentChildren }): JSX.Element {
  return <p class="empty">{children}</p>;
}

/** The panel of a selected item. @param close the address of the page without the panel */
export function Detail({
  label,
  title,
  close,
  children,
}: {
  label: string;
  title: ComponentChildren;
  close: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <article class="detail" aria-label={label}>
      <header>
        <h2>{title}</h2>
        <a class="button quiet" href={close}>
          Close
        </a>
      </header>
      {children}
    </article>
  );
}

export function Card({
  title,
  children,
  aside,
}: {
  title: string;
  children: ComponentChildren;
  aside?: ComponentChildren;
}): JSX.Element {
  return (
    <section class="card">
      <header>
        <h2>
          <Prose>{title}</Prose>
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
