/** What `gristmill mock` prints: addresses, tokens, and commands to try. */
import { styleText } from 'node:util';
import { PERSONA_NAMES, personas } from '#fixtures/personas';
import type { Mock } from '#mock';
import { makeExampleCommands, mockOf } from '#mock/server/example-commands';
import { isPublicUrl } from '#mock/server/http/loopback';
import { PERSONA_DESCRIPTIONS } from '#mock/server/persona-descriptions';
import { readVersion } from '#conformance/version';
import type { MockSettings } from './settings.ts';

/** What `gristmill mock` prints at its start: deviations, addresses, tokens, and commands to paste. */
export async function drawScreen(mock: Mock, settings: MockSettings): Promise<string> {
  const sections = [
    heading(`Gristmill ${readVersion()}`, 'the Grain Marketplace Enterprise API, on this machine'),
    drawAddresses(mock, settings),
    drawTokens(settings, mock),
    await drawCommands(mock, settings),
    'Stop it with Ctrl+C.',
  ];
  return `${drawDeviations(mock)}\n${sections.join('\n\n')}\n\n`;
}

/**
 * The active violations and variants. They are always shown, so that such a mock is not mistaken for a correct one. They can differ from the
 * flags: PostgreSQL keeps those of its world, and so does a file if the flags are those of the last start.
 */
function drawDeviations({ worlds }: Mock): string {
  const { violations, variants } = worlds.default.deviations;
  const draw = (label: string, names: readonly string[]): string =>
    names.length === 0 ? '' : `\n${styleText('yellow', label)} ${names.join(', ')}\n`;
  return `${draw('Broken on purpose (violations):', violations)}${draw('Different on purpose (variants):', variants)}`;
}

function drawAddresses({ base_url, control_url, dashboard_url, worlds }: Mock, { mock, db_label }: MockSettings): string {
  // The options of the world, which differ from the flags if it comes from a database.
  const { seed, lots, clock, is_lenient } = worlds.default.options;
  const storage = db_label === undefined ? 'in memory' : `in ${db_label}`;
  return [
    line('API', base_url),
    line('In a browser', dashboard_url),
    line('Control plane', control_url, whoMayControl(mock)),
    line(
      'World',
      `seed ${seed}, ${lots} lots, ${clock} clock, ${is_lenient ? 'ignores' : 'rejects'} unknown body fields, ${storage}`,
    ),
  ].join('\n');
}

function whoMayControl({ admin_token, public_url }: MockSettings['mock']): string {
  if (admin_token !== undefined) return 'requires the admin token';
  return isPublicUrl(public_url) ? 'closed: --public-url also needs --admin-token' : 'only from this machine';
}

function drawTokens({ mock: { dev_tokens, shared } }: MockSettings, { control_url }: Mock): string {
  if (shared === true)
    return `Developer tokens are off with --shared. To invite a tenant: gristmill tenant invite NAME --mock ${mockOf(control_url)}`;
  if (!dev_tokens) return 'Developer tokens are off, since others can reach this mock. Turn them on with --dev-tokens.';
  const rows = PERSONA_NAMES.map((name) => line(personas[name].token, PERSONA_DESCRIPTIONS[name]));
  return ['Tokens', ...rows, '  Each except dev_expired also exists for the sandbox: dev_buyer_sandbox and so on.'].join('\n');
}

async function drawCommands(mock: Mock, { mock: { dev_tokens, admin_token, public_url } }: MockSettings): Promise<string> {
  if (!dev_tokens && admin_token === undefined && isPublicUrl(public_url))
    return 'To create tokens, start the mock with --admin-token.';
  const access = { dev_tokens, needs_admin_token: admin_token !== undefined };
  const { about, commands } = await makeExampleCommands(mock.worlds.default, mock, access);
  return [`${about}:`, ...commands.map((command) => `  ${command}`)].join('\n');
}

function heading(name: string, about: string): string {
  return `${styleText('bold', name)}: ${about}`;
}

const LABEL_WIDTH = 14;

function line(label: string, value: string, note?: string): string {
  return `  ${styleText('cyan', label.padEnd(LABEL_WIDTH))} ${value}${note === undefined ? '' : `  ${styleText('dim', note)}`}`;
}
