import { findExample } from './find-example.ts';
import type { Addresses } from './server.ts';
import type { World } from './world.ts';

export interface Access {
  dev_tokens: boolean;
  /** Whether the control plane asks for a token of its own. */
  has_admin_token: boolean;
}

/** What to paste into a shell: browse, bid, and see the bid as the seller does; where the developer tokens are not valid, how to get a token, and browse. */
export async function makeExampleCommands(world: World, addresses: Addresses, access: Access): Promise<readonly string[]> {
  const { base_url, control_url } = addresses;
  if (!access.dev_tokens) return [mintCommand(control_url, access.has_admin_token), browseCommand(base_url, '$TOKEN')];
  const browse = browseCommand(base_url, 'dev_buyer');
  const example = await findExample(world);
  if (example === undefined) return [browse];

  const { lot_id, price_per_tonne, quantity_mt, delivery } = example;
  const bid = JSON.stringify({ price: { amount: price_per_tonne, unit: 'MT' }, quantity_mt, delivery });
  return [
    browse,
    `curl -s '${base_url}/inventory/${lot_id}/bids' -H "Authorization: Bearer dev_buyer" -H 'Content-Type: application/json' -d '${bid}'`,
    `curl -s '${base_url}/me/inventory/${lot_id}/bids' -H "Authorization: Bearer dev_seller"`,
  ];
}

function browseCommand(base_url: string, token: string): string {
  return `curl -s '${base_url}/inventory?limit=3' -H "Authorization: Bearer ${token}"`;
}

function mintCommand(control_url: string, has_admin_token: boolean): string {
  const admin = has_admin_token ? ` -H "Authorization: Bearer $GRISTMILL_ADMIN_TOKEN"` : '';
  return `curl -s '${control_url}/tokens'${admin} -H 'Content-Type: application/json' -d '{"persona":"buyer"}'`;
}
