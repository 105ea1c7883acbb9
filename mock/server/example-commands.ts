import { personas } from '#fixtures/personas';
import { later } from '../ports/clock.ts';
import type { Addresses } from './addresses.ts';
import type { World } from './world/world.ts';

interface Access {
  dev_tokens: boolean;
  /** Whether the control plane requires the admin token. */
  needs_admin_token: boolean;
}

/** Lines to paste into a shell. */
interface Examples {
  /** A title for the commands. */
  about: string;
  commands: readonly string[];
}

/** Commands that browse, bid, and show the bid to the seller. If developer tokens are off, they get a token and browse. */
export async function makeExampleCommands(world: World, addresses: Addresses, access: Access): Promise<Examples> {
  const { base_url, control_url } = addresses;
  if (!access.dev_tokens) {
    const commands = [`TOKEN=$(npx gristmill token --mock ${mockOf(control_url)} --as buyer)`, browseCommand(base_url, '$TOKEN')];
    return { about: `Get a token, and browse${access.needs_admin_token ? ', with GRISTMILL_ADMIN_TOKEN set' : ''}`, commands };
  }
  const browse = browseCommand(base_url, 'dev_buyer');
  const example = await findExample(world);
  if (example === undefined) {
    // All lots of an old file can have expired.
    const admin = adminHeader(access.needs_admin_token);
    return {
      about: 'Browse the remaining lots, or reset the world',
      commands: [browse, `curl -s -X POST '${control_url}/reset'${admin}`],
    };
  }

  const { lot_id, price_per_tonne, quantity_mt, delivery } = example;
  const bid = JSON.stringify({ price: { amount: price_per_tonne, unit: 'MT' }, quantity_mt, delivery });
  const commands = [
    browse,
    `curl -s '${base_url}/inventory/${lot_id}/bids' -H "Authorization: Bearer dev_buyer" -H 'Content-Type: application/json' -d '${bid}'`,
    `curl -s '${base_url}/me/inventory/${lot_id}/bids' -H "Authorization: Bearer dev_seller"`,
  ];
  return { about: 'Browse, bid, and see the bid as the seller does', commands };
}

function browseCommand(base_url: string, token: string): string {
  return `curl -s '${base_url}/inventory?limit=3' -H "Authorization: Bearer ${token}"`;
}

function adminHeader(needs_admin_token: boolean): string {
  return needs_admin_token ? ` -H "Authorization: Bearer $GRISTMILL_ADMIN_TOKEN"` : '';
}

/** The value of the flag `--mock` for a mock or a world. */
export function mockOf(control_url: string): string {
  return control_url.replace(/\/_gristmill$/, '');
}

/** A lot that the developer buyer can bid on immediately, and a valid bid. */
interface Example {
  lot_id: string;
  quantity_mt: number;
  price_per_tonne: number;
  delivery: { from: string; to: string };
}

const DAY_SECONDS = 86_400;
/** Used if the lot has no asking price. */
const PRICE_DEFAULT = 300;
const QUANTITY_MAX_MT = 25;

/** Undefined if the developer seller has no listed graded lot. */
async function findExample(world: World): Promise<Example | undefined> {
  const now = world.clock.now();
  const lot = await world.store.reader
    .selectFrom('lots')
    .selectAll()
    .where('user_id', '=', personas.seller.user_id)
    .where('livemode', '=', 1)
    .where('status', '=', 'listed')
    .where('grade', 'is not', null)
    .where('quantity_mt', '>=', 1)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', later(now, DAY_SECONDS))]))
    .orderBy('listed_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (lot === undefined) return undefined;
  return {
    lot_id: lot.id,
    quantity_mt: Math.min(QUANTITY_MAX_MT, Math.floor(lot.quantity_mt)),
    price_per_tonne: lot.price_amount ?? PRICE_DEFAULT,
    delivery: { from: later(now, 14 * DAY_SECONDS).slice(0, 10), to: later(now, 44 * DAY_SECONDS).slice(0, 10) },
  };
}
