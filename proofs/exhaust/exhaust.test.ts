/** The small world, gone through: nothing is broken in it; and what is broken on purpose is found, by the shortest way. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { INVARIANTS } from './invariants.ts';
import type { InvariantName } from './invariants.ts';
import type { Crew } from './crew.ts';
import { openCrew } from './crew.ts';
import type { Outcome } from './explore.ts';
import { explore } from './explore.ts';
import type { Opening } from './openings.ts';
import { OPENINGS } from './openings.ts';
import { UsageError, readOptions } from './options.ts';
import type { Bid, Picture } from './picture.ts';
import type { Next, Report } from './scout.ts';
import { openScout } from './scout.ts';
import { tellFinding, tellTally } from './tell.ts';

const DEPTH = process.env['PROOFS'] === 'full' ? 5 : 4;
const START = openingAt(0);
const SETTLED = openingAt(1);

function openingAt(index: number): Opening {
  const opening = OPENINGS[index];
  if (opening === undefined) throw new Error(`there is no opening ${index}`);
  return opening;
}

const crews: Crew[] = [];
afterEach(async () => {
  for (const crew of crews.splice(0)) await crew.close();
});

async function search(violation: string | undefined, depth: number, opening = START, threads = 1): Promise<Outcome> {
  const crew = await openCrew(threads, violation);
  crews.push(crew);
  return explore(crew, { opening, depth });
}

test(`every sequence of ${DEPTH} commands keeps every invariant, and every invariant is asked`, async () => {
  const parts = [];
  for (const opening of OPENINGS) {
    const wanted = DEPTH - opening.fewer;
    const outcome = await search(undefined, wanted, opening);
    expect(outcome.finding && tellFinding(outcome.finding)).toBeUndefined();
    expect(outcome.depth).toBe(wanted);
    parts.push({ opening, wanted, ...outcome });
  }
  expect(parts[0]?.states.slice(0, 5)).toEqual([1, 7, 44, 257, 1338]);
  expect(tellTally(parts).lines.filter((line) => line.includes('NEVER'))).toEqual([]);
});

test('an invariant that was never asked is told, and counts as a fault', async () => {
  const opening = { name: 'nowhere', commands: [], fewer: 0 };
  const outcome = await search(undefined, 1);
  const told = tellTally([{ opening, wanted: 4, ...outcome, depth: 4 }]);
  expect(told.is_vacuous).toBe(true);
  expect(told.lines.filter((line) => line.includes('NEVER ASKED')).join()).toContain(INVARIANTS.named_once_settled.title);
});

const BIDS = 'buyer 1 bids 60 t of grade A, good for 45 minutes (bid 1)';
const ACCEPTS = 'seller 1 accepts bid 1 (grade A)';

/** What is broken, and the shortest way to where it shows. */
const PLANTED: readonly { violation: string; path: readonly string[]; invariant: InvariantName; what: string }[] = [
  {
    violation: 'PRIV-1/farm-named',
    path: [],
    invariant: 'nobody_is_told',
    what: "buyer 1 browses the inventory, and is told 'quillonacre'",
  },
  { violation: 'BID-16/any-team-reads', path: [BIDS], invariant: 'own_bids_alone', what: 'buyer 2 reads bid 1: 200' },
  {
    violation: 'EVT-4/told-to-other-bidders',
    path: [BIDS, 'buyer 2 bids 60 t of grade A, good for 45 minutes (bid 2)', ACCEPTS],
    invariant: 'events_to_whom',
    what: 'bid.accepted of bid 1 goes to buyer 1 and buyer 2, and ought to go to buyer 1',
  },
  {
    violation: 'BID-30/quantity-left-on-lot',
    path: [BIDS, ACCEPTS],
    invariant: 'quantity_conserved',
    what: '60 t were sold, and the lot has gone from 100 t to 100 t',
  },
  {
    violation: 'BID-21/bid-stays-pending',
    path: [BIDS, ACCEPTS],
    invariant: 'moves_as_stated',
    what: 'status of bid 1 is "pending", and ought to be "accepted"',
  },
  {
    violation: 'PRIV-4/unmasked-after-one-invoice',
    path: [BIDS, ACCEPTS, "the buyer's invoice of trade 1 is paid"],
    invariant: 'masked_until_settled',
    what: 'buyer 1 reads trade 1: counterparty is named, {"name":"Thessaly Quornby"}',
  },
  {
    violation: 'BID-20/expired-then-accepted',
    path: [BIDS, 'an hour passes', ACCEPTS],
    invariant: 'answer_as_due',
    what: 'the answer is 200, and 422 is due',
  },
  {
    violation: 'BID-20/refused-and-done',
    path: [BIDS, ACCEPTS, 'seller 1 rejects bid 1'],
    invariant: 'refusal_changes_nothing',
    what: 'what was refused (422 bid_not_pending) has been written all the same',
  },
  {
    violation: 'IDEM-2/forgotten-when-answered',
    path: [BIDS, ACCEPTS, 'buyer 1 sends bid 1 again under its key'],
    invariant: 'repeat_is_the_first_answer',
    what: 'the answer is 422 validation_failed, and 201 is due',
  },
  {
    violation: 'BID-20/countered-twice',
    path: [BIDS, 'seller 1 counters bid 1 (bid 2)', 'seller 1 counters bid 1 (bid 3)'],
    invariant: 'answer_as_due',
    what: 'the answer is 201, and 422 is due',
  },
];

describe('what is broken on purpose is found', () => {
  test.each(PLANTED)('$violation after $path.length commands', async ({ violation, ...due }) => {
    const { finding } = await search(violation, 4);
    expect(finding).toEqual(due);
  });

  test('PRIV-12 a settled trade that unmasks the next one of the same two', async () => {
    const { finding } = await search('PRIV-12/pair-unmasked', 2, SETTLED);
    expect(finding?.path).toHaveLength(SETTLED.commands.length + 2);
    expect(finding?.path.slice(0, 4)).toEqual(SETTLED.commands);
    expect(finding?.what).toBe('buyer 1 reads trade 2: counterparty is named, {"name":"Thessaly Quornby"}');
  });
});

test('states that are taken for one are read alike, and lead to the same states by as many commands', async () => {
  const scout = await openScout(undefined);
  const leave = (place: Next): Promise<Report> => scout.visit(place, { kind: 'leave', run: undefined });
  const first = await scout.begin([]);
  if ('invariant' in first) throw new Error(first.what);
  const { nexts } = await leave(first);
  const seconds = await leaveEach(leave, nexts);
  const thirds = await leaveEach(leave, seconds);

  const all = [first, ...nexts, ...seconds, ...thirds];
  expect(listAlike(all).length).toBeGreaterThan(100);
  for (const places of listAlike(all)) {
    for (const { knowledge, canonical } of places)
      expect(withoutNames(knowledge.picture), canonical).toEqual(withoutNames(places[0].knowledge.picture));
    const judged = [];
    for (const place of someOf(places)) judged.push(await scout.visit(place, { kind: 'judge', run: undefined }));
    for (const one of judged) expect(one, places[0].canonical).toEqual(judged[0]);
  }

  const near = listAlike([first, ...nexts, ...seconds]);
  expect(near.length).toBeGreaterThan(20);
  for (const places of near) {
    const ways = [];
    for (const place of someOf(places)) {
      const { nexts: to, ...rest } = await leave(place);
      ways.push({ to: to.map(({ canonical }) => canonical).toSorted(), ...rest });
    }
    for (const way of ways) expect(way, places[0].canonical).toEqual(ways[0]);
  }
  await scout.close();
});

/** The first two and the last two: they came by different ways. */
function someOf<Item>(items: readonly Item[]): readonly Item[] {
  return items.length <= 4 ? items : [...items.slice(0, 2), ...items.slice(-2)];
}

/** The market without ids and instants, and without an order. */
function withoutNames({ lot, bids, trades }: Picture): object {
  const nameless = (field: string, value: unknown): unknown => (field === 'id' || field.endsWith('_id') ? 'an id' : value);
  const plain = ({ buyer, counter_to, status, quantity_mt, lines }: Bid): string =>
    JSON.stringify([buyer, counter_to === null, status, quantity_mt, lines], nameless);
  return { lot, bids: bids.map(plain).toSorted(), trades: trades.map((trade) => JSON.stringify(trade, nameless)).toSorted() };
}

/** Where the commands of places lead; each state is left once. */
async function leaveEach(leave: (place: Next) => Promise<Report>, places: readonly Next[]): Promise<Next[]> {
  const left = new Map(places.map((place) => [place.canonical, place]));
  const reached: Next[] = [];
  for (const place of left.values()) reached.push(...(await leave(place)).nexts);
  return reached;
}

/** The places that are taken for one, where there are several. */
function listAlike(places: readonly Next[]): (readonly [Next, ...Next[]])[] {
  const groups = Map.groupBy(places, ({ canonical }) => canonical);
  return [...groups.values()].flatMap(([one, other, ...others]) => (one && other ? [[one, other, ...others] as const] : []));
}

test('two threads see what one does', async () => {
  const one = await search(undefined, 2);
  const two = await search(undefined, 2, START, 2);
  expect(two).toEqual(one);
});

test('a crew that has been elsewhere begins where it began', async () => {
  const crew = await openCrew(1, undefined);
  crews.push(crew);
  const outcomes = [];
  for (const opening of [SETTLED, START, SETTLED]) outcomes.push(await explore(crew, { opening, depth: 1 }));
  expect(outcomes[2]).toEqual(outcomes[0]);
  expect(outcomes[1]?.states).toEqual([1, 7]);
});

test('what is over is left at the depth that was done', async () => {
  const crew = await openCrew(1, undefined);
  crews.push(crew);
  let asked = 0;
  const outcome = await explore(crew, { opening: START, depth: 9, isOver: () => (asked += 1) > 40 });
  expect(outcome.depth).toBe(1);
  expect(outcome.finding).toBeUndefined();
});

describe('options', () => {
  test('a depth is due unless there is only a time', () => {
    expect(readOptions([])).toMatchObject({ depth: 5, is_depth_due: true, violation: undefined });
    expect(readOptions(['--depth', '6'])).toMatchObject({ depth: 6, is_depth_due: true });
    expect(readOptions(['--seconds', '60'])).toMatchObject({ seconds: 60, is_depth_due: false });
    expect(readOptions(['--seconds=60', '--depth=4'])).toMatchObject({ depth: 4, seconds: 60, is_depth_due: true });
    expect(readOptions(['--violate', 'BID-16/any-team-reads']).violation).toBe('BID-16/any-team-reads');
  });

  test.each([
    [['--depth', '0'], "--depth takes a whole number from 1 to 20, not '0'"],
    [['--depth', 'five'], "--depth takes a whole number from 1 to 20, not 'five'"],
    [['--depth', '21'], "--depth takes a whole number from 1 to 20, not '21'"],
    [['--seconds', '1.5'], "--seconds takes a whole number from 1, not '1.5'"],
    [['--wide'], "Unknown option '--wide'"],
    [['5'], "Unexpected argument '5'"],
  ])('%j is refused', (args, message) => {
    expect(() => readOptions(args)).toThrow(UsageError);
    expect(() => readOptions(args)).toThrow(message);
  });
});

describe('the program', () => {
  const run = async (...args: string[]): Promise<{ code: number; text: string }> => {
    const program = fileURLToPath(new URL('main.ts', import.meta.url));
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [program, ...args]);
      return { code: 0, text: stdout };
    } catch (error) {
      // What execFile throws has what the program said, and how it ended.
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, text: stdout + stderr };
    }
  };

  test('tells the shortest way, and ends with 1', async () => {
    const { code, text } = await run('--depth', '2', '--violate', 'BID-21/bid-stays-pending');
    expect(code).toBe(1);
    expect(text).toContain(`  1. ${BIDS}\n  2. ${ACCEPTS}\n  status of bid 1 is "pending"`);
  });

  test('refuses what it does not know, and ends with 2', async () => {
    expect(await run('--violate', 'BID-16/any-team-read')).toMatchObject({ code: 2, text: expect.stringContaining('closest') });
    expect(await run('--depth', 'deep')).toMatchObject({ code: 2, text: expect.stringContaining('exhaust: --depth takes') });
  });
});
