/** FMT-8 leaves the values of `units` open: finds one that the target converts to, if none is configured. */
import type { CheckContext } from '../check/check-context.ts';
import type { JsonNode } from '#client';
import { chooseReader, ensureSuccess, findAnyListing, isObject, isSameJson, encodePath } from '#client';

/** Units of mass first: a bushel depends on the commodity. */
const CANDIDATES = ['LB', 'lb', 'KG', 'kg', 'CWT', 'cwt', 'ST', 'st', 'BU', 'bu'];

/** Sets `fixtures.unit` and `fixtures.amount_key` for the run, unless they are configured or no candidate changes a quantity. */
export async function learnUnit(t: CheckContext): Promise<void> {
  const { settings } = t.run;
  const { fixtures } = settings;
  if (fixtures.unit !== undefined && fixtures.amount_key !== undefined) return;
  const reader = chooseReader(t);
  const path = encodePath`/inventory/${(await findAnyListing(t)).id}`;
  const plain = await reader.get(path);
  ensureSuccess(plain);
  for (const unit of fixtures.unit === undefined ? CANDIDATES : [fixtures.unit]) {
    const other = await reader.get(path, { units: unit });
    if (other.status !== 200 || !isConverted(plain.data, other.data)) continue;
    const amount_key = findAmountKey(plain.data, other.data);
    settings.fixtures = { unit, ...(amount_key === undefined ? {} : { amount_key }), ...fixtures };
    t.observe(`units=${unit} changes the quantity`);
    return;
  }
}

/** Whether `quantity` differs although the tonnes do not: a target can ignore units that it does not know. */
function isConverted(plain: JsonNode, other: JsonNode): boolean {
  const tonnes = plain.find('quantity_mt')?.value;
  const [before, after] = [plain, other].map((lot) => lot.find('quantity')?.value);
  return tonnes !== 0 && tonnes === other.find('quantity_mt')?.value && after !== undefined && !isSameJson(before, after);
}

/** The key that contains the tonnes, and another number in the other unit. */
function findAmountKey(plain: JsonNode, other: JsonNode): string | undefined {
  const tonnes = plain.get('quantity_mt').number();
  const [before, after] = [plain, other].map((lot) => lot.get('quantity').value);
  if (!isObject(before) || !isObject(after)) return undefined;
  return Object.keys(before).find(
    (key) =>
      typeof before[key] === 'number' &&
      Math.abs(before[key] - tonnes) < 0.01 &&
      typeof after[key] === 'number' &&
      after[key] !== before[key],
  );
}
