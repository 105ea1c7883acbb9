/** Farms in the same city at different locations, whose public data must not differ. */
import { errorIn } from '../replies/read-items.ts';
import { ownerOf } from '../settings/owner-of.ts';
import type { Point } from '../secrets/coordinates.ts';
import type { CanaryFarm } from '../secrets/secrets.ts';
import type { Actor } from '../session/actor.ts';
import { noneIfMissingHook } from '../replies/findings.ts';
import type { RunContext } from '../session/run-context.ts';
import { postFarm } from './create-farm.ts';
import type { FarmLocation } from './read-market.ts';
import { buildSubmission } from './create-listing.ts';

interface NearbyFarm {
  farm_id: string;
  farm: CanaryFarm;
}

/** At least 10 km apart, in degrees. */
const APART = [
  { latitude: 0, longitude: 0 },
  { latitude: 0.1, longitude: 0.06 },
  { latitude: -0.09, longitude: 0.12 },
  { latitude: 0.05, longitude: -0.14 },
] as const;

/**
 * Creates farms in one city, and adds a payment method if there is a hook.
 * @param count at most four
 * @param around the farms are within 0.4 degrees of this point. Default: that of `makeCanaryFarm`
 * @param city default: that of the other new farms
 * @throws Blocked if a farm is rejected
 */
export async function createNearbyFarms(
  t: RunContext,
  seller: Actor,
  count: number,
  around?: Point,
  city?: FarmLocation,
): Promise<readonly NearbyFarm[]> {
  const { latitude, longitude } = t.run.secrets.makeCanaryFarm(ownerOf(seller.name), around);
  const made: NearbyFarm[] = [];
  for (const apart of APART.slice(0, count)) {
    const near = { latitude: latitude + apart.latitude, longitude: longitude + apart.longitude };
    const farm = t.run.secrets.makeCanaryFarm(ownerOf(seller.name), near, 0.001);
    const farm_id = await postFarm(t, seller, farm, city);
    await t.hook('set_payment_method', { farm_id, on_file: true }).catch(noneIfMissingHook);
    made.push({ farm_id, farm });
  }
  return made;
}

/** Ends the check as unverifiable if a new farm cannot publish. */
export async function ensureFarmPublishes(t: RunContext, seller: Actor, { farm_id }: NearbyFarm): Promise<void> {
  const { crop } = await t.arrange.publishing(seller);
  const reply = await seller.post('/me/inventory', buildSubmission({ farm_id, crop }));
  if (reply.is_success) return;
  t.unverifiable(
    `a new farm cannot publish (status ${reply.status}, ${String(errorIn(reply.json)['code'])})`,
    'hooks.set_payment_method',
  );
}
