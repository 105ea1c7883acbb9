import type { Actor, JsonNode, Lot, Reply, JsonObject } from '#client';
import { Blocked, CONSISTENCY_MS, dataIn, ensureSuccess, expectStatus, expectThat, poll, encodePath } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** An actor who has sandbox listings. */
export function sandboxSeller(t: CheckContext): Actor {
  return t.actor('seller_sandbox');
}

/** A simulated bid. */
interface Simulated {
  data: JsonNode;
  reply: Reply;
  bid_id: string;
}

/** Asks for a simulated bid. Does not check the response. */
export async function postSimulation(by: Actor, body: JsonObject = {}): Promise<Reply> {
  return by.post('/sandbox/simulate-event', { event: 'bid.received', ...body });
}

/** Simulates a bid. @throws Blocked if that fails */
export async function simulate(seller: Actor, body: JsonObject): Promise<Simulated> {
  const reply = await postSimulation(seller, body);
  const { bid_id } = dataIn(reply.json);
  if (!reply.is_success || typeof bid_id !== 'string' || bid_id.trim() === '') {
    throw new Blocked(`POST /sandbox/simulate-event simulated no bid (status ${reply.status})`, reply.exchange);
  }
  return { data: reply.data, reply, bid_id };
}

/** Simulates a bid on a new draft. @throws Blocked if that fails */
export async function simulateOnDraft(t: CheckContext, seller: Actor): Promise<Simulated & { draft: Lot }> {
  const draft = await t.arrange.draft({}, seller);
  return { draft, ...(await simulate(seller, { inventory_id: draft.id })) };
}

/** Polls the seller's list of bids on the lot for the bid. @throws Blocked if it is not there */
export async function waitForReceivedBid(seller: Actor, lot_id: string, bid_id: string): Promise<JsonNode> {
  const { found, last } = await findAmongReceived(seller, lot_id, bid_id);
  if (found === undefined) throw new Blocked('GET /me/inventory/{id}/bids does not list a simulated bid', last?.exchange);
  return found;
}

/** Like `waitForReceivedBid`, for checks whose clause says that the bid is in the list. @throws Breach if the bid is not there */
export async function expectReceivedBid(seller: Actor, lot_id: string, bid_id: string): Promise<JsonNode> {
  const { found, last } = await findAmongReceived(seller, lot_id, bid_id);
  expectThat(found !== undefined, {
    message: 'GET /me/inventory/{id}/bids does not list a simulated bid.',
    ...(last === undefined ? {} : { reply: last }),
    expected: bid_id,
  });
  return found;
}

/** Asserts that a simulated bid has expired. Its status may never become expired (BID-11), but then it can no longer be rejected. */
export async function expectExpired(seller: Actor, lot_id: string, bid_id: string): Promise<void> {
  const status = (await waitForReceivedBid(seller, lot_id, bid_id)).get('status');
  if (status.value === 'pending') expectStatus(await seller.post(encodePath`/bids/${bid_id}/reject`), 422);
  else status.is('expired');
}

async function findAmongReceived(
  seller: Actor,
  lot_id: string,
  bid_id: string,
): Promise<{ found: JsonNode | undefined; last: Reply | undefined }> {
  let last: Reply | undefined;
  const findBid = async (): Promise<JsonNode | undefined> => {
    last = await seller.get(encodePath`/me/inventory/${lot_id}/bids`, { limit: 50 });
    ensureSuccess(last);
    return last.items.find((bid) => bid.get('id').value === bid_id);
  };
  const found = await poll(findBid, { within_ms: CONSISTENCY_MS });
  return { found, last };
}
