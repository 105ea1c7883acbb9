import { findExample } from './find-example.ts';
import type { Addresses } from './addresses.ts';
import type { World } from './world/world.ts';

export interface Access {
  dev_tokens: boolean;
  /** Whether the control plane asks for a token of its own. */
  has_admin_token: boolean;
}

/** Lines to paste into a shell. */
export interface Examples {
  /** What they do, in a few words. */
  about: string;
  commands: readonly string[];
}

/** What to paste into a shell: browse, bid, and see the bid as the seller does; where the developer tokens are not valid, how to get a token, and browse. */
export async function makeExampleCommands(world: World, addresses: Addresses, access: Access): Promise<Examples> {
  const { base_url, control_url } = addresses;
  if (!access.dev_tokens) {
    const commands = [mintCommand(control_url, access.has_admin_token), browseCommand(base_url, '$TOKEN')];
    return { about: 'Get a token, and browse', commands };
  }
  const browse = browseCommand(base_url, 'dev_buyer');
  const example = await findExample(world);
  if (example === undefined) {
    // A world in a file outlives its lots.
    const admin = adminHeader(access.has_admin_token);
    return {
      about: 'Browse what is left, or have the world made anew',
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

function adminHeader(has_admin_token: boolean): string {
  return has_admin_token ? ` -H "Authorization: Bearer $GRISTMILL_ADMIN_TOKEN"` : '';
}

function mintCommand(control_url: string, has_admin_token: boolean): string {
  return `curl -s '${control_url}/tokens'${adminHeader(has_admin_token)} -H 'Content-Type: application/json' -d '{"persona":"buyer"}'`;
}
