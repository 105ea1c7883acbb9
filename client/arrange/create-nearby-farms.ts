/** Farms in the same city at different locations, whose public data must not differ. */
import { Blocked } from '../replies/findings.ts';
import { ownerOf } from '../settings/owner-of.ts';
import type { Point } from '../secrets/coordinates.ts';
import type { CanaryFarm } from '../secrets/secrets.ts';
import type { Actor } from '../session/actor.ts';
import type { RunContext } from '../session/run-context.ts';
import { findLocation } from './read-lists.ts';
import { errorIn, readId } from '../replies/read-items.ts';

export interface NearbyFarm {
  farm_id: string;
  farm: CanaryFarm;
}

const DEFAULT_CENTRE: Point = { latitude: 50.5, longitude: -104.6 };
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
 * @param around the farms are within 0.25 degrees of this point
 * @throws Blocked if a farm is rejected
 */
export async function createNearbyFarms(
  t: RunContext,
  seller: Actor,
  count: number,
  around?: Point,
): Promise<readonly NearbyFarm[]> {
  const place = await t.run.once('place', async () => findLocation(seller));
  const { latitude, longitude } = t.run.secrets.plantFarm(ownerOf(seller.name), around ?? DEFAULT_CENTRE);
  const made: NearbyFarm[] = [];
  for (const apart of APART.slice(0, count)) {
    const near = { latitude: latitude + apart.latitude, longitude: longitude + apart.longitude };
    const farm = t.run.secrets.plantFarm(ownerOf(seller.name), near, 0.001);
    const reply = await seller.post('/me/farms', { ...farm, nearest_city: place.nearest_city, nearest_province: place.province });
    const farm_id = readId(reply);
    if (!reply.is_success || farm_id === undefined) {
      throw new Blocked(`POST /me/farms created no farm for ${seller.name} (status ${reply.status})`, reply.exchange);
    }
    t.run.secrets.add({ kind: 'farm id', text: farm_id, owner: ownerOf(seller.name) });
    if (t.hasHook('set_payment_method')) await t.hook('set_payment_method', { farm_id, on_file: true });
    made.push({ farm_id, farm });
  }
  return made;
}

/** Ends the check as unverifiable if a new farm cannot publish. */
export async function ensureFarmPublishes(t: RunContext, seller: Actor, { farm_id }: NearbyFarm): Promise<void> {
  const { crop } = await t.arrange.publishing(seller);
  const body = {
    commodity: crop.commodity,
    ...(crop.grade === undefined ? {} : { grade: crop.grade }),
    farm_id,
    quantity_mt: 20,
  };
  const reply = await seller.post('/me/inventory', body);
  if (reply.is_success) return;
  const { code } = errorIn(reply.json);
  t.unverifiable(`a new farm cannot publish (status ${reply.status}, ${String(code)})`, 'hooks.set_payment_method');
}
