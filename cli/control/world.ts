import type { Addresses, ConnectedMock, Snapshot, WorldRequest } from '#mock';
import { type Command, Option } from 'commander';
import { UsageError } from '../errors.ts';
import { collectNames } from '../flags/options.ts';
import { readNumberFlag } from '../flags/values.ts';
import { count, drawTable, formatInstant } from './format.ts';
import { type Verbs, addVerbs, verb } from './verb.ts';

const LOTS = { min: 20, max: 100_000 } as const;

interface CreateFlags {
  seed?: string;
  lots?: string;
  clock?: string;
  ttl?: string;
  snapshot?: string;
  violate?: readonly string[];
  variant?: readonly string[];
}

interface ListedWorld extends Addresses {
  id: string;
  seed: string;
  lots: number;
  now: string;
  mode: string;
  ttl_seconds: number | null;
}

const VERBS: Verbs = {
  create: verb<CreateFlags>({
    summary: 'Create another world, and print its addresses',
    options: [
      ['--seed <text>', 'determines the data and ids (default: that of the mock)'],
      ['--lots <number>', 'how many lots to generate, 20 to 100,000 (default: that of the mock)'],
      ['--clock <mode>', 'real, frozen, or frozen at a time: 2026-06-01T12:00:00Z'],
      ['--ttl <time>', 'delete when idle this long, such as 30m, or none (default: as --world-ttl)'],
      ['--violate <name>', 'break a clause on purpose; repeatable', collectNames],
      ['--variant <name>', 'behave differently where the document allows it; repeatable', collectNames],
      new Option('--snapshot <id>', 'start from this snapshot').conflicts(['seed', 'lots', 'clock', 'violate', 'variant']),
    ],
    examples: [
      'gristmill world create --seed 7 --lots 50',
      'gristmill world create --snapshot snap_1',
      'gristmill world create --json',
    ],
    flag_of: {
      seed: '--seed',
      clock: '--clock',
      ttl: '--ttl',
      snapshot: '--snapshot',
      violations: '--violate',
      variants: '--variant',
    },
    run: async (mock, _, flags) => {
      const { id, ...world } = await mock.control<Addresses & { id: string }>('POST', '/worlds', requestOf(flags));
      const lines = [
        `Created world ${id}.`,
        `  API            ${world.base_url}`,
        `  Control plane  ${world.control_url}`,
        `To control it, pass --mock ${world.auth_url}`,
      ];
      return { value: { id, ...world }, lines };
    },
  }),
  list: verb({
    summary: 'List the worlds of the mock',
    examples: ['gristmill world list', 'gristmill world list --json'],
    run: async (mock) => {
      const worlds = await mock.control<{ items: ListedWorld[] }>('GET', '/worlds');
      const rows = worlds.items.map(({ id, seed, lots, now, mode, auth_url }) => [
        id,
        seed,
        lots.toLocaleString('en'),
        `${formatInstant(now)} ${mode}`,
        auth_url,
      ]);
      return { value: worlds, lines: drawTable(['id', 'seed', 'lots', 'clock', 'address'], rows, 'There are no worlds.') };
    },
  }),
  'snapshot [name]': verb({
    summary: 'Take a snapshot of the world',
    examples: ['gristmill world snapshot "before the bid"', 'gristmill world snapshot --json'],
    run: async (mock, [name]) => {
      const snapshot = await mock.control<Snapshot>('POST', '/snapshots', name === undefined ? {} : { name });
      return { value: snapshot, lines: [`Took ${snapshot.id}. To go back: gristmill world restore ${snapshot.id}`] };
    },
  }),
  'restore <snapshot>': verb({
    summary: 'Restore a snapshot of the world, given by its id or name',
    examples: ['gristmill world restore snap_1', 'gristmill world restore "before the bid"'],
    run: async (mock, [given = '']) => {
      const id = await findSnapshot(mock, given);
      const value = await mock.control('POST', `/snapshots/${encodeURIComponent(id)}/restore`);
      return { value, lines: [`Restored ${id}. It is ${formatInstant(await mock.clock.now())}.`] };
    },
  }),
  snapshots: verb({
    summary: 'List the snapshots of the world',
    examples: ['gristmill world snapshots', 'gristmill world snapshots --json'],
    run: async (mock) => {
      const snapshots = await mock.control<{ items: Snapshot[] }>('GET', '/snapshots');
      const rows = snapshots.items.map(({ id, name, taken_at }) => [id, name ?? '', formatInstant(taken_at)]);
      return { value: snapshots, lines: drawTable(['id', 'name', 'taken at'], rows, 'There are no snapshots.') };
    },
  }),
  reset: verb({
    summary: 'Restore the initial contents and clock of the world',
    examples: ['gristmill world reset', 'gristmill world reset --mock http://127.0.0.1:4010/worlds/w1'],
    run: async (mock) => ({
      value: await mock.reset(),
      lines: [`Reset the world. It is ${formatInstant(await mock.clock.now())}.`],
    }),
  }),
  'delete <ids...>': verb({
    summary: 'Delete worlds, with their snapshots',
    examples: ['gristmill world delete w2', 'gristmill world delete w2 w3'],
    run: async (mock, ids) => {
      const { items } = await mock.control<{ items: ListedWorld[] }>('GET', '/worlds');
      const unknown = ids.find((id) => !items.some((world) => world.id === id));
      if (unknown !== undefined) throw new UsageError('<ids>', `there is no world '${unknown}'; gristmill world list lists them`);
      for (const id of ids) await mock.control('DELETE', `/worlds/${encodeURIComponent(id)}`);
      return { value: { deleted: ids }, lines: [`Deleted ${count(ids.length, 'world', 'worlds')}.`] };
    },
  }),
};

/** The id of the snapshot with this id or, if there is none, of the newest one with this name. @throws UsageError if there is neither */
async function findSnapshot(mock: ConnectedMock, given: string): Promise<string> {
  const { items } = await mock.control<{ items: Snapshot[] }>('GET', '/snapshots');
  const found = items.find(({ id }) => id === given) ?? items.findLast(({ name }) => name === given);
  if (found !== undefined) return found.id;
  throw new UsageError(
    '<snapshot>',
    `'${given}' is neither the id nor the name of a snapshot of this world; see gristmill world snapshots`,
  );
}

export function configure(command: Command): void {
  addVerbs(command, VERBS);
}

/** JSON leaves out what is undefined. */
function requestOf({ seed, lots, clock, ttl, snapshot, violate, variant }: CreateFlags): object {
  return {
    seed,
    lots: lots === undefined ? undefined : readNumberFlag('--lots', lots, LOTS),
    clock,
    ttl,
    snapshot,
    violations: violate,
    variants: variant,
  } satisfies { [Key in keyof WorldRequest]?: WorldRequest[Key] | undefined };
}
