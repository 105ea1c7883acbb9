/** The coach finds the mistakes that the traffic of the clients shows, and nothing in correct clients. */
import { coach } from '#certify/coach/index';
import { personas } from '#fixtures/personas';
import { createMock, type Mock, type MockWorld } from '#mock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLIENTS, type ClientRow } from './clients/index.ts';
import { eventful, friendly, playDay, serveClient, type Script } from './market-day.ts';

/** The rule that finds a client, and the day on which its mistake shows. `list`: when it lists all lots. */
const FOUND: Readonly<Record<string, readonly [day: 'friendly' | 'eventful' | 'list', rule: string]>> = {
  'no-key': ['friendly', 'bids/no-key'],
  'retry-without-key': ['eventful', 'bids/retry-without-key'],
  'key-per-attempt': ['eventful', 'bids/new-key-on-retry'],
  'key-reused': ['eventful', 'bids/key-after-refusal'],
  'body-changes': ['eventful', 'bids/key-reused'],
  'lost-is-failed': ['eventful', 'bids/lost-taken-for-failed'],
  'retries-422': ['eventful', 'retries/final-status'],
  'hot-loop': ['eventful', 'retries/retry-after'],
  'ignores-retry-after': ['eventful', 'retries/retry-after'],
  'limit-too-large': ['friendly', 'pages/limit'],
  polling: ['eventful', 'events/polling'],
  'calls-without-scope': ['eventful', 'tokens/forbidden-again'],
  'never-refreshes': ['eventful', 'tokens/given-up'],
  'refresh-in-parallel': ['eventful', 'tokens/refresh-token-reused'],
  'keeps-old-refresh-token': ['eventful', 'tokens/refresh-token-reused'],
  'refresh-per-request': ['friendly', 'tokens/refreshed-early'],
  'asks-for-unused-scopes': ['friendly', 'tokens/unused-scopes'],
  'counterparty-early': ['eventful', 'events/counterparty-early'],
  'counter-as-own': ['eventful', 'bids/answers-its-own'],
  'no-tolerance': ['eventful', 'events/replay-accepted'],
  'no-dedupe': ['eventful', 'events/worked-twice'],
  'trusts-event-status': ['friendly', 'events/never-read'],
  'py-first-page': ['list', 'pages/first-only'],
  'py-float-money': ['friendly', 'bids/floating-point'],
};

/** Mistakes that leave no trace in the traffic of such days. Only a stimulus of the exam shows them. */
const NOT_IN_TRAFFIC: readonly string[] = [
  // As long as a page is full, the sum is what `next` says.
  'page-arithmetic',
  'no-reconcile',
  'key-of-content',
  'takes-older-bid',
  'withdraws-newest',
  'next-lot',
  'halves-after-422',
  'partial-list',
  'forgets-tokens',
  'forgets-events',
  'prices-as-text',
  'unpriced-is-free',
  'new-status-is-rejected',
  'unknown-event-acted-on',
  'py-first-invoice',
  'refresh-until-it-works',
  'sandbox-token-left',
  'closed-status-list',
  'strict-schema',
  'null-throws',
  'one-signature',
  'acknowledges-first',
  'unknown-event-refused',
  'deprecated-alias',
  'ignores-livemode',
  'py-ascii-escaped',
  'py-no-timeout',
  'py-swallows-errors',
  'py-unknown-status',
];

interface Found {
  items: { rule: string; client: { user_id: string | null } }[];
}

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ lots: 20, coach });
});
afterAll(() => mock.close());

/** The rules that found something at the client. Sellers are played by the test. */
async function rulesOf(world: MockWorld): Promise<readonly string[]> {
  const { items } = await world.control<Found>('GET', '/coach?final=true');
  const own = items.filter(({ client }) => client.user_id === personas.buyer.user_id || client.user_id === null);
  return own.map(({ rule }) => rule);
}

/** The clock of an eventful day moves two hours before the seller counters, and this client's bids expire after one. */
const SHORT_LIVED = 'bids-for-an-hour';

/** At full size, all faulty clients live a friendly day, and an eventful one, which takes long, if their mistake shows on it. */
const IS_FULL = process.env['PROOFS'] === 'full';

function onDay(day: 'friendly' | 'eventful' | 'list'): readonly (readonly [string, ClientRow])[] {
  const is_quick = day === 'friendly';
  const isChosen = ({ id, kind }: ClientRow): boolean =>
    kind !== 'faulty' || (IS_FULL ? is_quick || FOUND[id]?.[0] === day : is_quick && FOUND[id]?.[0] === day);
  return CLIENTS.filter((row) => isChosen(row) && !(day === 'eventful' && row.id === SHORT_LIVED)).map((row) => [row.id, row]);
}

/** What is wrong with the findings: for a correct client, any rule that found something; for a faulty one, the expected rule if it found nothing. */
function problemsWith({ id, kind }: ClientRow, day: string, rules: readonly string[]): readonly string[] {
  if (kind !== 'faulty') return rules;
  const [shown_on, rule = ''] = FOUND[id] ?? [];
  return shown_on !== day || rules.includes(rule) ? [] : [`${rule} is not among ${rules.join(', ')}`];
}

test('every faulty client is found on some day, or known to leave no trace in its traffic', () => {
  const faulty = CLIENTS.filter(({ kind }) => kind === 'faulty').map(({ id }) => id);
  expect([...Object.keys(FOUND), ...NOT_IN_TRAFFIC].toSorted()).toEqual(faulty.toSorted());
});

const DAYS: readonly (readonly ['friendly' | 'eventful', Script])[] = [
  ['friendly', friendly],
  ['eventful', eventful],
];
for (const [day, script] of DAYS) {
  describe.concurrent(`on a day that is ${day}`, () => {
    test.for(onDay(day))('%s', { retry: day === 'eventful' && IS_FULL ? 2 : 0 }, async ([, row]) => {
      const { rules, played } = await playDay(mock, row, script, async (world, end) => ({
        played: end,
        rules: await rulesOf(world),
      }));
      expect(problemsWith(row, day, rules)).toEqual([]);
      // What a client makes of an eventful day is a question of the exam.
      if (day === 'friendly')
        expect({ ...played, stdout: played.stdout.includes('Completed') }).toEqual({ exit_code: 0, stderr: '', stdout: true });
    });
  });
}

describe.concurrent('when it lists all lots', () => {
  test.for(onDay('list').filter(([, { id, kind }]) => kind !== 'different' || id === 'pages-of-7'))('%s', async ([, row]) => {
    const { rules } = await serveClient(mock, row, async ({ ask, world }) => {
      await ask('/do', { task: 'list_lots' });
      return { rules: await rulesOf(world) };
    });
    expect(problemsWith(row, 'list', rules)).toEqual([]);
  });
});
