import { expectStatus, expectThat } from '../../judge/expect.ts';
import { Blocked } from '../../judge/findings.ts';
import type { Sight } from '../../judge/sight.ts';
import type { Actor } from '../../target/actor.ts';
import type { Reply } from '../../target/reply.ts';
import type { Trial } from '../../trial.ts';

/** Who has sandbox listings. */
export function sandboxSeller(t: Trial): Actor {
  return t.actor('seller_sandbox');
}

/** Has a bid simulated. @throws Blocked where none is */
export async function simulate(
  seller: Actor,
  body: Readonly<Record<string, unknown>>,
): Promise<{ data: Sight; reply: Reply; bid_id: string }> {
  const reply = await seller.post('/sandbox/simulate-event', { event: 'bid.received', ...body });
  if (!reply.is_success || !reply.data.has('bid_id')) {
    throw new Blocked(`POST /sandbox/simulate-event simulates no bid (status ${reply.status})`, reply.exchange);
  }
  return { data: reply.data, reply, bid_id: reply.data.get('bid_id').text() };
}

/** The bid as its seller sees it, in a list of the lot's bids. */
export async function received(seller: Actor, lot_id: string, bid_id: string): Promise<Sight> {
  const reply = await seller.get(`/me/inventory/${lot_id}/bids`, { limit: 50 });
  expectStatus(reply, 200);
  const found = reply.body
    .get('items')
    .array()
    .find((bid) => bid.get('id').value === bid_id);
  expectThat(found !== undefined, {
    message: 'The simulated bid is not among the bids of its listing.',
    reply,
    expected: bid_id,
  });
  return found;
}
