import type { Actor, JsonNode, Reply } from '#client';
import { Blocked, CONSISTENCY_MS, ensureSuccess, expectThat, poll } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** Who has sandbox listings. */
export function sandboxSeller(t: CheckContext): Actor {
  return t.actor('seller_sandbox');
}

/** Has a bid simulated. @throws Blocked where none is */
export async function simulate(
  seller: Actor,
  body: Readonly<Record<string, unknown>>,
): Promise<{ data: JsonNode; reply: Reply; bid_id: string }> {
  const reply = await seller.post('/sandbox/simulate-event', { event: 'bid.received', ...body });
  if (!reply.is_success || !reply.data.has('bid_id')) {
    throw new Blocked(`POST /sandbox/simulate-event simulates no bid (status ${reply.status})`, reply.exchange);
  }
  return { data: reply.data, reply, bid_id: reply.data.get('bid_id').text() };
}

/** The bid as its seller sees it, in a list of the lot's bids: it may take a moment to be there. @throws Blocked where it is not */
export async function received(seller: Actor, lot_id: string, bid_id: string): Promise<JsonNode> {
  const { found, last } = await lookAmongReceived(seller, lot_id, bid_id);
  if (found === undefined) throw new Blocked('a simulated bid is not among the bids of its listing', last?.exchange);
  return found;
}

/** The same, where the clause itself says that it is there. @throws Breach where it is not */
export async function expectReceived(seller: Actor, lot_id: string, bid_id: string): Promise<JsonNode> {
  const { found, last } = await lookAmongReceived(seller, lot_id, bid_id);
  expectThat(found !== undefined, {
    message: 'The simulated bid is not among the bids of its listing.',
    ...(last === undefined ? {} : { reply: last }),
    expected: bid_id,
  });
  return found;
}

async function lookAmongReceived(
  seller: Actor,
  lot_id: string,
  bid_id: string,
): Promise<{ found: JsonNode | undefined; last: Reply | undefined }> {
  let last: Reply | undefined;
  const lookForIt = async (): Promise<JsonNode | undefined> => {
    last = await seller.get(`/me/inventory/${lot_id}/bids`, { limit: 50 });
    ensureSuccess(last);
    return last.body
      .get('items')
      .array()
      .find((bid) => bid.get('id').value === bid_id);
  };
  const found = await poll(lookForIt, { within_ms: CONSISTENCY_MS });
  return { found, last };
}
