/** The requests with which each side reads a bid. */
import type { Actor, JsonNode, Lot, Query, Reply } from '#client';
import {
  ensureDone,
  expectSuccess,
  expectThat,
  awaitInBidsReceived,
  awaitInList,
  awaitReceivedBid,
  readBid,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';

interface PlacedBid {
  lot: Lot;
  id: string;
}

/** A request whose response shows a pending bid of the buyer. */
interface PendingView {
  /** The request, for titles and messages. */
  source: string;
  /** Reads the bid. Undefined if the view does not show it. */
  read: (t: CheckContext, bid: PlacedBid) => Promise<JsonNode | undefined>;
}

/** The views of a bid, apart from the response to placing it. */
export const PENDING_VIEWS: readonly PendingView[] = [
  { source: 'GET /bids/{id}', read: async (t, { id }) => readBid(t.buyer, id) },
  { source: 'GET /bids', read: async (t, { id }) => awaitInList(t.buyer, '/bids', id, { status: 'pending' }) },
  { source: 'GET /me/inventory/{id}/bids', read: async (t, { lot, id }) => awaitReceivedBid(t, lot, id) },
  { source: 'GET /me/bids-received', read: async (_, { lot, id }) => awaitInBidsReceived(lot.seller, id) },
  { source: 'POST /bids/{id}/reject', read: readRejected },
];

/** Rejects the bid. @returns the bid in the response */
async function readRejected(_: CheckContext, { lot, id }: PlacedBid): Promise<JsonNode> {
  const reply = await lot.seller.post(encodePath`/bids/${id}/reject`);
  ensureDone(reply, 'POST /bids/{id}/reject did not reject the bid');
  return reply.data;
}

/**
 * Reads a field of a new bid in four views: the response to placing it, GET /bids/{id}, and both of the seller's lists.
 * @param placed the response to placing the bid
 * @param by who placed it
 * @returns one node for each view that has the field
 */
export async function fieldInViews(
  t: CheckContext,
  lot: Lot,
  placed: Reply,
  field: string,
  by: Actor = t.buyer,
): Promise<readonly JsonNode[]> {
  const id = placed.data.get('id').text();
  const views = [
    placed.data,
    await readBid(by, id),
    await awaitReceivedBid(t, lot, id),
    await awaitInBidsReceived(lot.seller, id),
  ];
  return views.flatMap((view) => (view?.has(field) === true ? [view.get(field)] : []));
}

/** Asserts that an actor can read a bid. @returns the bid */
export async function expectReadable(actor: Actor, id: string): Promise<JsonNode> {
  const read = await actor.get(encodePath`/bids/${id}`);
  expectSuccess(read);
  read.data.get('id').is(id);
  return read.data;
}

/** Asserts that GET /bids lists a bid. @param what the bid, for messages */
export async function expectInList(actor: Actor, id: string, query: Query, what: string): Promise<void> {
  const status = 'status' in query ? `?status=${String(query['status'])}` : '';
  const found = await awaitInList(actor, '/bids', id, query);
  expectThat(found !== undefined, { message: `GET /bids${status} does not list ${what}.`, expected: id });
}
