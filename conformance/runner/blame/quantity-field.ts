/** Whether the target takes another field for the quantity than the operator configured. The document does not show its name (LST-6). */
import { Unverifiable, dataIn, encodePath, readUntil } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** The names that other operations use. */
const NAMES = ['quantity_mt', 'quantity'];
/** The first quantity to try, in tonnes. Each name gets another one, so that a late change is not taken for that of the next name. */
const QUANTITY_MT = 61.5;

/** Makes a failed check that sent `fixtures.quantity_field` unverifiable if only another field changes the quantity. */
export async function findWrongQuantityField(t: CheckContext): Promise<Unverifiable | undefined> {
  const { fixtures, is_mock } = t.run.settings;
  const field = fixtures.quantity_field;
  if (field === undefined || is_mock) return undefined;
  const was_sent = t.exchanges.some(
    ({ operation, request_body = '' }) => operation === 'updateListing' && request_body.includes(JSON.stringify(field)),
  );
  if (!was_sent) return undefined;
  const taken = await t.run.once('trial of quantity_field', async () => findTakenField(t, field));
  if (taken === undefined || taken === field) return undefined;
  return new Unverifiable(
    `the target takes the quantity as ${taken}, and ignores ${field}, which fixtures.quantity_field names`,
    'fixtures.quantity_field',
  );
}

/** The first field that changes the quantity of a listing, the configured one before others. Undefined if none does. */
async function findTakenField(t: CheckContext, configured: string): Promise<string | undefined> {
  const lot = await t.arrange.lot({}, t.seller);
  for (const [i, name] of [...new Set([configured, ...NAMES])].entries()) {
    const quantity_mt = QUANTITY_MT + i;
    const { is_success } = await t.seller.patch(encodePath`/me/inventory/${lot.id}`, { [name]: quantity_mt });
    const isShown = (shown: unknown): boolean => shown === quantity_mt;
    if (is_success && isShown(await readUntil(async () => readQuantity(t, lot.id), isShown, t.signal))) return name;
  }
  return undefined;
}

/** The quantity that the seller reads, or otherwise the buyer. */
async function readQuantity(t: CheckContext, id: string): Promise<unknown> {
  const own = dataIn((await t.seller.get(encodePath`/me/inventory/${id}`)).json)['quantity_mt'];
  return own === undefined && t.has('buyer')
    ? dataIn((await t.buyer.get(encodePath`/inventory/${id}`)).json)['quantity_mt']
    : own;
}
