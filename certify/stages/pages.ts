/** Lists: all pages, short pages, and lists that change during the walk. */
import type { Disturbance } from '../testbed/proxy.ts';
import { isFor } from '../testbed/proxy.ts';
import type { StageContext } from './context.ts';
import { UNAVAILABLE } from './disturb.ts';
import type { Lot } from './market.ts';
import type { Stage } from './stage.ts';
import { NotShown, stageDefaults } from './stage.ts';

const SETUP = 'More lots than fit on a page.';
const SHORT_PAGE = 7;
const WALK_REQUESTS_MAX = 120;

/**
 * The lots that the client lists.
 * @param disturbance in effect while it lists them
 * @throws NotShown if it does not list them
 */
async function listLots(context: StageContext, disturbance?: Disturbance): Promise<readonly string[]> {
  const armed = disturbance === undefined ? undefined : context.arm(disturbance);
  const { response, error } = await context.act('list_lots');
  if (armed !== undefined) context.disarm(armed);
  context.requireSent('list_lots', 'listInventory');
  if (error !== undefined) context.check(false, `it cannot list the lots: ${error.message}`);
  const lots = response?.['lots'];
  if (!Array.isArray(lots)) {
    if (error !== undefined) return [];
    throw new NotShown('the client does not report which lots it lists', 'return {"lots":[ids]} for list_lots');
  }
  return lots.map(String);
}

function checkComplete(context: StageContext, listed: readonly string[], expected: readonly Lot[]): void {
  if (context.findings.length > 0) return;
  const known = new Set(listed);
  const missing = expected.filter(({ id }) => !known.has(id));
  context.check(
    missing.length === 0,
    `it lists ${known.size} lots and misses ${missing.length} of ${expected.length}, such as ${missing[0]?.id ?? ''}`,
  );
}

function checkNoneTwice(context: StageContext, listed: readonly string[]): void {
  const twice = listed.find((id, at) => listed.indexOf(id) !== at);
  context.check(twice === undefined, `it lists ${twice ?? ''} twice`);
}

/** Pages are shorter than asked for, as a server may decide (PAGE-2, PAGE-7). */
const shortPages: Disturbance = {
  name: 'short pages',
  isFor: isFor('listInventory'),
  handle: async ({ path }, forward) => {
    const [plain = '', query = ''] = path.split('?');
    const parameters = new URLSearchParams(query);
    const limit = Number(parameters.get('limit') ?? SHORT_PAGE);
    parameters.set('limit', String(Math.min(limit, SHORT_PAGE)));
    return forward(`${plain}?${parameters.toString()}`);
  },
};

/** Something changes in the list after the first page. */
function afterFirstPage(act: () => Promise<void>): Disturbance {
  let pages = 0;
  return {
    name: 'the list changes',
    isFor: isFor('listInventory'),
    handle: async (_, forward) => {
      pages += 1;
      if (pages === 2) await act();
      return forward();
    },
  };
}

/** Lets the client list the lots. After the first page, a seller lists another lot. */
async function listWhileLotIsAdded(context: StageContext): Promise<{ listed: readonly string[]; expected: readonly Lot[] }> {
  const { id } = await context.market.pickLot();
  await context.market.setListed(id, false);
  const expected = await context.market.lots();
  const addLot = async (): Promise<void> => context.market.setListed(id, true);
  return { listed: await listLots(context, afterFirstPage(addLot)), expected };
}

const row = stageDefaults('do');

export const PAGES_STAGES: readonly Stage[] = [
  row({
    id: 'pages.all',
    title: 'All pages of a list are read',
    cites: ['PAGE-1', 'PAGE-5', 'PAGE-15'],
    setup: SETUP,
    stimulus: 'None: the client lists the lots.',
    advice: 'Follow next until it is null.',
    run: async (context) => {
      const expected = await context.market.lots();
      const listed = await listLots(context);
      checkComplete(context, listed, expected);
      checkNoneTwice(context, listed);
    },
  }),
  row({
    id: 'pages.short',
    title: 'No lots are lost if pages are shorter than requested',
    cites: ['PAGE-2', 'PAGE-5', 'PAGE-11'],
    setup: SETUP,
    stimulus: `The server returns at most ${SHORT_PAGE} lots per page, whatever limit the client sends.`,
    advice: 'Follow next, or add the number of items that you received to offset, not the limit that you sent.',
    run: async (context) => {
      const expected = await context.market.lots();
      checkComplete(context, await listLots(context, shortPages), expected);
    },
  }),
  row({
    id: 'pages.lot-added',
    title: 'A lot that is added during the walk does not hide another one',
    cites: ['PAGE-4', 'PAGE-15'],
    setup: SETUP,
    stimulus: 'After the first page, a seller lists a lot, which moves all others by one position.',
    advice: 'Read to the end, even if `total` changes on the way.',
    run: async (context) => {
      const { listed, expected } = await listWhileLotIsAdded(context);
      checkComplete(context, listed, expected);
    },
  }),
  row({
    id: 'pages.once-each',
    level: 'should',
    title: 'A lot that moves to the next page is listed once',
    cites: ['PAGE-4', 'PAGE-15'],
    setup: SETUP,
    stimulus: 'After the first page, a seller lists a lot, which moves all others by one position.',
    advice: 'Collect lots by id.',
    run: async (context) => {
      const { listed } = await listWhileLotIsAdded(context);
      checkNoneTwice(context, listed);
    },
  }),
  row({
    id: 'pages.page-fails',
    title: 'If a page cannot be read, the client reports an error instead of part of the list',
    cites: ['PAGE-15', 'RFC 9110, 15.6.4'],
    setup: SETUP,
    stimulus: 'The first page arrives. Every request for another page gets 503.',
    advice: 'If one page fails, let the whole task fail. Part of a list looks like a complete list.',
    run: async (context) => {
      const expected = await context.market.lots();
      let pages = 0;
      const armed = context.arm({
        name: 'further pages fail',
        isFor: (request) => isFor('listInventory')(request) && (pages += 1) > 1,
        handle: async () => Promise.resolve(UNAVAILABLE),
      });
      const { response, error } = await context.act('list_lots');
      context.disarm(armed);
      context.requireReached(armed, 'list_lots');
      const lots = response?.['lots'];
      if (error !== undefined || !Array.isArray(lots)) return;
      context.check(
        new Set(lots).size >= expected.length,
        `it lists ${lots.length} of ${expected.length} lots and reports no error, although a page could not be read`,
      );
    },
  }),
  row({
    id: 'pages.lot-removed',
    title: 'The client finishes reading a list even if the list becomes shorter',
    cites: ['PAGE-4', 'PAGE-8'],
    setup: SETUP,
    stimulus: 'After the first page, a seller delists a lot.',
    advice: 'Stop when next is null or a page is empty, not when you have as many items as the first total.',
    run: async (context) => {
      const lot = await context.market.pickLot();
      const armed = context.arm(afterFirstPage(async () => context.market.setListed(lot.id, false)));
      const { error } = await context.act('list_lots');
      context.disarm(armed);
      const pages = context.requireSent('list_lots', 'listInventory').length;
      context.check(error === undefined, `it reports an error: ${error?.message ?? ''}`);
      context.check(pages <= WALK_REQUESTS_MAX, `it sent ${pages} requests for one list`);
    },
  }),
];
