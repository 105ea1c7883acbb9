/**
 * A small trading desk. It is a client of the marketplace as an integrator writes one, and knows nothing of Gristmill.
 *
 * `node main.ts day` bids on the cheapest canola, follows the bid to its settlement, and ends. `node main.ts serve` waits for webhooks and
 * for tasks until SIGTERM. A name after that selects a variation: a client with a mistake, or a correct client that works differently.
 */
import { ApiFailure, type Desk } from './desk.ts';
import { followUntilSettled, subscribe } from './follow.ts';
import { bidOnBest, completeOrder } from './market.ts';
import { openDesk } from './open-desk.ts';
import { listen } from './server.ts';
import { readSettings } from './settings.ts';
import { variationOf } from './variations.ts';

const QUANTITY_MT = 10;

async function main(mode: string, name: string | undefined): Promise<void> {
  const { parts, has_receiver = true, has_hooks = true, is_staying = false } = variationOf(name);
  const given = readSettings(process.env);
  const settings = has_receiver ? given : { ...given, webhook_secrets: [] };
  const desk = openDesk(settings, parts);
  const receiver = has_receiver || mode === 'serve' ? await listen(desk, has_hooks) : undefined;
  if (has_receiver && receiver !== undefined && settings.webhook_secrets.length === 0) {
    const secret = await subscribe(desk, `http://127.0.0.1:${receiver.port}/webhooks`);
    Object.assign(settings, { webhook_secrets: [secret] });
  }
  if (mode === 'serve') {
    await new Promise<void>((resolve) => process.once('SIGTERM', resolve));
  } else {
    const ended = new Promise<void>((resolve) => process.once('SIGTERM', resolve));
    await spendDay(desk);
    if (is_staying) await ended;
  }
  receiver?.server.closeAllConnections();
  receiver?.server.close();
}

async function spendDay(desk: Desk): Promise<void> {
  const waiting = desk.store.state.orders.filter(({ bid_id }) => bid_id === undefined);
  for (const order of waiting) await completeOrder(desk, order);
  if (waiting.length === 0) await bidOnBest(desk, 'canola', QUANTITY_MT);
  await followUntilSettled(desk);
  for (const { reference, status } of desk.bids.values()) process.stdout.write(`${reference}: ${status}\n`);
  for (const { reference, status, counterparty } of desk.trades.values()) {
    process.stdout.write(`${reference}: ${status}, with ${counterparty?.name ?? 'a party not yet named'}\n`);
  }
}

try {
  await main(process.argv[2] ?? 'day', process.argv[3]);
  process.exit(0);
} catch (error) {
  const { status, code } = error instanceof ApiFailure ? error.failure : { status: null, code: null };
  process.stderr.write(`desk: ${String(error)}${status === null ? '' : ` (${status} ${code ?? ''})`}\n`);
  process.exit(1);
}
