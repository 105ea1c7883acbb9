/** Teams with webhooks, and events for them. */
import { writeFileSync } from 'node:fs';
import { personas } from '#fixtures/personas';
import { Pool } from 'undici';
import { headersOf, openConnection } from './connection.ts';
import type { ServerProcess } from './server-process.ts';

const EVENT_TYPE = 'analysis.sample_received';
const CONNECTIONS = 8;

export interface Webhooks extends AsyncDisposable {
  /** Subscribes a team to an event. */
  subscribe: (team: number, url: string) => Promise<void>;
  /** Sends that event to each subscription of a team. */
  emit: (team: number) => Promise<void>;
}

/** @param server a mock that was started with `--fixtures` and the file that `writeTeams` wrote */
export async function openWebhooks({ base_url }: ServerProcess): Promise<Webhooks> {
  await using connection = openConnection(base_url);
  // The body of GET /inventory.
  const { items } = JSON.parse((await connection.get('/inventory?limit=1')).text) as { items: { id: string }[] };
  const inventory_id = items[0]?.id;
  const pool = new Pool(new URL(base_url).origin, { connections: CONNECTIONS });
  const post = async (path: string, token: string, body: object): Promise<void> => {
    const reply = await pool.request({ method: 'POST', path, headers: headersOf(token, true), body: JSON.stringify(body) });
    const text = await reply.body.text();
    if (reply.statusCode !== 201) throw new Error(`POST ${path} returned ${reply.statusCode}: ${text}`);
  };
  return {
    subscribe: (team, url) => post('/v1/webhooks', `bench_${team}`, { url, events: [EVENT_TYPE] }),
    emit: (team) => post('/_gristmill/analyses', '', { type: 'sample_received', inventory_id, team_id: `tm_bench_${team}` }),
    [Symbol.asyncDispose]: () => pool.close(),
  };
}

/** Writes a fixtures file with teams that have a token each. */
export function writeTeams(path: string, count: number): void {
  const created_at = '2026-01-01T00:00:00.000Z';
  const numbers = Array.from({ length: count }, (_, team) => team);
  const batch = {
    teams: numbers.map((team) => ({
      id: `tm_bench_${team}`,
      name: `Team ${team}`,
      type: 'buyer',
      is_verified_elevator: false,
      has_good_credit: true,
      created_at,
    })),
    users: numbers.map((team) => ({
      id: `usr_bench_${team}`,
      name: `User ${team}`,
      email: `user${team}@example.com`,
      created_by_client_id: null,
      created_at,
    })),
    memberships: numbers.map((team) => ({ team_id: `tm_bench_${team}`, user_id: `usr_bench_${team}`, role: 'owner' })),
    tokens: numbers.map((team) => ({
      token: `bench_${team}`,
      client_id: personas.buyer.client_id,
      user_id: `usr_bench_${team}`,
      team_id: `tm_bench_${team}`,
      scopes: 'webhooks.read webhooks.write',
      livemode: true,
      expires_at: null,
      created_at,
    })),
  };
  writeFileSync(path, JSON.stringify(batch));
}
