import { coach } from '#certify/coach/index';
import { personas } from '#fixtures/personas';
import { createMock, type Mock, type MockWorld } from '#mock';
import { afterAll, beforeAll, test } from 'vitest';
import { CLIENTS } from './clients/index.ts';
import { eventful, friendly, playDay } from './market-day.ts';

interface Found { items: { rule: string; level: string; seen: string; count: number; client: { user_id: string | null; client_id: string } }[] }
let mock: Mock;
beforeAll(async () => { mock = await createMock({ lots: 20, coach }); });
afterAll(() => mock.close());
async function look(world: MockWorld) {
  const { items } = await world.control<Found>('GET', '/coach?final=true');
  return items.filter(({ client }) => client.user_id === personas.buyer.user_id || client.user_id === null);
}
const day = process.env['DAY'] === 'friendly' ? friendly : eventful;
test.for(CLIENTS.map((row) => [row.id, row] as const))('%s', { concurrent: true }, async ([, row]) => {
  const out = await playDay(mock, row, day, async (world, played) => ({ played, found: await look(world) }));
  console.log(`@@${row.kind} ${row.id} exit ${out.played.exit_code} ${out.played.stderr.split('\n')[0]}\n` + out.found.map((f) => `@@    ${f.level} ${f.rule} x${f.count}: ${f.seen}`).join('\n'));
});
