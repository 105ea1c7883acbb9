import type { Coach, Finding } from '../journal/traffic.ts';
import type { World } from '../world/world.ts';
import { type ClientTraffic, collectTraffic } from './collect-traffic.ts';

/** A finding, and the client that it is about. */
export type ClientFinding = Finding & Pick<ClientTraffic, 'client'>;

/** @param is_final whether the clients have ended */
export async function readFindings(world: World, coach: Coach, is_final: boolean): Promise<readonly ClientFinding[]> {
  const found: ClientFinding[] = [];
  for (const { client, traffic } of await collectTraffic(world, is_final)) {
    for (const finding of await coach(traffic)) found.push({ ...finding, client });
  }
  return found;
}
