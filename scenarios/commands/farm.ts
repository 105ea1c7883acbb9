import { createFarm } from '#client';
import type { Seller } from '../model/model.ts';
import type { Session } from '../session/session.ts';

/** The seller's farm that can publish. It is created with the first lot that needs it. */
export async function farmOf(session: Session, seller: Seller): Promise<string> {
  const known = session.farms.get(seller);
  if (known !== undefined) return known;
  const farm_id = await makeOrFindFarm(session, seller);
  session.farms.set(seller, farm_id);
  return farm_id;
}

async function makeOrFindFarm(session: Session, seller: Seller): Promise<string> {
  const { context: t } = session;
  if (!t.hasHook('set_payment_method')) return (await t.arrange.publishing(session.actor(seller))).farm_id;
  const farm_id = await createFarm(t, session.actor(seller));
  await session.hook('set_payment_method', { farm_id, on_file: true });
  return farm_id;
}
