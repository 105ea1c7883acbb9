import { createFarm, noneIfMissingHook } from '#client';
import type { Lot, Seller } from '../model/model.ts';
import { addLot } from '../model/lots.ts';
import type { Session } from '../session/session.ts';

interface Submission {
  seller: Seller;
  grade: string | null;
  quantity_mt: number;
  price: number;
  is_draft?: boolean;
}

const CROP_YEAR = 2026;

/** Submits a listing and adds it to the model (LST-3). @throws Finding if the response is wrong */
export async function submitListing(session: Session, submission: Submission): Promise<Lot> {
  const { seller, grade, quantity_mt, price, is_draft = false } = submission;
  const { commodity } = session.knowledge.crop;
  const farm_id = await farmOf(session, seller);
  const reply = await session.actor(seller).post('/me/inventory', {
    commodity,
    farm_id,
    quantity_mt,
    ...(grade === null ? {} : { grade }),
    crop_year: CROP_YEAR,
    is_organic: false,
    target_price: { amount: price, firm: false },
    ...(is_draft ? { list: false } : {}),
  });
  session.expect('LST-3', reply, 201);
  const id = session.readNewId('INV-18', reply);
  const lot: Lot = {
    id,
    seller,
    grade,
    commodity,
    price,
    crop_year: CROP_YEAR,
    is_organic: false,
    status: [is_draft ? 'unlisted' : 'listed'],
    remaining_mt: [quantity_mt],
    can_be_unlisted: false,
  };
  session.model = addLot(session.model, lot);
  session.touched.lots.add(id);
  return lot;
}

/** The seller's farm that can publish. It is created with the first lot that needs it. */
async function farmOf(session: Session, seller: Seller): Promise<string> {
  const known = session.farms.get(seller);
  if (known !== undefined) return known;
  const farm_id = await makeOrFindFarm(session, seller);
  session.farms.set(seller, farm_id);
  return farm_id;
}

async function makeOrFindFarm(session: Session, seller: Seller): Promise<string> {
  const { context: t } = session;
  const findFarm = async (): Promise<string> => (await t.arrange.publishing(session.actor(seller))).farm_id;
  if (!t.hasHook('set_payment_method')) return findFarm();
  const farm_id = await createFarm(t, session.actor(seller));
  const response = await session.hook('set_payment_method', { farm_id, on_file: true }).catch(noneIfMissingHook);
  return response === undefined ? findFarm() : farm_id;
}
