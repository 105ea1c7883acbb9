import type { ClientFinding, Mock } from '#mock';
import type { WorldEvent } from '#mock/server/journal/event-bus';
import { Alarm } from '#mock/ports/timer';
import { countFindings, formatFinding } from '../control/coach.ts';

/** How long after an event to look, in ms. Events in between are looked at together. */
const LOOK_AFTER_MS = 200;

export interface LiveCoach {
  /** For `onEvent`. */
  onEvent: (world_id: string, event: WorldEvent) => void;
  /** Prints what the clients have not done, and a summary. */
  finish: () => Promise<void>;
}

/**
 * Prints each finding of the coach once, as soon as there is one.
 * @param findMock undefined until the mock has started
 */
export function createLiveCoach(
  findMock: () => Mock | undefined,
  format: 'text' | 'json',
  write: (text: string) => void,
): LiveCoach {
  const printed = new Map<string, ClientFinding>();
  const touched = new Set<string>();
  const look = async (is_final: boolean): Promise<void> => {
    const mock = findMock();
    const ids = [...touched];
    if (!is_final) touched.clear();
    for (const id of ids) for (const finding of await read(mock, id, is_final)) print(id, finding);
  };
  const print = (world: string, finding: ClientFinding): void => {
    const key = JSON.stringify([world, finding.rule, finding.client]);
    if (!printed.has(key))
      write(
        format === 'json' ? `${JSON.stringify({ world, kind: 'coach', finding })}\n` : `${formatFinding(finding).join('\n')}\n`,
      );
    printed.set(key, finding);
  };
  const seen = new Set<string>();
  const alarm = new Alarm(() => {
    void look(false);
  });
  return {
    onEvent: (world_id) => {
      if (touched.size === 0) alarm.set(LOOK_AFTER_MS);
      touched.add(world_id);
      seen.add(world_id);
    },
    finish: async () => {
      alarm.clear();
      for (const id of seen) touched.add(id);
      await look(true);
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
  return coach === undefined ? [] : readFindings(world, coach, is_final);
}
