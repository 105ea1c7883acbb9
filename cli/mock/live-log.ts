import type { Entry } from '#mock';
import type { WorldEvent } from '#mock/server/journal/event-bus';
import { DEFAULT_WORLD } from '#mock/server/world/worlds';

/**
 * Prints requests, events, and deliveries as they happen, without secrets. Lines of one turn of the event loop are written together.
 * @returns the listener for `onEvent`
 */
export function createLiveLog(write: (text: string) => void): (world_id: string, event: WorldEvent) => void {
  let waiting: [string, WorldEvent][] = [];
  const flush = async (): Promise<void> => {
    // Loaded with the first request, so that the mock starts fast.
    const { toEntry, formatEntry } = await loadFormat();
    const events = waiting;
    waiting = [];
    const lines = events.flatMap(([world, event]) => {
      const entry = toEntry(event);
      if (entry === undefined) return [];
      return [`${formatEntry(entry)}${world === DEFAULT_WORLD ? '' : `  ${world}`}\n`];
    });
    if (lines.length > 0) write(lines.join(''));
  };
  return (world_id, event) => {
    waiting.push([world_id, event]);
    if (waiting.length === 1) setImmediate(() => void flush());
  };
}

interface Format {
  toEntry: (event: WorldEvent) => Entry | undefined;
  formatEntry: (entry: Entry) => string;
}

async function loadFormat(): Promise<Format> {
  const [{ formatEntry }, { redactDelivery, redactEntry }, { showEvent }] = await Promise.all([
    import('../control/log-line.ts'),
    import('#mock/server/control/endpoint/redact'),
    import('#mock/server/control/journal/journal'),
  ]);
  return {
    formatEntry,
    toEntry: (event) => {
      const { kind } = event;
      if (kind === 'request') return { kind, entry: redactEntry(event.request) };
      if (kind === 'event') return { kind, entry: showEvent(event.event, event.data) };
      return kind === 'delivery' ? { kind, entry: redactDelivery(event.delivery) } : undefined;
    },
  };
}
