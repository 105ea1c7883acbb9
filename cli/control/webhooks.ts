import type { ConnectedMock, DeliveryEntry, DeliveryFilter, PersonaToken } from '#mock';
import type { Command } from 'commander';
import { Option } from 'commander';
import { ExitCode, UsageError } from '../errors.ts';
import { drawTable } from './format.ts';
import { formatInstant } from './instant.ts';
import type { Verb } from './verb.ts';
import { addVerbs, verb } from './verb.ts';

const as_option = ['--as <persona>', 'whose subscriptions, such as buyer (default: all with a developer token)'] as const;

interface Subscription {
  id: string;
  url: string;
  events: readonly string[];
  is_active: boolean;
}

const VERBS: readonly Verb[] = [
  verb<{ as?: PersonaToken }>({
    usage: 'list',
    summary: 'List the webhook subscriptions',
    options: [as_option],
    examples: ['gristmill webhooks list', 'gristmill webhooks list --as buyer'],
    run: async (mock, _, { as }) => {
      const found = await listSubscriptions(mock, as);
      const rows = found.map(({ persona, id, is_active, url, events }) => [
        persona,
        id,
        is_active ? 'active' : 'inactive',
        url,
        events.length > 3 ? `${events.length} event types` : events.join(', '),
      ]);
      return {
        value: found,
        lines: drawTable([['caller', 'id', 'state', 'url', 'events'], ...rows], 'There are no subscriptions.'),
      };
    },
  }),
  verb<{ status?: NonNullable<DeliveryFilter['status']>; subscription?: string }>({
    usage: 'deliveries',
    summary: 'List the newest deliveries, and why they failed',
    options: [
      new Option('--status <status>', 'only with this status').choices(['delivered', 'retrying', 'failed']),
      ['--subscription <id>', 'only deliveries of this subscription'],
    ],
    examples: ['gristmill webhooks deliveries', 'gristmill webhooks deliveries --status failed'],
    run: async (mock, _, { status, subscription }) => {
      const found = await mock.deliveries({
        ...(status === undefined ? {} : { status }),
        ...(subscription === undefined ? {} : { subscription_id: subscription }),
      });
      const rows = found.items.map((delivery) => [
        formatInstant(delivery.created_at),
        delivery.id,
        delivery.event,
        delivery.status,
        String(delivery.attempts),
        describeResponse(delivery),
      ]);
      const heading = ['time', 'id', 'event', 'status', 'attempt', 'response'];
      return { value: found, lines: drawTable([heading, ...rows], 'There are no deliveries.') };
    },
  }),
  verb<{ as?: PersonaToken }>({
    usage: 'replay <delivery>',
    summary: 'Send a failed delivery again',
    options: [as_option],
    examples: ['gristmill webhooks replay dlv_5c10', 'gristmill webhooks replay dlv_5c10 --as buyer'],
    run: async (mock, [id = ''], { as }) => {
      const { items } = await mock.deliveries({ limit: 1000 });
      const delivery = items.find((each) => each.id === id);
      if (delivery === undefined) throw new UsageError('<delivery>', `'${id}' is no delivery; see gristmill webhooks deliveries`);
      const owners = (await listSubscriptions(mock, as)).filter((each) => each.id === delivery.subscription_id);
      const [owner] = owners;
      if (owner === undefined)
        throw new UsageError(
          '--as',
          `none of these callers has the subscription ${delivery.subscription_id}; name the one that has`,
        );
      const path = { id: delivery.subscription_id, delivery_id: id };
      const { data, error } = await mock
        .as(owner.persona)
        .POST('/webhooks/{id}/deliveries/{delivery_id}/redeliver', { params: { path } });
      if (data !== undefined) return { value: data, lines: [`Queued ${delivery.event} again, with the same envelope id.`] };
      process.stderr.write(`gristmill: ${error.error.message}\n`);
      throw new ExitCode(1);
    },
  }),
];

export function configure(command: Command): void {
  addVerbs(command, VERBS);
}

/** The subscriptions of one persona, or of all with a team: they own theirs together, so each is listed once. */
async function listSubscriptions(
  mock: ConnectedMock,
  as: PersonaToken | undefined,
): Promise<readonly (Subscription & { persona: PersonaToken })[]> {
  // Object.keys widens the names of the personas to string.
  const personas = as === undefined ? (Object.keys(mock.tokens) as PersonaToken[]) : [as];
  const found = new Map<string, Subscription & { persona: PersonaToken }>();
  for (const persona of personas) {
    const { data, response } = await clientOf(mock, persona).GET('/webhooks', { params: { query: { limit: 50 } } });
    if (data === undefined && as !== undefined)
      throw new UsageError('--as', `GET /webhooks returned ${response.status} to ${as}`);
    for (const subscription of data?.items ?? [])
      if (!found.has(subscription.id)) found.set(subscription.id, { persona, ...subscription });
  }
  return [...found.values()];
}

function clientOf(mock: ConnectedMock, persona: PersonaToken): ReturnType<ConnectedMock['as']> {
  try {
    return mock.as(persona);
  } catch (error) {
    throw new UsageError('--as', error instanceof Error ? error.message.replace(/^as\('[^']*'\): /, '') : String(error));
  }
}

function describeResponse({ response_status, error, duration_ms }: DeliveryEntry): string {
  if (response_status === 0) return error ?? 'no response';
  return `${response_status} after ${duration_ms} ms`;
}
