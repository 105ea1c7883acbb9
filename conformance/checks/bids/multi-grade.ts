/** Multi-grade bids: their fields, and the acceptance of some of their lines. */
import { check, type Check } from '../../check/check.ts';
import type { JsonNode, Lot, MultiGradeBid, Reply } from '#client';
import {
  Blocked,
  describeRefusal,
  ensureSuccess,
  expectRefusal,
  expectSuccess,
  expectThat,
  awaitInList,
  awaitReceivedBid,
  readUntil,
  isObject,
  readBid,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { shownAmount } from './prices.ts';
import { tradeIdOf } from '../trades/find.ts';
import { SIDES } from './needs.ts';

/** A multi-grade bid on a listing of a configured seller. */
export interface AnswerableBid extends MultiGradeBid {
  lot: Lot;
}

/** The parts of a bid that are needed to read and accept its lines. */
type Answerable = Pick<AnswerableBid, 'id' | 'lot'>;

/** @throws Unverifiable if no configured actor can respond to the bid as its seller */
export async function placeMultiGradeBid(t: CheckContext): Promise<AnswerableBid> {
  const bid = await t.arrange.multiGradeBid();
  return { ...bid, lot: bid.lot ?? t.unverifiable('the seller of the listing is not configured', 'actors.seller') };
}

/** A multi-grade body that the target accepts, and a new ungraded lot to send it to. */
export async function prepareMultiGradeBid(t: CheckContext): Promise<Pick<AnswerableBid, 'lot' | 'body'>> {
  const { body } = await t.arrange.multiGradeBid();
  return { body, lot: await t.arrange.lot({ grade: undefined }) };
}

type Lines = readonly JsonNode[];

/** The lines of the bid in every view that shows them. */
async function listLines(t: CheckContext, made: Answerable): Promise<readonly Lines[]> {
  const listed = await awaitInList(t.buyer, '/bids', made.id);
  const views = [await readBid(t.buyer, made.id), await awaitReceivedBid(t, made.lot, made.id), listed];
  return views.flatMap((view) => (view?.has('grades') === true ? [view.get('grades').array()] : []));
}

/** The lines of the bid as either side sees them. @throws Blocked if neither does */
export async function linesOf(t: CheckContext, made: Answerable): Promise<[JsonNode, JsonNode, ...JsonNode[]]> {
  const [[first, second, ...more] = []] = await listLines(t, made);
  if (first === undefined || second === undefined) throw new Blocked('no view of a bid with two grades shows its two lines');
  return [first, second, ...more];
}

/** The forms of an entry of `bid_items`. */
const FORMS: Readonly<Record<string, (line: JsonNode) => unknown>> = {
  name: (line) => line.get('grade').text(),
  grade: (line) => ({ grade: line.get('grade').text() }),
  id: (line) => ({ id: line.get('id').text() }),
};

export async function acceptLines(made: Answerable, bid_items: readonly unknown[]): Promise<Reply> {
  return made.lot.seller.post(encodePath`/bids/${made.id}/accept`, { bid_items });
}

/** Asserts that a trade does not have the price of a line that was not accepted. */
function expectPriceOf(taken: JsonNode, other: JsonNode, accepted: Reply): void {
  const price = accepted.data.find('price');
  const amount = shownAmount(accepted.data, taken.find('price')?.value);
  const own = taken.find('price')?.find('amount')?.value;
  const others = other.find('price')?.find('amount')?.value;
  if (amount?.value !== undefined && amount.value === others && own !== others) {
    price?.breach('The trade has the price of a line that was not accepted.', `the price of the accepted line, ${String(own)}`);
  }
}

const ACCEPTING_ONE: readonly Check[] = Object.entries(FORMS).flatMap(([form, nameLine]) =>
  ([0, 1] as const).map((index) =>
    check(
      `BID-23/by-${form}-${index + 1}`,
      `An entry of bid_items accepts one line by its ${form} (line ${index + 1} of 2), and the other is rejected`,
      SIDES,
      async (t) => {
        const made = await placeMultiGradeBid(t);
        const lines = await linesOf(t, made);
        const [taken, other] = index === 0 ? lines : [lines[1], lines[0]];
        const accepted = await acceptLines(made, [nameLine(taken)]);
        expectSuccess(accepted);
        tradeIdOf(accepted.data);
        expectPriceOf(taken, other, accepted);
        await expectOthersRejected(t, made, lines, [taken.get('id').value]);
        (await readBid(t.buyer, made.id)).get('status').is('accepted');
      },
    ),
  ),
);

/** Asserts that no accepted line is rejected, that the other lines are not accepted, and that their status changes if that of an accepted line does. That it becomes `rejected` is only derived (BID-49). */
export async function expectOthersRejected(
  t: CheckContext,
  made: Answerable,
  before: readonly JsonNode[],
  taken_ids: readonly unknown[],
): Promise<void> {
  const statusBefore = (id: unknown): unknown => before.find((line) => line.get('id').value === id)?.find('status')?.value;
  for (const lines of await linesAfter(t, made)) {
    const taken = lines.find((line) => taken_ids.includes(line.get('id').value));
    const is_moved = taken?.find('status')?.value !== statusBefore(taken?.get('id').value);
    for (const line of lines) {
      const id = line.get('id').value;
      const status = line.find('status');
      if (status === undefined) continue;
      if (taken_ids.includes(id)) {
        status.expect(status.value !== 'rejected', 'A line that was accepted is rejected.', 'the status of an accepted line');
        continue;
      }
      const is_left = is_moved && status.value === statusBefore(id);
      if (is_left || status.value === 'accepted') status.breach('A line that was not accepted is not rejected.', 'rejected');
    }
  }
}

/** The lines of a decided bid in every view that shows them. A view can show the decision a moment later. */
async function linesAfter(t: CheckContext, made: Answerable): Promise<readonly Lines[]> {
  const isDecided = (line: JsonNode): boolean => line.find('status')?.value !== 'pending';
  const read = async (): Promise<readonly Lines[]> => listLines(t, made);
  const shown = await readUntil(read, (views) => views.flat().every(isDecided), t.signal);
  if (shown.length === 0) throw new Blocked('no view of a multi-grade bid shows its lines');
  return shown;
}

const STATUSES: readonly Check[] = [
  ...([0, 1] as const).map((index) =>
    check(
      `BID-49/line-${index + 1}`,
      `After line ${index + 1} of 2 is accepted, the other line is rejected and the accepted line is not`,
      SIDES,
      async (t) => {
        const made = await placeMultiGradeBid(t);
        const id = (await linesOf(t, made))[index].get('id').text();
        const accepted = await acceptLines(made, [{ id }]);
        if (!accepted.is_success) throw new Blocked('POST /bids/{id}/accept does not take a line by its id', accepted.exchange);
        for (const one of (await linesAfter(t, made)).flat()) {
          const status = one.get('status');
          if (one.get('id').value !== id) status.is('rejected');
          else if (status.value === 'rejected' || status.value === 'pending')
            status.breach(
              'The status of the accepted line does not show that it was accepted.',
              'a status other than pending and rejected',
            );
        }
      },
    ),
  ),
  check('BID-49/all-lines', 'When all lines are accepted, none is rejected', SIDES, async (t) => {
    const made = await placeMultiGradeBid(t);
    const ids = (await linesOf(t, made)).map((line) => ({ id: line.get('id').text() }));
    const accepted = await acceptLines(made, ids);
    if (!accepted.is_success) throw new Blocked('POST /bids/{id}/accept does not take lines by their ids', accepted.exchange);
    for (const one of (await linesAfter(t, made)).flat()) {
      if (one.get('status').value === 'rejected')
        one.get('status').breach('An accepted line is rejected.', 'the status of an accepted line');
    }
  }),
];

const MIXED: readonly Check[] = [
  check('BID-23/mixed', 'The entries of one bid_items can have different forms', SIDES, async (t) => {
    const made = await placeMultiGradeBid(t);
    const [first, second] = await linesOf(t, made);
    const accepted = await acceptLines(made, [first.get('grade').text(), { id: second.get('id').text() }]);
    expectSuccess(accepted);
    t.observe(`a trade of two lines has the price ${JSON.stringify(accepted.data.find('price')?.value ?? null)}`);
  }),
  check(
    'BID-24/wrong-items',
    'bid_items with an unknown line, no entries, or the same line twice returns 422',
    SIDES,
    async (t) => {
      const made = await placeMultiGradeBid(t);
      const [line] = await linesOf(t, made);
      const grade = line.get('grade').value;
      const replies: Reply[] = [];
      for (const items of [[], ['No such grade at all'], [{ id: 'line_0000000000' }], [grade, grade]]) {
        const reply = await acceptLines(made, items);
        t.observe(`${JSON.stringify(items)}: ${describeRefusal(reply)}`);
        replies.push(reply);
        if (reply.is_success) break;
      }
      for (const reply of replies) expectRefusal(reply, 422);
    },
  ),
];

/** Every string in a body, since the document does not say which member lists the grades. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]) : [];
}

function statusesOf(lines: readonly JsonNode[]): string {
  return lines.map((line) => String(line.find('status')?.value)).join(', ');
}

const REQUIRED: readonly Check[] = [
  ...(
    [
      ['no-body', undefined],
      ['empty-body', {}],
    ] as const
  ).map(([name, body]) =>
    check(
      `BID-22/${name}`,
      'Accepting a multi-grade bid without bid_items returns 422 bid_items_required and lists the grades',
      SIDES,
      async (t) => {
        const made = await placeMultiGradeBid(t);
        const lines = await linesOf(t, made);
        const refused = await made.lot.seller.post(encodePath`/bids/${made.id}/accept`, body);
        expectRefusal(refused, 422, { code: 'bid_items_required' });
        const texts = textsIn(refused.json);
        lines.forEach((line, i) => {
          const names = [line.get('grade').text(), made.grades[i] ?? ''].filter((one) => one !== '');
          const is_listed = texts.some((text) => names.some((one) => text.includes(one)));
          expectThat(is_listed, {
            message: 'The error does not list every grade of the bid.',
            reply: refused,
            expected: names[0] ?? '',
            observed: refused.json,
          });
        });
        (await readBid(t.buyer, made.id)).get('status').is('pending');
        // A rejected acceptance decides no line either.
        const before = statusesOf(lines);
        const after = statusesOf(await linesOf(t, made));
        expectThat(after === before, {
          message: 'Accept returned an error, but changed the status of the lines.',
          expected: before,
          observed: after,
        });
        ensureSuccess(await acceptLines(made, [lines[0].get('grade').text()]));
      },
    ),
  ),
  check('BID-62/where', 'The bid_items_required error lists the grades in its message and names bid_items', SIDES, async (t) => {
    const made = await placeMultiGradeBid(t);
    const refused = await made.lot.seller.post(encodePath`/bids/${made.id}/accept`);
    expectRefusal(refused, 422, { code: 'bid_items_required', field: 'bid_items' });
    const message = refused.body.get('error').get('message');
    for (const line of await linesOf(t, made)) {
      if (!message.string().includes(line.get('grade').text()))
        message.breach('The message does not name a grade.', line.get('grade').text());
    }
  }),
];

const SHAPE: Check = check(
  'BID-47/two-lines',
  'GET /bids/{id} shows the two lines of a bid with two grades',
  SIDES,
  async (t) => {
    const bid = await readBid(t.buyer, (await placeMultiGradeBid(t)).id);
    const { reply } = bid;
    const ids = bid
      .get('grades')
      .array()
      .map((line) => line.get('id').value);
    const message = 'A bid with two grades does not show two lines.';
    expectThat(ids.length === 2, { message, reply, expected: '2 entries', observed: ids.length });
    expectThat(ids[0] !== ids[1], { message: 'Two lines of a bid have the same id.', reply, expected: 'a unique id per line' });
  },
);

export const MULTI_GRADE_CHECKS: readonly Check[] = [...REQUIRED, ...ACCEPTING_ONE, ...MIXED, ...STATUSES, SHAPE];
