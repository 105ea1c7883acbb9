import { getLongPage, learnFarmLocation, ownerOf, readItems, type Reply } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** The body of POST /me/farms. */
export async function farmBody(t: CheckContext): Promise<Record<string, unknown>> {
  return { ...t.run.secrets.makeCanaryFarm(ownerOf(t.seller.name)), ...(await learnFarmLocation(t, t.seller)) };
}

/** A deployment can limit the farms of a seller, and no endpoint deletes one. This number is smaller than a likely limit. */
const FARMS_MANY = 10;

/** @throws Unverifiable if a farm is rejected and the seller already has many */
export async function excuseLimit(t: CheckContext, made: Reply): Promise<void> {
  if (![403, 409, 422].includes(made.status)) return;
  const count = readItems(await getLongPage(t.seller, '/me/farms')).length;
  if (count >= FARMS_MANY) t.unverifiable(`the seller has ${count} farms, and the target may allow no more`, 'actors.seller');
}
