/** Learns which legal readings a deployment follows, in a disposable world. Ambiguous observations leave a reading unknown. */
import { resourceIn, type Actor, type Lot, encodePath } from '#client';
import type { Readings } from '../model/model.ts';
import type { Session } from '../session/session.ts';

const DAYS_8_S = 8 * 86_400;
/** The quantity of the arranger's bids. */
const BID_MT = 10;

/** Tries out which legal reading the deployment follows where the document is open. @param takes_receiver whether webhooks can be received */
export async function learnReadings(session: Session, takes_receiver: boolean): Promise<Readings> {
  const { context: t } = session;
  const lot = await t.arrange.lot();
  const bid = await t.arrange.bid(lot);
  const body = await t.arrange.bidBody();
  const second = await t.buyer.post(encodePath`/inventory/${lot.id}/bids`, body);
  const inbox = takes_receiver ? await t.subscribe(t.buyer, ['bid.accepted']) : undefined;
  const counter = await t.arrange.counter(lot, bid);
  await t.buyer.post(encodePath`/bids/${counter.id}/accept`);
  const own_event = await inbox?.find({ within_ms: OWN_EVENT_WITHIN_MS });
  const left = await read(lot.seller, encodePath`/me/inventory/${lot.id}`, 'quantity_mt');
  const lot_status = await read(lot.seller, encodePath`/me/inventory/${lot.id}`, 'status');

  const isRejectedAfter = async (takeOff: (lot: Lot) => Promise<unknown>): Promise<boolean | undefined> => {
    const gone = await t.arrange.lot();
    const bid_on_it = await t.arrange.bid(gone);
    await takeOff(gone);
    return (await read(t.buyer, encodePath`/bids/${bid_on_it.id}`, 'status')) === 'rejected' ? true : undefined;
  };
  const unlisting_rejects_at_once = await isRejectedAfter(async ({ id, seller }) =>
    seller.patch(encodePath`/me/inventory/${id}`, { listed: false }),
  );
  const archiving_rejects = await isRejectedAfter(async ({ id, seller }) => seller.delete(encodePath`/me/inventory/${id}`));

  const old_lot = await t.arrange.lot();
  const old = await t.arrange.bid(old_lot);
  await t.hook('advance_clock', { seconds: DAYS_8_S });
  const old_status = await read(t.buyer, encodePath`/bids/${old.id}`, 'status');
  const late = await old_lot.seller.post(encodePath`/bids/${old.id}/accept`);
  return {
    takes_quantity: left === lot.quantity_mt - BID_MT ? true : left === lot.quantity_mt ? false : undefined,
    keeps_lot_listed: lot_status === 'listed' ? true : undefined,
    shows_expiry: old_status === 'expired' && late.status === 422 ? true : undefined,
    unlisting_rejects_at_once,
    archiving_rejects,
    takes_second_bid: second.status === 201 ? true : undefined,
    notifies_buyer_of_own_action: own_event === undefined ? undefined : true,
  };
}

/** An event about the team's own action arrives immediately or not at all. */
const OWN_EVENT_WITHIN_MS = 300;

async function read(actor: Actor, path: string, key: string): Promise<unknown> {
  return resourceIn((await actor.get(path)).json)[key];
}
