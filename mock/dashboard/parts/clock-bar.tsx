/** The clock of the world, on every page. */
import type { JSX } from 'preact';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { control } from '../state/control.ts';
import { changes } from '../state/journal.ts';
import { attempt, notify } from '../state/notices.ts';
import { every } from '../state/time.ts';
import { clock, loadClock, worldNow } from '../state/world.ts';
import { Button } from './button.tsx';

const TICK_MS = 1_000;

const STEPS: readonly (readonly [seconds: number, text: string])[] = [
  [60, '1 minute'],
  [3_600, '1 hour'],
  [86_400, '1 day'],
  [7 * 86_400, '7 days'],
];

interface Journey {
  now: string;
  fired_total: number;
  deliveries: number;
}

/** Advances the world's clock and notifies the user of what happened. */
export async function advance(path: 'advance' | 'set', body: object): Promise<void> {
  const { fired_total, deliveries } = await control<Journey>('POST', `/clock/${path}`, body);
  await loadClock();
  const things = fired_total === 1 ? '1 thing' : `${fired_total} things`;
  notify(`${things} happened on the way, with ${deliveries} delivery ${deliveries === 1 ? 'attempt' : 'attempts'}.`);
}

export function ClockBar(): JSX.Element | null {
  const tick = useSignal(0);
  const step = useSignal('3600');
  useEffect(
    () =>
      every(TICK_MS, () => {
        tick.value += 1;
      }),
    [],
  );
  useEffect(() => {
    if (clock.value !== undefined) void attempt(loadClock);
  }, [changes.value]);
  const read = clock.value;
  if (read === undefined) return null;
  const is_frozen = read.mode === 'frozen';
  const now = new Date(worldNow()).toISOString();
  return (
    <div class="clock" data-mode={read.mode} data-tick={tick.value % 2}>
      <time dateTime={now} title={is_frozen ? 'The clock of the world is frozen' : 'The clock of the world runs'}>
        <span class="date">{now.slice(0, 10)}</span> {now.slice(11, 19)} <span class="zone">UTC</span>
      </time>
      <Button
        look="quiet"
        title={is_frozen ? 'Let the clock of the world run' : 'Stop the clock of the world'}
        act={async () => {
          await control('POST', is_frozen ? '/clock/resume' : '/clock/freeze');
          await loadClock();
        }}
      >
        {is_frozen ? 'Run' : 'Freeze'}
      </Button>
      <span class="advance">
        <select
          aria-label="How far to advance the clock"
          value={step.value}
          onChange={(event) => {
            step.value = event.currentTarget.value;
          }}
        >
          {STEPS.map(([seconds, text]) => (
            <option key={seconds} value={String(seconds)}>
              {text}
            </option>
          ))}
        </select>
        <Button act={() => advance('advance', { seconds: Number(step.value) })}>Advance</Button>
      </span>
    </div>
  );
}
