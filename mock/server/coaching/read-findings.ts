import type { ClientFinding } from '../../wire.ts';
import type { Coach } from '../journal/traffic.ts';
import type { World } from '../world/world.ts';
import { collectTraffic } from './collect-traffic.ts';

interface Findings {
  readonly items: readonly ClientFinding[];
  /** How many requests of the gate, the explorer, and other test commands were not examined. */
  readonly left_out: number;
}

/** @param is_final whether the clients have ended */
export async function readFindings(world: World, coach: Coach, is_final: boolean): Promise<Findings> {
  const items: ClientFinding[] = [];
  const { clients, left_out } = await collectTraffic(world, is_final);
  for (const { client, traffic } of clients) {
    for (const finding of await coach(traffic)) items.push({ ...finding, client });
  }
  return { items, left_out };
}
