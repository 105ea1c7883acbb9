/** The life of lots. */
import { mayReject, mustReject } from './bids.ts';
import { updateById, getById, type Lot, type LotStatus, type Model } from './model.ts';

export function addLot(model: Model, lot: Lot): Model {
  return { ...model, lots: [...model.lots, lot] };
}

/** LST-6: unlists a lot, which rejects its pending bids (BID-29). */
export function unlistLot(model: Model, id: string): Model {
  const { status } = getById(model.lots, id);
  const unlisted = { ...model, lots: updateById(model.lots, id, { status: ['unlisted'], can_be_unlisted: false }) };
  // Unlisting a lot that is not listed does not reject bids. For sandbox drafts, the document leaves it open.
  if (!status.includes('listed')) return mayReject(unlisted, id);
  const is_sure = status.length === 1 && model.readings.unlisting_rejects_at_once === true;
  return is_sure ? mustReject(unlisted, id) : mayReject(unlisted, id);
}

/** LST-7: archives a lot from any status. Whether that rejects its bids is a reading (BID-52). */
export function archiveLot(model: Model, id: string): Model {
  const { status } = getById(model.lots, id);
  const archived = { ...model, lots: updateById(model.lots, id, { status: ['archived'], can_be_unlisted: false }) };
  const is_delisting = status.length === 1 && status[0] === 'listed';
  return is_delisting && model.readings.archiving_rejects === true ? mustReject(archived, id) : mayReject(archived, id);
}

/** LST-6: publishes a lot from any status. */
export function publishLot(model: Model, id: string): Model {
  return { ...model, lots: updateById(model.lots, id, { status: ['listed'], can_be_unlisted: false }) };
}

/** LST-6: sets the remaining quantity. */
export function setQuantity(model: Model, id: string, quantity_mt: number): Model {
  return { ...model, lots: updateById(model.lots, id, { remaining_mt: [quantity_mt] }) };
}

/** LST-6 */
export function setPrice(model: Model, id: string, price: number): Model {
  return { ...model, lots: updateById(model.lots, id, { price }) };
}

/** Records an observed status and quantity. The status stays open if the lot can still be unlisted. */
export function observeLot(model: Model, id: string, status: LotStatus | undefined, remaining_mt: number | undefined): Model {
  // A lot with a remaining quantity stays on the market.
  const can_be_unlisted =
    getById(model.lots, id).can_be_unlisted && status !== 'unlisted' && !(status === 'listed' && (remaining_mt ?? 0) > 0);
  const stays = status === undefined || can_be_unlisted;
  return {
    ...model,
    lots: updateById(model.lots, id, {
      ...(stays ? {} : { status: [status], can_be_unlisted: false }),
      ...(remaining_mt === undefined ? {} : { remaining_mt: [remaining_mt] }),
    }),
  };
}
