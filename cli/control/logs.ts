import type { Entry, EntryKind } from '#mock';
import { type Command, Option } from 'commander';
import { UsageError } from '../errors.ts';
import { addExamples, addOptions } from '../flags/options.ts';
import { readNumberFlag } from '../flags/values.ts';
import { type ExplainedRequest, formatRequest } from './format-request.ts';
import { callerOf, formatEntry } from './log-line.ts';
import { type MockFlags, mockOptions, printOutcome, withMock } from './verb.ts';

const SEQ = { min: 1, max: 999_999_999_999 } as const;
const KINDS = ['request', 'event', 'delivery'] as const satisfies readonly EntryKind[];

/** The flags that choose among many entries. */
const FILTERS = ['follow', 'caller', 'status', 'method', 'kind'];

interface LogFlags extends MockFlags {
  follow?: true;
  caller?: string;
  status?: string;
  method?: string;
  kind?: EntryKind;
  seq?: string;
}

export function configure(command: Command): void {
  addOptions(command, [
    ['-f, --follow', 'keep printing what happens, until Ctrl+C'],
    ['--caller <name>', 'only requests of this caller, such as buyer_sandbox; - for no valid token'],
    ['--status <status>', 'only requests with this status, such as 404 or 4xx'],
    ['--method <name>', 'only requests with this method'],
    new Option('--kind <kind>', 'only entries of this kind').choices(KINDS),
    new Option('--seq <number>', 'one request with its headers and bodies: the number after #').conflicts(FILTERS),
    ...mockOptions(),
    ['--json', 'print one JSON object per line'],
  ]).action(printLogs);
  addExamples(
    command,
    ['gristmill logs', 'gristmill logs --follow --caller buyer', 'gristmill logs --status 4xx --json', 'gristmill logs --seq 12'],
    '0 success, 1 no such request, 2 wrong usage',
  );
}

async function printLogs(flags: LogFlags): Promise<void> {
  if (flags.seq !== undefined) {
    const seq = readNumberFlag('--seq', flags.seq, SEQ);
    const request = await withMock(flags, (mock) => mock.control<ExplainedRequest>('GET', `/requests/${seq}`));
    printOutcome({ value: request, lines: formatRequest(request) }, flags);
    return;
  }
  const isShown = filterOf(flags);
  const kinds = kindsOf(flags);
  const print = (entry: Entry): void => {
    if (isShown(entry)) process.stdout.write(`${flags.json === true ? JSON.stringify(entry) : formatEntry(entry)}\n`);
  };
  await withMock(flags, async (mock) => {
    if (flags.follow === true) {
      for await (const entry of mock.follow({ kinds, isFromStart: true })) print(entry);
      return;
    }
    const entries: Entry[] = [];
    if (kinds.includes('request'))
      for (const entry of (await mock.requests({ limit: 1000 })).items) entries.push({ kind: 'request', entry });
    if (kinds.includes('event'))
      for (const entry of (await mock.events({ limit: 1000 })).items) entries.push({ kind: 'event', entry });
    if (kinds.includes('delivery'))
      for (const entry of (await mock.deliveries({ limit: 1000 })).items) entries.push({ kind: 'delivery', entry });
    for (const entry of entries.toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)))) print(entry);
    if (!entries.some(isShown)) process.stderr.write(`${explainNothing(entries, flags)}\n`);
  });
}

/** Why nothing is printed. For an unknown caller, which ones there are. */
function explainNothing(entries: readonly Entry[], { caller }: LogFlags): string {
  const callers = [...new Set(entries.flatMap((entry) => (entry.kind === 'request' ? [callerOf(entry.entry)] : [])))];
  if (entries.length === 0) return 'gristmill: nothing is recorded yet';
  const is_known = caller === undefined || callers.includes(nameCaller(caller));
  return `gristmill: no entry matches${is_known ? '' : `; the callers so far are ${callers.join(', ')}`}`;
}

/** The caller as the log prints it: the name of the developer token is `buyer_sandbox`, and the log prints `buyer sandbox`. */
function nameCaller(caller: string): string {
  return caller.replace(/_sandbox$/, ' sandbox');
}

/** The kinds to print. A filter for requests excludes the others. */
function kindsOf({ kind, caller, status, method }: LogFlags): readonly EntryKind[] {
  const filters = Object.entries({ caller, status, method }).filter(([, value]) => value !== undefined);
  const [first] = filters;
  if (first === undefined) return kind === undefined ? KINDS : [kind];
  if (kind !== undefined && kind !== 'request')
    throw new UsageError(`--${first[0]}`, `filters requests; remove it, or remove --kind ${kind}`);
  return ['request'];
}

function filterOf({ caller, status, method }: LogFlags): (entry: Entry) => boolean {
  if (status !== undefined && !/^[1-5](?:\d\d|xx)$/i.test(status))
    throw new UsageError('--status', `'${status}' is not a status; give one such as 404 or 4xx`);
  const wanted = caller === undefined ? undefined : nameCaller(caller);
  const expected = status === undefined ? undefined : new RegExp(`^${status.replace(/x/gi, '.')}$`);
  return (entry) =>
    entry.kind !== 'request' ||
    ((expected === undefined || expected.test(String(entry.entry.status))) &&
      (method === undefined || entry.entry.method === method.toUpperCase()) &&
      (wanted === undefined || callerOf(entry.entry) === wanted));
}

function timeOf(entry: Entry): string {
  if (entry.kind === 'gap') return '';
  return entry.kind === 'request' ? entry.entry.at : entry.entry.created_at;
}
