import type { ClockState, ConnectedMock, ClockAdvance } from '#mock';
import { readDuration } from '#mock/driver/duration';
import { readClockStart } from '#mock/ports/clock-start';
import type { Command } from 'commander';
import { UsageError } from '../errors.ts';
import { describeClock, describeAdvance } from './format.ts';
import { type Outcome, type Verbs, addVerbs, verb } from './verb.ts';

async function readClock(mock: ConnectedMock): Promise<Outcome> {
  const state = await mock.control<ClockState>('GET', '/clock');
  return { value: state, lines: describeClock(state) };
}

function outcomeOf(advance: ClockAdvance): Outcome {
  return { value: advance, lines: describeAdvance(advance) };
}

const VERBS: Verbs = {
  'advance <duration>': verb({
    summary: 'Advance the clock, such as by 90s, 12h, or 7d',
    examples: ['gristmill clock advance 7d', 'gristmill clock advance "36 hours" --json'],
    run: async (mock, [duration = '']) => {
      const seconds = readDuration(duration);
      if (seconds === undefined)
        throw new UsageError(
          '<duration>',
          /^\d+$/.test(duration)
            ? `'${duration}' has no unit; use ${duration}s for seconds, ${duration}h for hours, or ${duration}d for days`
            : `'${duration}' is not a duration; give one such as 90s, 12h, or 7d`,
        );
      return outcomeOf(await mock.clock.advance(seconds));
    },
  }),
  show: verb({
    summary: 'Print the time of the world, and when something is next due',
    examples: ['gristmill clock show', 'gristmill clock show --mock http://127.0.0.1:4010/worlds/w1'],
    run: readClock,
  }),
  'set <instant>': verb({
    summary: 'Set the clock to an instant',
    examples: ['gristmill clock set 2031-06-01T12:00:00Z', 'gristmill clock set 2031-06-01T12:00:00Z --json'],
    run: async (mock, [instant = '']) => {
      // `readClockStart` also accepts the words `real` and `frozen`.
      if (!/^\d/.test(instant) || readClockStart(instant) === undefined)
        throw new UsageError(
          '<instant>',
          `'${instant}' is not a time from 2000 to 2999 with a time zone; use one such as 2031-06-01T12:00:00Z`,
        );
      return outcomeOf(await mock.clock.set(instant));
    },
  }),
  run: verb({
    summary: 'Advance the clock until no delivery is queued, retries included',
    examples: ['gristmill clock run', 'gristmill clock run --json'],
    run: async (mock) => {
      const outcome = outcomeOf(await mock.clock.run());
      const is_idle = outcome.lines.length === 1;
      return is_idle ? { ...outcome, lines: [...outcome.lines, '  No delivery was queued.'] } : outcome;
    },
  }),
  freeze: verb({
    summary: 'Freeze the clock',
    examples: ['gristmill clock freeze', 'gristmill clock freeze --mock http://127.0.0.1:4010/worlds/w1'],
    run: async (mock) => {
      await mock.clock.freeze();
      return readClock(mock);
    },
  }),
  resume: verb({
    summary: 'Resume a frozen clock',
    examples: ['gristmill clock resume', 'gristmill clock resume --mock http://127.0.0.1:4010/worlds/w1'],
    run: async (mock) => {
      await mock.clock.resume();
      return readClock(mock);
    },
  }),
};

export function configure(command: Command): void {
  addVerbs(command, VERBS);
}
