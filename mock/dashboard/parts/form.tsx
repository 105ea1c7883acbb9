import type { ComponentChildren, JSX } from 'preact';
import type { Signal } from '@preact/signals';
import { attempt } from '../state/notices.ts';

/** A value in a signal, or one that `onValue` stores elsewhere. */
type Bound = { signal: Signal<string> } | { value: string; onValue: (value: string) => void };

function bind(bound: Bound): { value: string; onValue: (value: string) => void } {
  if (!('signal' in bound)) return bound;
  const { signal } = bound;
  return {
    value: signal.value,
    onValue: (value) => {
      signal.value = value;
    },
  };
}

interface FieldOptions {
  label: string;
  type?: 'text' | 'search' | 'number' | 'password';
  placeholder?: string;
  hint?: string;
  shortcut?: boolean;
}

export function Field({
  label,
  type = 'text',
  placeholder,
  hint,
  shortcut = false,
  ...bound
}: FieldOptions & Bound): JSX.Element {
  const { value, onValue } = bind(bound);
  // Cast: Preact has a separate type for each input `type`, but all of these take the same attributes.
  const kind = { type } as { type: 'text' };
  return (
    <label class="field">
      <span>{label}</span>
      <input
        {...kind}
        value={value}
        placeholder={placeholder}
        data-shortcut={shortcut ? '/' : undefined}
        autocomplete="off"
        spellcheck={false}
        step="any"
        onInput={(event) => {
          onValue(event.currentTarget.value);
        }}
      />
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}

interface ChoiceOptions {
  label: string;
  options: readonly (readonly [value: string, text: string])[];
}

export function Choice({ label, options, ...bound }: ChoiceOptions & Bound): JSX.Element {
  const { value, onValue } = bind(bound);
  return (
    <label class="field">
      <span>{label}</span>
      <select
        value={value}
        onChange={(event) => {
          onValue(event.currentTarget.value);
        }}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface SwitchProps {
  label: ComponentChildren;
  is_on: boolean;
  onChange: (is_on: boolean) => Promise<unknown>;
}

export function Switch({ label, is_on, onChange }: SwitchProps): JSX.Element {
  const turn = async (box: HTMLInputElement, wanted: boolean): Promise<void> => {
    const result = await attempt(() => onChange(wanted));
    if (result === undefined) box.checked = is_on;
  };
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={is_on}
        onChange={(event) => {
          const wanted = event.currentTarget.checked;
          const box = event.currentTarget;
          void turn(box, wanted);
        }}
      />
      <span>{label}</span>
    </label>
  );
}

interface TabsProps {
  label: string;
  tabs: readonly (readonly [address: string, text: string])[];
  current: string;
}

/** Links to parts of a page. */
export function Tabs({ label, tabs, current }: TabsProps): JSX.Element {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(([address, text]) => (
        <a key={address} href={`#/${address}`} aria-current={address === current ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
