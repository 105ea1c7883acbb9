/** Responses that are legal and unusual: new fields, new values, nulls, large numbers, other scripts. */
import { isObject } from '#client';
import type { Disturbance } from '../stand/proxy.ts';
import type { StageContext, Task } from './context.ts';
import { envelope, isTaken } from './deliveries.ts';
import { API, change } from './disturb.ts';
import { placeBid } from './life-of-bids.ts';
import type { Stage } from './stage.ts';

type Edit = (object: Record<string, unknown>) => Record<string, unknown>;

/** Applies an edit to every object in a JSON value that has an id. */
function editRecords(value: unknown, edit: Edit): unknown {
  if (Array.isArray(value)) return value.map((item) => editRecords(item, edit));
  if (!isObject(value)) return value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([name, each]): [string, unknown] => [name, editRecords(each, edit)]),
  );
  return 'id' in inner ? edit(inner) : inner;
}

const everyRecord = (name: string, edit: Edit): Disturbance => change(name, API, (body) => editRecords(body, edit));

const isLot = (record: Record<string, unknown>): boolean => typeof record['id'] === 'string' && record['id'].startsWith('inv_');
const isBid = (record: Record<string, unknown>): boolean => typeof record['id'] === 'string' && record['id'].startsWith('bid_');
const isTrade = (record: Record<string, unknown>): boolean => typeof record['id'] === 'string' && record['id'].startsWith('trd_');

/** Selects about every third record by its id, so that a record is changed in all responses or in none. */
const isSome = ({ id }: Record<string, unknown>): boolean =>
  typeof id === 'string' && Number.parseInt(id.slice(-2), 16) % 3 === 0;

const TASKS: readonly Task[] = ['list_lots', 'sync'];

/** Everything that worked before works with these responses, too. */
async function useAll(context: StageContext): Promise<void> {
  const ids = async (): Promise<readonly (readonly string[])[]> => {
    const lists: string[][] = [];
    for (const task of TASKS) {
      const { answer, error } = await context.act(task);
      context.check(error === undefined, `the task ${task} fails: ${error?.message ?? ''}`);
      lists.push(namesIn(answer));
    }
    return lists;
  };
  const listed = await ids();
  const lots = (await context.market.lots()).map(({ id }) => id);
  const bids = (await context.market.bids()).map(({ id }) => id);
  for (const [at, expected] of [lots, bids].entries()) {
    const found = new Set(listed[at]);
    const missing = expected.filter((id) => !found.has(id));
    if (context.findings.length === 0)
      context.check(
        missing.length === 0,
        `the task ${TASKS[at] ?? ''} leaves out ${missing.length} of ${expected.length}, such as ${missing[0] ?? ''}`,
      );
  }
  const lot = await context.market.pickLot();
  const { error, answer } = await context.act('place_bid', { inventory_id: lot.id, quantity_mt: 10 });
  context.check(
    error === undefined && typeof answer?.['bid_id'] === 'string',
    `it cannot place a bid: ${error?.message ?? 'it reports no bid_id'}`,
  );
}

/** Every id in an answer. */
function namesIn(answer: unknown): string[] {
  return JSON.stringify(answer ?? {}).match(/(?:inv|bid|trd)_\w+/g) ?? [];
}

function row(
  name: string,
  title: string,
  stimulus: string,
  cites: readonly string[],
  advice: string,
  disturbance: Disturbance,
): Stage {
  return {
    id: `tolerance.${name}`,
    level: 'must',
    title,
    cites,
    setup: 'Lots, bids, and trades of every kind.',
    stimulus,
    advice,
    needs: ['do'],
    run: async (context) => {
      context.disturb(disturbance);
      await useAll(context);
    },
  };
}

const extra = { certify_new: { nested: [1, null, { a: 'b' }] }, certify_flag: true, certify_null: null };

export const TOLERANCE: readonly Stage[] = [
  row(
    'unknown-fields',
    'Fields that the client does not know are ignored',
    'Every record and every page has further fields.',
    ['VER-2'],
    'Read the fields that you need; do not validate against a closed schema.',
    change('unknown fields', API, (body) => {
      const edited = editRecords(body, (record) => ({ ...extra, ...record, ...extra }));
      return isObject(edited) ? { ...edited, ...extra } : edited;
    }),
  ),
  row(
    'unknown-values',
    'Values that the client does not know do not stop it',
    'Some bids, trades, and lots have a status, a type, a grade, or a commodity that is new.',
    ['BID-36', 'TRD-4', 'VER-2'],
    'Give every switch over a status, type, or grade a default branch that keeps the record and goes on.',
    everyRecord('unknown values', (record) => {
      if (!isSome(record)) return record;
      if (isBid(record)) return { ...record, status: 'under_review', type: 'pooled', awaiting: 'inspector' };
      if (isTrade(record)) return { ...record, status: 'Disputed', invoices: [{ kind: 'freight', status: 'overdue' }] };
      if (isLot(record)) return { ...record, grade: 'No. 9 Experimental', commodity: { slug: 'triticale', name: 'Triticale' } };
      return record;
    }),
  ),
  {
    id: 'tolerance.unknown-status',
    level: 'must',
    title: 'A bid of its own with a new status does not stop the client',
    cites: ['BID-36', 'VER-2'],
    setup: 'A pending bid of the client.',
    stimulus: 'Its status becomes under_review in every response; an event about it is delivered.',
    advice: 'Give every switch over a status a default branch that keeps the bid and goes on.',
    needs: ['do'],
    run: async (context) => {
      const bid = await placeBid(context);
      context.disturb(
        change('new status', ['getBid', 'listBids'], (body) =>
          editRecords(body, (record) => (record['id'] === bid.id ? { ...record, status: 'under_review' } : record)),
        ),
      );
      if (context.config.receiver_url !== undefined) {
        const data = {
          bid_id: bid.id,
          reference: 'BID-1',
          inventory_id: bid.inventory_id,
          status: 'under_review',
          type: 'single_grade',
        };
        const delivered = await context.deliverUntilTaken(envelope('bid.countered', data));
        context.check(isTaken(delivered), `the receiver answered ${delivered.status} to an event about a bid with a new status`);
      }
      const { answer, error } = await context.act('sync');
      context.check(error === undefined, `the task sync fails: ${error?.message ?? ''}`);
      if (error === undefined)
        context.check(namesIn(answer).includes(bid.id), `the task sync leaves out ${bid.id}, which has a new status`);
      if (context.config.show !== undefined) await context.show('bid', bid.id);
    },
  },
  row(
    'nulls',
    'Nullable fields can be null',
    'Some records have null, or nothing, in every field that the document allows to be null.',
    ['INV-2', 'INV-20', 'FMT-3', 'BID-13'],
    'Check variety, grade, crop_year, asking_price, location, expires_at, price, and counterparty for null before you use them.',
    everyRecord('nulls', (record) => {
      if (!isSome(record)) return record;
      if (isLot(record))
        return {
          ...record,
          variety: null,
          grade: null,
          crop_year: null,
          asking_price: null,
          location: null,
          expires_at: null,
          quality: {},
        };
      if (isBid(record)) {
        const { type, reference, ...rest } = record;
        void type;
        return { ...rest, reference, price: null, expires_at: null, counterparty: null, additional_terms: null };
      }
      if (isTrade(record)) return { ...record, counterparty: null };
      return record;
    }),
  ),
  row(
    'large-numbers',
    'Large and fractional numbers do not stop the client',
    'Some lots have 98,765,432.125 t, and some prices have a fraction of a cent.',
    ['FMT-1', 'INV-2'],
    'Use 64-bit numbers or decimals, never 32-bit integers.',
    everyRecord('large numbers', (record) => {
      if (!isSome(record)) return record;
      if (isLot(record)) {
        const asking_price = isObject(record['asking_price']) ? { ...record['asking_price'], amount: 123_456_789.005 } : null;
        return { ...record, quantity_mt: 98_765_432.125, quantity: { amount: 98_765_432.125, unit: 'MT' }, asking_price };
      }
      if (isBid(record) || isTrade(record)) return { ...record, quantity_mt: 4_294_967_297.5 };
      return record;
    }),
  ),
  row(
    'other-scripts',
    'Text in any script does not stop the client',
    'Varieties, cities, and references contain accents and ideographs; varieties also emoji and right-to-left text.',
    ['CONV-4', 'RFC 8259, 8.1'],
    'Read and write UTF-8 everywhere, and count bytes, not characters, for Content-Length.',
    everyRecord('other scripts', (record) => {
      if (isLot(record))
        return {
          ...record,
          variety: 'Épi d’Or 🌾 春麦 شعير',
          location: { province: 'QC', nearest_city: 'Sainte-Élie-d’Orford' },
        };
      if ('reference' in record) return { ...record, reference: 'Ré-№ 7 “春”' };
      return record;
    }),
  ),
];
