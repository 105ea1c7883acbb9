/** Stages with responses that are legal but unusual: new fields, new values, nulls, large numbers, other scripts. */
import { isObject } from '#client';
import { makeEnvelope } from '#conformance/receiver/envelope';
import type { Disturbance } from '../testbed/proxy.ts';
import type { StageContext } from './context.ts';
import { bidPayload, isAccepted } from './deliveries.ts';
import { API, editResponses } from './disturb.ts';
import { placeBid } from './bid-lifecycle.ts';
import type { Market } from './market.ts';
import type { Stage } from './stage.ts';
import { stageDefaults } from './stage.ts';

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

const changeRecords = (name: string, edit: Edit): Disturbance => editResponses(name, API, (body) => editRecords(body, edit));

const isLot = (record: Record<string, unknown>): boolean => typeof record['id'] === 'string' && record['id'].startsWith('inv_');
const isBid = (record: Record<string, unknown>): boolean => typeof record['id'] === 'string' && record['id'].startsWith('bid_');
const isTrade = (record: Record<string, unknown>): boolean => typeof record['id'] === 'string' && record['id'].startsWith('trd_');

/** Selects about every third record by its id, so that a record is changed in all responses or in none. */
const isSelected = ({ id }: Record<string, unknown>): boolean =>
  typeof id === 'string' && Number.parseInt(id.slice(-2), 16) % 3 === 0;

/** Without `countered`: the event of the stage has that type. */
const DECIDED: readonly unknown[] = ['accepted', 'rejected', 'expired', 'cancelled'];

const LIST_TASKS = ['list_lots', 'sync'] as const;

type TaskContext = Pick<StageContext, 'act' | 'check' | 'findings'> & {
  readonly market: Pick<Market, 'lots' | 'bids' | 'pickLot'>;
};

/** Checks that the client still lists every lot and bid, and can place a bid. */
export async function checkTasks(context: TaskContext): Promise<void> {
  const listed = { list_lots: await listIds(context, 'list_lots'), sync: await listIds(context, 'sync') };
  const expected = { list_lots: await context.market.lots(), sync: await context.market.bids() };
  for (const task of LIST_TASKS) {
    const missing = expected[task].filter(({ id }) => !listed[task].includes(id));
    if (context.findings.length === 0)
      context.check(
        missing.length === 0,
        `the task ${task} leaves out ${missing.length} of ${expected[task].length}, such as ${missing[0]?.id ?? ''}`,
      );
  }
  // On a lot with changed terms, the marketplace could reject a correct bid, such as a multi-grade bid.
  const lot = await context.market.pickLot(({ id }) => !isSelected({ id }));
  const { error, response } = await context.act('place_bid', { inventory_id: lot.id, quantity_mt: 10 });
  context.check(
    error === undefined && typeof response?.['bid_id'] === 'string',
    `it cannot place a bid: ${error?.message ?? 'it reports no bid_id'}`,
  );
}

async function listIds(context: TaskContext, task: (typeof LIST_TASKS)[number]): Promise<readonly string[]> {
  const { response, error } = await context.act(task);
  context.check(error === undefined, `the task ${task} fails: ${error?.message ?? ''}`);
  return findIds(response);
}

function findIds(response: unknown): string[] {
  return JSON.stringify(response ?? {}).match(/(?:inv|bid|trd)_\w+/g) ?? [];
}

/** BID-47: only a multi-grade bid has no price, and it has grades. */
function gradeLineOf({ price, status }: Record<string, unknown>): object {
  return { id: 'line_1', grade: 'No. 1', price, subject_to_sample_approval: false, status };
}

/** Some lots and bids with null in every field that can be null; other records as they are. */
export function setNulls(record: Record<string, unknown>): Record<string, unknown> {
  if (!isSelected(record)) return record;
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
    const { type: _type, ...rest } = record;
    return {
      ...rest,
      price: null,
      grades: record['grades'] ?? [gradeLineOf(record)],
      expires_at: null,
      additional_terms: null,
    };
  }
  return record;
}

const row = stageDefaults('do');

/** The client does its tasks while `disturbance` changes its responses. */
function doTasksDuring(disturbance: Disturbance): Pick<Stage, 'setup' | 'run'> {
  return {
    setup: 'Lots, bids, and trades of every kind.',
    run: async (context) => {
      context.arm(disturbance);
      await checkTasks(context);
    },
  };
}

const extra = { certify_new: { nested: [1, null, { a: 'b' }] }, certify_flag: true, certify_null: null };

export const TOLERANCE_STAGES: readonly Stage[] = [
  row({
    id: 'tolerance.unknown-fields',
    title: 'Fields that the client does not know are ignored',
    cites: ['VER-2'],
    stimulus: 'Every record and every page has additional fields.',
    advice: 'Read the fields that you need; do not validate against a closed schema.',
    ...doTasksDuring(
      editResponses('unknown fields', API, (body) => {
        const edited = editRecords(body, (record) => ({ ...extra, ...record, ...extra }));
        return isObject(edited) ? { ...edited, ...extra } : edited;
      }),
    ),
  }),
  row({
    id: 'tolerance.unknown-values',
    title: 'Values that the client does not know do not stop it',
    cites: ['BID-36', 'TRD-4', 'VER-2'],
    stimulus: 'Some bids, trades, and lots have a status, a type, a grade, or a commodity that is new.',
    advice: 'Give every switch over a status, type, or grade a default branch that keeps the record and continues.',
    ...doTasksDuring(
      changeRecords('unknown values', (record) => {
        if (!isSelected(record)) return record;
        if (isBid(record)) return { ...record, status: 'under_review', type: 'pooled', awaiting: 'inspector' };
        if (isTrade(record)) return { ...record, status: 'Disputed', invoices: [{ kind: 'freight', status: 'overdue' }] };
        if (isLot(record)) return { ...record, grade: 'No. 9 Experimental', commodity: { slug: 'triticale', name: 'Triticale' } };
        return record;
      }),
    ),
  }),
  row({
    id: 'tolerance.unknown-status',
    title: 'A new status of a bid that the client placed does not stop it',
    cites: ['BID-36', 'VER-2'],
    setup: 'A pending bid of the client.',
    stimulus: 'Its status becomes under_review in every response; an event about it is delivered.',
    advice: 'Give every switch over a status a default branch that keeps the bid open and continues.',
    run: async (context) => {
      const bid = await placeBid(context);
      context.arm(
        editResponses('new status', ['getBid', 'listBids'], (body) =>
          editRecords(body, (record) => (record['id'] === bid.id ? { ...record, status: 'under_review' } : record)),
        ),
      );
      if (context.config.receiver_url !== undefined) {
        const data = bidPayload(bid, 'under_review');
        const delivered = await context.deliverWithRetries(makeEnvelope('bid.countered', { data }));
        context.check(
          isAccepted(delivered),
          `the receiver returned ${delivered.status} to an event about a bid with a new status`,
        );
      }
      const { response, error } = await context.act('sync');
      context.check(error === undefined, `the task sync fails: ${error?.message ?? ''}`);
      if (error === undefined)
        context.check(findIds(response).includes(bid.id), `the task sync leaves out ${bid.id}, which has a new status`);
      if (context.config.show === undefined) return;
      const { status } = await context.show('bid', bid.id);
      context.check(
        !DECIDED.includes(status),
        `the bid has the new status under_review, but the client shows ${JSON.stringify(status)}, as if it were decided`,
      );
    },
  }),
  row({
    id: 'tolerance.nulls',
    title: 'Nullable fields can be null',
    cites: ['INV-2', 'INV-20', 'FMT-3', 'BID-13'],
    stimulus: 'Some lots and bids have null, or nothing, in every field that the document allows to be null.',
    advice:
      'Check variety, grade, crop_year, asking_price, location, expires_at, price, and counterparty for null before you use them.',
    ...doTasksDuring(changeRecords('nulls', setNulls)),
  }),
  row({
    id: 'tolerance.large-numbers',
    title: 'Large and fractional numbers do not stop the client',
    cites: ['FMT-1', 'INV-2'],
    stimulus:
      'Some lots have 98,765,432.125 t and a price with a fraction of a cent. Some bids and trades have 4,294,967,297.5 t.',
    advice: 'Use 64-bit numbers or decimals, never 32-bit integers.',
    ...doTasksDuring(
      changeRecords('large numbers', (record) => {
        if (!isSelected(record)) return record;
        if (isLot(record)) {
          const asking_price = isObject(record['asking_price']) ? { ...record['asking_price'], amount: 123_456_789.005 } : null;
          return { ...record, quantity_mt: 98_765_432.125, quantity: { amount: 98_765_432.125, unit: 'MT' }, asking_price };
        }
        if (isBid(record) || isTrade(record)) return { ...record, quantity_mt: 4_294_967_297.5 };
        return record;
      }),
    ),
  }),
  row({
    id: 'tolerance.other-scripts',
    title: 'Text in any script does not stop the client',
    cites: ['CONV-4', 'RFC 8259, 8.1'],
    stimulus:
      'Varieties and references contain accents and ideographs, and cities contain accents. Varieties also contain emoji and right-to-left text.',
    advice: 'Read and write UTF-8 everywhere, and count bytes, not characters, for Content-Length.',
    ...doTasksDuring(
      changeRecords('other scripts', (record) => {
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
  }),
];
