import type { ClientFinding, Mock } from '#mock';
import type { WorldEvent } from '#mock/server/journal/event-bus';
import { Alarm } from '#mock/ports/timer';
import { countFindings, formatFinding } from '../control/coach.ts';
import type { LogFormat } from './settings.ts';

/** How long after an event to ask the coach, in ms. Events in between are examined together. */
const LOOK_AFTER_MS = 200;

interface LiveCoach {
  /** For `onEvent`. */
  onEvent: (world_id: string, event: WorldEvent) => void;
  /** Prints what the clients have not done, and a summary. */
  finish: () => Promise<void>;
}

/**
 * Prints each finding of the coach once, as soon as there is one.
 * @param findMock returns undefined until the mock has started
 * @param format `json` prints one line per finding, and no summary
 */
export function createLiveCoach(findMock: () => Mock | undefined, format: LogFormat, write: (text: string) => void): LiveCoach {
  const printed = new Map<string, ClientFinding>();
  const look = async (world_ids: readonly string[], is_final: boolean): Promise<void> => {
    for (const id of world_ids) for (const finding of await read(findMock(), id, is_final)) print(id, finding);
  };
  const print = (world: string, finding: ClientFinding): void => {
    const key = JSON.stringify([world, finding.rule, finding.client]);
    if (!printed.has(key))
      write(
        format === 'json' ? `${JSON.stringify({ world, kind: 'coach', finding })}\n` : `${formatFinding(finding).join('\n')}\n`,
      );
    printed.set(key, finding);
  };
  /** All worlds with events, and those with events since the last look. */
  const seen = new Set<string>();
  const changed = new Set<string>();
  const alarm = new Alarm(() => {
    const world_ids = [...changed];
    changed.clear();
    void look(world_ids, false);
  });
  return {
    onEvent: (world_id) => {
      if (changed.size === 0) alarm.set(LOOK_AFTER_MS);
      changed.add(world_id);
      seen.add(world_id);
    },
    finish: async () => {
      alarm.clear();
      await look([...seen], true);
      if (format === 'json') return;
      const total = countFindings([...printed.values()]);
      write(total === '' ? 'The coach found nothing.\n' : `The coach found: ${total}.\n`);
    },
  };
}

async function read(mock: Mock | undefined, world_id: string, is_final: boolean): Promise<readonly ClientFinding[]> {
  const world = await mock?.worlds.find(world_id === 'default' ? undefined : world_id);
  // A world can be deleted in the meantime.
  if (world === undefined || 'refused' in world) return [];
  const { coach } = world.options;
  const { readFindings } = await import('#mock/server/coaching/read-findings');
  return coach === undefined ? [] : (await readFindings(world, coach, is_final)).items;
}
