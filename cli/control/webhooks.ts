import { PERSONA_NAMES, personas } from '#fixtures/personas';
import type { ConnectedMock, DeliveryEntry, DeliveryFilter, PersonaToken, Subscription } from '#mock';
import { type Command, Option } from 'commander';
import { ExitCode, UsageError } from '../errors.ts';
import { drawTable, formatInstant } from './format.ts';
import { type Verbs, addVerbs, verb } from './verb.ts';

const VERBS: Verbs = {
  list: verb({
    summary: 'List the webhook subscriptions of all teams',
    examples: ['gristmill webhooks list', 'gristmill webhooks list --json'],
    run: async (mock) => {
      const found = await listSubscriptions(mock);
      const rows = found.map(({ id, team_id, livemode, is_active, url, events }) => [
        ownerOf({ team_id, livemode }) ?? team_id,
        id,
        is_active ? 'active' : 'inactive',
        url,
        events.length > 3 ? `${events.length} event types` : events.join(', '),
      ]);
      return {
        value: found,
        lines: drawTable(['owner', 'id', 'state', 'url', 'events'], rows, 'There are no subscriptions.'),
      };
    },
  }),
  deliveries: verb<{ status?: NonNullable<DeliveryFilter['status']>; subscription?: string }>({
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
        delivery.is_redelivery ? `${delivery.attempts} (redelivery)` : String(delivery.attempts),
        describeResponse(delivery),
      ]);
      const heading = ['time', 'id', 'event', 'status', 'attempt', 'response'];
      return { value: found, lines: drawTable(heading, rows, 'There are no deliveries.') };
    },
  }),
  'replay <delivery>': verb<{ as?: PersonaToken }>({
    summary: 'Replay a failed delivery',
    options: [['--as <persona>', 'whose token to use (default: a persona of the team)']],
    examples: ['gristmill webhooks replay whd_5c10', 'gristmill webhooks replay whd_5c10 --as buyer'],
    run: async (mock, [id = ''], flags) => {
      const { items } = await mock.deliveries({ limit: 1000 });
      const delivery = items.find((each) => each.id === id);
      if (delivery === undefined)
        throw new UsageError('<delivery>', `'${id}' is not a known delivery; see gristmill webhooks deliveries`);
      const subscription = (await listSubscriptions(mock)).find((each) => each.id === delivery.subscription_id);
      const persona = flags.as ?? (subscription === undefined ? undefined : ownerOf(subscription));
      if (persona === undefined)
        throw new UsageError('--as', `no persona owns ${delivery.subscription_id}; replay it through the API`);
      const path = { id: delivery.subscription_id, delivery_id: id };
      const client = clientOf(mock, persona);
      const { data, error } = await client.POST('/webhooks/{id}/deliveries/{delivery_id}/redeliver', { params: { path } });
      if (data !== undefined) return { value: data, lines: [`Queued ${delivery.event} again, with the same event id.`] };
      process.stderr.write(`gristmill: ${error.error.message}\n`);
      throw new ExitCode(1);
    },
  }),
};

export function configure(command: Command): void {
  addVerbs(command, VERBS);
}

async function listSubscriptions(mock: ConnectedMock): Promise<readonly Subscription[]> {
  return (await mock.control<{ items: Subscription[] }>('GET', '/webhooks')).items;
}

/** The first persona of a team. */
function ownerOf({ team_id, livemode }: Pick<Subscription, 'team_id' | 'livemode'>): PersonaToken | undefined {
  const name = PERSONA_NAMES.find((each) => personas[each].team_id === team_id);
  return name === undefined || name === 'expired' || livemode ? name : `${name}_sandbox`;
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
