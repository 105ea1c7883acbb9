/** FMT-8 leaves the values of `units` open: finds one that the target converts to, if none is configured. */
import type { CheckContext } from '../check/check-context.ts';
import type { JsonNode, Query, Settings } from '#client';
import { chooseReader, ensureSuccess, findAnyListing, isObject, isSameJson, itemsOf, encodePath } from '#client';

/** Units of mass first: a bushel depends on the commodity. */
const CANDIDATES = ['LB', 'lb', 'KG', 'kg', 'CWT', 'cwt', 'ST', 'st', 'BU', 'bu'];

/** Reads listings with these parameters. None if the target rejects them. */
type Read = (query: Query) => Promise<readonly JsonNode[]>;

/** Sets `fixtures.unit` and `fixtures.amount_key` for the run, unless they are configured or no candidate changes a quantity. */
export async function learnUnit(t: CheckContext): Promise<void> {
  const { settings } = t.run;
  const { fixtures } = settings;
  if (fixtures.unit !== undefined && fixtures.amount_key !== undefined) return;
  const reader = chooseReader(t);
  const path = encodePath`/inventory/${(await findAnyListing(t)).id}`;
  const plain = await reader.get(path);
  ensureSuccess(plain);
  const units = fixtures.unit === undefined ? CANDIDATES : [fixtures.unit];
  const readAlone: Read = async (query) => {
    const reply = await reader.get(path, query);
    return reply.status === 200 ? [reply.data] : [];
  };
  const readList: Read = async (query) => {
    const reply = await reader.get('/inventory', { ...query, limit: 10 });
    return reply.status === 200 ? itemsOf(reply) : [];
  };
  // If GET /inventory/{id} ignores `units`, the list shows the unit with which a check can find that out.
  const found = (await findUnit(units, [plain.data], readAlone)) ?? (await findUnit(units, await readList({}), readList));
  if (found === undefined) return;
  settings.fixtures = { ...found, ...fixtures };
  t.observe(`units=${found.unit} changes the quantity`);
}

async function findUnit(
  units: readonly string[],
  plain: readonly JsonNode[],
  read: Read,
): Promise<(Pick<Settings['fixtures'], 'amount_key'> & { unit: string }) | undefined> {
  for (const unit of units) {
    for (const other of await read({ units: unit })) {
      const before = plain.find((lot) => lot.find('id')?.value === other.find('id')?.value);
      if (before === undefined || !isConverted(before, other)) continue;
      // Different tonnes are a violation of FMT-8, which the checks find, or a change by someone else.
      const tonnes = before.find('quantity_mt')?.value;
      const again = tonnes === other.find('quantity_mt')?.value ? [before] : await read({});
      if (again.find((lot) => lot.find('id')?.value === before.find('id')?.value)?.find('quantity_mt')?.value !== tonnes)
        continue;
      const amount_key = findAmountKey(before, other);
      return { unit, ...(amount_key === undefined ? {} : { amount_key }) };
    }
  }
  return undefined;
}

/** Whether `quantity` differs: a target can ignore units that it does not know. */
function isConverted(plain: JsonNode, other: JsonNode): boolean {
  const [before, after] = [plain, other].map((lot) => lot.find('quantity')?.value);
  return plain.find('quantity_mt')?.value !== 0 && after !== undefined && !isSameJson(before, after);
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
