/** Follows the events of the world through the control plane's stream. */
import { batch, signal } from '@preact/signals';
import { RefusedError, connection, openControl } from './control.ts';
import { after, wait } from './time.ts';
import type { DeliveryEntry, EventEntry, RequestEntry } from './wire.ts';

/** How many requests the page keeps. The mock keeps about as many. */
const REQUESTS_MAX = 2_000;
const OTHERS_MAX = 500;
/** How often new entries are shown, in ms. */
const FLUSH_MS = 200;
/** The minimum time between two reloads of a page's records, in ms. */
const CHANGES_MS = 300;
const RETRY_MS = 1_000;

/** Newest first. */
export const requests = signal<readonly RequestEntry[]>([]);
export const events = signal<readonly EventEntry[]>([]);
export const deliveries = signal<readonly DeliveryEntry[]>([]);
/** The number of requests that the mock served but the page does not have. */
export const dropped = signal(0);
export const is_paused = signal(false);
/** How many requests arrived while the list was paused. */
export const held_back = signal(0);
/** Why the stream is interrupted. Empty while it works. */
export const stream_problem = signal('');
/** Increases with every reset and restore. */
export const resets = signal(0);
/** Increases when something changed that pages may have to read again. */
export const changes = signal(0);

interface Entries {
  request: RequestEntry[];
  event: EventEntry[];
  delivery: DeliveryEntry[];
}

const noEntries = (): Entries => ({ request: [], event: [], delivery: [] });

/** Entries that no list shows yet. */
let waiting = noEntries();

/** Returns a function that schedules the action, at most once per period. */
function oncePer(period_ms: number, action: () => void): () => void {
  let is_scheduled = false;
  return () => {
    if (is_scheduled) return;
    is_scheduled = true;
    after(period_ms, () => {
      is_scheduled = false;
      action();
    });
  };
}

const scheduleFlush = oncePer(FLUSH_MS, flush);
const scheduleChange = oncePer(CHANGES_MS, () => {
  changes.value += 1;
});

function prepend<Entry extends { seq: number }>(fresh: readonly Entry[], kept: readonly Entry[], most: number): readonly Entry[] {
  return fresh.length === 0 ? kept : [...fresh.toReversed(), ...kept].slice(0, most);
}

function flush(): void {
  const { request, event, delivery } = waiting;
  let held = request;
  batch(() => {
    if (is_paused.value) {
      dropped.value += Math.max(0, request.length - REQUESTS_MAX);
      held = request.slice(-REQUESTS_MAX);
      held_back.value = held.length;
    } else {
      const total = requests.value.length + request.length;
      requests.value = prepend(request, requests.value, REQUESTS_MAX);
      dropped.value += Math.max(0, total - REQUESTS_MAX);
      held_back.value = 0;
    }
    events.value = prepend(event, events.value, OTHERS_MAX);
    deliveries.value = prepend(delivery, deliveries.value, OTHERS_MAX);
  });
  waiting = { ...noEntries(), request: is_paused.value ? held : [] };
}

export function setPaused(paused: boolean): void {
  is_paused.value = paused;
  if (!paused) flush();
}

function clear(): void {
  waiting = noEntries();
  batch(() => {
    requests.value = [];
    events.value = [];
    deliveries.value = [];
    dropped.value = 0;
    held_back.value = 0;
    resets.value += 1;
  });
}

type Message =
  | { kind: 'request'; value: RequestEntry }
  | { kind: 'event'; value: EventEntry }
  | { kind: 'delivery'; value: DeliveryEntry }
  | { kind: 'gap'; value: { reason: string; requests?: number } };

/** Handles one message of the stream. @returns whether to reopen the stream */
function take({ kind, value }: Message): boolean {
  if (kind === 'gap') {
    if (value.reason !== 'forgotten') return true;
    dropped.value += value.requests ?? 0;
  }
  if (kind === 'request') waiting.request.push(value);
  if (kind === 'event') waiting.event.push(value);
  if (kind === 'delivery') waiting.delivery.push(value);
  if (kind === 'event' || kind === 'delivery' || (kind === 'request' && value.method !== 'GET')) scheduleChange();
  scheduleFlush();
  return false;
}

/** Parses server-sent events (WHATWG HTML, section 9.2), as far as the mock uses them. */
async function readStream(response: Response, onId: (id: string) => void): Promise<'ended' | 'renewed'> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const chunk = await reader?.read();
    if (chunk?.value === undefined) return 'ended';
    const blocks = (rest + chunk.value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      // docs/control-plane.md documents each kind. A comment has no kind and no effect.
      const message = { kind: fields.get('event'), value: JSON.parse(fields.get('data') ?? '{}') as unknown } as Message;
      const is_renewed = take(message);
      onId(fields.get('id') ?? '');
      if (is_renewed) {
        await reader?.cancel();
        return 'renewed';
      }
    }
  }
}

/** The message of an error response, such as that the world has expired. */
async function readProblem(response: Response): Promise<string> {
  return new RefusedError(response.status, await response.json().catch(() => undefined)).message;
}

/** Follows the world until the page closes, and reconnects. */
export async function followWorld(): Promise<never> {
  let last_id = '';
  for (;;) {
    try {
      const headers: Record<string, string> = last_id === '' ? {} : { 'Last-Event-ID': last_id };
      const response = await openControl('GET', '/stream?since=0', undefined, headers);
      stream_problem.value = response.ok || response.status === 401 ? '' : await readProblem(response);
      if (response.ok) {
        const end = await readStream(response, (id) => {
          if (id !== '') last_id = id;
        });
        if (end === 'renewed') {
          last_id = '';
          clear();
          continue;
        }
        connection.value = 'lost';
      }
    } catch {
      connection.value = 'lost';
    }
    await wait(RETRY_MS);
  }
}
