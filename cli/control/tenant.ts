import type { Addresses } from '#mock';
import { connectControl } from '#mock/driver/connect';
import type { Command } from 'commander';
import { addExamples, addOptions } from '../flags/options.ts';
import { readNumberFlag } from '../flags/values.ts';
import { count, drawTable, formatInstant } from './format.ts';
import { type MockFlags, type Verbs, EXIT_CODES, addVerbs, explainRejections, printOutcome, verb } from './verb.ts';

const WORLDS = { min: 1, max: 100 } as const;

interface InviteFlags {
  worlds?: string;
  expiresIn?: string;
}

interface Invitation {
  id: string;
  name: string;
  expires_at: string;
  tenant_id: string | null;
}

interface Tenant {
  id: string;
  name: string;
  worlds: number;
  worlds_max: number;
  created_at: string;
}

interface Redeemed {
  tenant: Tenant;
  tenant_token: string;
  world: Addresses & { id: string; clients: { client_id: string; client_secret: string; kind: string; sandbox: boolean }[] };
}

const VERBS: Verbs = {
  'invite <name>': verb<InviteFlags>({
    summary: 'Invite a tenant, and print the code to redeem',
    options: [
      ['--worlds <number>', 'how many worlds the tenant can have (default: the quota)'],
      ['--expires-in <time>', 'how long the code is valid, such as 24h or 7d', '7d'],
    ],
    examples: [
      'gristmill tenant invite "Prairie Software"',
      'gristmill tenant invite "Prairie Software" --worlds 5 --expires-in 24h',
    ],
    run: async (mock, [name = ''], { worlds, expiresIn }) => {
      const value = await mock.control<Invitation & { code: string }>('POST', '/invitations', {
        name,
        ...(worlds === undefined ? {} : { worlds: readNumberFlag('--worlds', worlds, WORLDS) }),
        ...(expiresIn === undefined ? {} : { expires_in: expiresIn }),
      });
      const lines = [
        `Invited ${name}. The code works once, until ${formatInstant(value.expires_at)}, and is not shown again:`,
        `  ${value.code}`,
        'The tenant redeems it with:',
        `  gristmill tenant redeem ${value.code} --mock ${mock.auth_url}`,
      ];
      return { value, lines };
    },
  }),
  invitations: verb({
    summary: 'List the invitations',
    examples: ['gristmill tenant invitations', 'gristmill tenant invitations --json'],
    run: async (mock) => {
      const value = await mock.control<{ items: Invitation[] }>('GET', '/invitations');
      const rows = value.items.map(({ id, name, expires_at, tenant_id }) => [
        id,
        name,
        formatInstant(expires_at),
        tenant_id ?? 'not yet',
      ]);
      return { value, lines: drawTable(['id', 'name', 'expires', 'redeemed by'], rows, 'There are no invitations.') };
    },
  }),
  list: verb({
    summary: 'List the tenants',
    examples: ['gristmill tenant list', 'gristmill tenant list --json'],
    run: async (mock) => {
      const value = await mock.control<{ items: Tenant[] }>('GET', '/tenants');
      const rows = value.items.map(({ id, name, worlds, worlds_max, created_at }) => [
        id,
        name,
        `${worlds} of ${worlds_max}`,
        formatInstant(created_at),
      ]);
      return { value, lines: drawTable(['id', 'name', 'worlds', 'since'], rows, 'There are no tenants.') };
    },
  }),
  'token <id>': verb({
    summary: 'Replace the token of a tenant',
    examples: ['gristmill tenant token tenant_4f…', 'gristmill tenant token tenant_4f… --json'],
    run: async (mock, [id = '']) => {
      const value = await mock.control<{ tenant_token: string }>('POST', `/tenants/${encodeURIComponent(id)}/token`);
      return { value, lines: ['The old token no longer works. The new one is not shown again:', `  ${value.tenant_token}`] };
    },
  }),
  'delete <ids...>': verb({
    summary: 'Delete tenants with their worlds',
    examples: ['gristmill tenant delete tenant_4f…', 'gristmill tenant delete tenant_4f… tenant_9a…'],
    run: async (mock, ids) => {
      for (const id of ids) await mock.control('DELETE', `/tenants/${encodeURIComponent(id)}`);
      return { value: { deleted: ids }, lines: [`Deleted ${count(ids.length, 'tenant', 'tenants')}.`] };
    },
  }),
};

export function configure(command: Command): void {
  addVerbs(command, VERBS);
  const redeem = command
    .command('redeem <code>')
    .description('Redeem an invitation, and print the tenant token, the world, and its clients. They are not shown again.')
    .summary('Redeem an invitation');
  addOptions(redeem, [
    ['--mock <url>', 'the mock (default: $GRISTMILL_MOCK, or http://127.0.0.1:4010)'],
    ['--json', 'print the response of the mock as JSON'],
  ]).action(redeemCode);
  addExamples(
    redeem,
    ['gristmill tenant redeem CODE --mock https://sandbox.example.com', 'gristmill tenant redeem CODE --json'],
    EXIT_CODES,
  );
}

/** Connects without `connectMock`, because it needs no token. */
async function redeemCode(code: string, flags: MockFlags): Promise<void> {
  const value = await explainRejections(flags.mock, () => connectControl(flags.mock)<Redeemed>('POST', '/redeem', { code }));
  const { tenant, tenant_token, world } = value;
  const lines = [
    `Welcome, ${tenant.name}. These secrets are not shown again.`,
    `  Tenant token   ${tenant_token}`,
    `  API            ${world.base_url}`,
    `  OAuth          ${world.auth_url}`,
    `  Control plane  ${world.control_url}`,
    `  Dashboard      ${world.dashboard_url}`,
    ...world.clients.map(
      ({ client_id, client_secret, kind, sandbox }) =>
        `  Client         ${client_id}  ${client_secret}  ${kind}${sandbox ? ', sandbox' : ''}`,
    ),
    'To control the world, pass:',
    `  --mock ${world.auth_url} --admin-token <tenant token>`,
  ];
  printOutcome({ value, lines }, flags);
}
