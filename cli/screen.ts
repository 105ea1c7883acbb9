/** What a person sees who has started the mock: where it is, who they can be, and what to try. */
import { styleText } from 'node:util';
import { personas } from '#fixtures/personas';
import type { Mock } from '#mock';
import { findExample } from '#mock/find-example';
import { readVersion } from './version.ts';
import type { MockSettings } from './settings.ts';

type PersonaName = keyof typeof personas;

const WHO: Readonly<Record<PersonaName, string>> = {
  buyer: 'a buying team',
  rival: 'another buying team',
  elevator: 'a verified elevator, which buyers and sellers know by its name',
  seller: 'a seller without a team, through an approved partner',
  partner: 'the same, but with a team',
  reader: 'a program that may only browse',
  expired: 'nobody any more: 401',
};

/** The whole screen, with colours where the terminal has them and NO_COLOR is not set. */
export async function drawScreen(mock: Mock, settings: MockSettings): Promise<string> {
  const sections = [
    heading(`Gristmill ${readVersion()}`, 'the Grain Marketplace Enterprise API, on this machine'),
    drawPlaces(mock, settings),
    drawTokens(settings),
    await drawCommands(mock, settings),
    'Stop it with Ctrl+C.',
  ];
  return `\n${sections.join('\n\n')}\n\n`;
}

function drawPlaces({ base_url, control_url }: Mock, { mock, db }: MockSettings): string {
  const { seed = '', lots = 0, clock = '', is_lenient, admin_token } = mock;
  const kept = db === undefined ? 'in memory' : `in ${db}`;
  return [
    line('API', base_url),
    line('Control plane', control_url, admin_token === undefined ? 'for this machine only' : 'for whoever has the admin token'),
    line('World', `seed ${seed}, ${lots} lots, clock ${clock}, ${is_lenient === true ? 'lenient' : 'strict'}, ${kept}`),
  ].join('\n');
}

function drawTokens({ mock: { has_dev_tokens } }: MockSettings): string {
  if (!has_dev_tokens) return 'The developer tokens are off, since others can reach this machine. --dev-tokens turns them on.';
  // Object.keys widens the names of the personas to string.
  const names = Object.keys(personas) as PersonaName[];
  const rows = names.map((name) => line(personas[name].token, WHO[name]));
  return ['Tokens', ...rows, '  Each but dev_expired has a twin in the sandbox: dev_buyer_sandbox and so on.'].join('\n');
}

/** Lines to paste: browse, bid, and see the bid as the seller does; before them, where it takes that, how to get a token. */
async function drawCommands(mock: Mock, { mock: { has_dev_tokens, admin_token } }: MockSettings): Promise<string> {
  const { base_url, control_url } = mock;
  const buyer = has_dev_tokens ? 'dev_buyer' : '$TOKEN';
  const example = await findExample(mock.worlds.default);
  const commands = has_dev_tokens ? [] : [mintCommand(control_url, admin_token)];
  commands.push(`curl -s '${base_url}/inventory?limit=3' -H "Authorization: Bearer ${buyer}"`);
  if (has_dev_tokens && example !== undefined) {
    const { lot_id, price_per_tonne, quantity_mt, delivery } = example;
    const bid = JSON.stringify({ price: { amount: price_per_tonne, unit: 'MT' }, quantity_mt, delivery });
    commands.push(
      `curl -s '${base_url}/inventory/${lot_id}/bids' -H "Authorization: Bearer ${buyer}" -H 'Content-Type: application/json' -d '${bid}'`,
      `curl -s '${base_url}/me/inventory/${lot_id}/bids' -H "Authorization: Bearer dev_seller"`,
    );
  }
  const about = has_dev_tokens ? 'Browse, bid, and see the bid as the seller does:' : 'Get a token, and browse:';
  return [about, ...commands.map((command) => `  ${command}`)].join('\n');
}

function mintCommand(control_url: string, admin_token: string | undefined): string {
  const admin = admin_token === undefined ? '' : ` -H "Authorization: Bearer $GRISTMILL_ADMIN_TOKEN"`;
  return `curl -s '${control_url}/tokens'${admin} -H 'Content-Type: application/json' -d '{"persona":"buyer"}'`;
}

function heading(name: string, about: string): string {
  return `${styleText('bold', name)}: ${about}`;
}

const LABEL_WIDTH = 14;

function line(label: string, value: string, note?: string): string {
  return `  ${styleText('cyan', label.padEnd(LABEL_WIDTH))} ${value}${note === undefined ? '' : `  ${styleText('dim', note)}`}`;
}
