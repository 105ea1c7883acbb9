import type { Entry, EntryKind, Pattern } from '#mock';
import { type Command, Argument } from 'commander';
import { UsageError } from '../errors.ts';
import { readNumberFlag, readSecondsFlag } from '../flags/values.ts';
import { formatEntry } from './log-line.ts';
import { configureVerb, verb } from './verb.ts';

const SECONDS = { min: 0, max: 60 } as const;
const SEQ = { min: 0, max: 999_999_999_999 } as const;

/** The name that the user gives for each field of the mock's API, for error messages. */
const ARGUMENT_OF = {
  'request.operation_id': 'operation_id',
  'event.type': 'type',
  'delivery.event': 'event',
  'delivery.status': 'status',
} as const;

export function configure(command: Command): void {
  command.addArgument(new Argument('<kind>', 'what to wait for').choices(['request', 'event', 'delivery']));
  command.argument('[fields...]', '<name>=<value>, such as type=bid.accepted, status=201, or data.bid_id=…');
  configureVerb(
    command,
    verb<{ timeout?: string; since?: string }>({
      summary: 'Wait until a request, an event, or a delivery matches',
      options: [
        ['--timeout <duration>', 'real time, at most 60 s (default: 10 s)'],
        ['--since <seq>', 'also consider entries after this seq; 0 for all that are kept'],
      ],
      examples: [
        'gristmill wait event type=trade.settled',
        'gristmill wait delivery event=bid.accepted status=delivered --since 0',
        'gristmill wait request operation_id=placeBid status=201 --timeout 30',
      ],
      flag_of: ARGUMENT_OF,
      exit_codes: '0 success, 1 rejected or timed out, 2 wrong usage, no mock, or a wrong admin token',
      run: async (mock, [kind = '', ...fields], { timeout, since }) => {
        // Commander rejects other kinds.
        const wanted = kind as EntryKind;
        const waiting = mock.waitFor(wanted, patternOf(fields), {
          ...(timeout === undefined ? {} : { timeoutMs: readSecondsFlag('--timeout', timeout, SECONDS) * 1000 }),
          ...(since === undefined ? {} : { since: readNumberFlag('--since', since, SEQ) }),
        });
        const entry = await waiting.catch(nameFlag);
        // `waitFor` returns an entry of this kind.
        return { value: entry, lines: [formatEntry({ kind: wanted, entry } as Entry)] };
      },
    }),
  );
}

/** Replaces the field of the API in the mock's message with the flag that sets it. */
function nameFlag(error: unknown): never {
  if (error instanceof Error) error.message = error.message.replace(/pass since\.$/, 'pass --since 0.');
  throw error;
}

/** `status=201` and `data.invoice_total=84.5` are numbers, `livemode=true` a boolean, `team_id=null` null, and everything else text. */
export function patternOf(fields: readonly string[]): Pattern {
  return Object.fromEntries(
    fields.map((field): [string, string | number | boolean | null] => {
      const at = field.indexOf('=');
      if (at < 1) throw new UsageError('<fields>', `'${field}' is not <name>=<value>; use one such as type=bid.accepted`);
      return [field.slice(0, at), readValue(field.slice(at + 1))];
    }),
  );
}

function readValue(text: string): string | number | boolean | null {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  return /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text) ? Number(text) : text;
}
