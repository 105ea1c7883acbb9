/** EVT-3, CONV-2: ids are opaque strings, whatever they look like. */
import { holds } from '#client';
import type { DrillContext } from '../drill-context.ts';
import { describeResponse } from '../describe-response.ts';
import { quietDrill, type Drill } from '../drill.ts';
import type { ReceiverResult } from '../sender.ts';
import {
  requireDeduplication,
  requireNoLosses,
  requireNoRepeats,
  requireNonAscii,
  requireNonAsciiEffects,
  describeEffect,
  requireAcceptedDuplicates,
} from './effects.ts';

const COLUMN = 'Its column for ids is short, case-insensitive, or a number: ids are opaque strings (EVT-3).';
const PART = 'It searches a string, such as a log or a list, and finds the id inside a longer one: compare whole ids.';
const NUMBER = 'It compares ids as numbers, as the == of PHP does for 1e3 and 1000: compare strings.';
const COLLATION = 'The collation of its id column ignores spaces at the end, or accents: use a binary one, since ids are opaque.';
const PATH = 'It puts the id into a URL or a path without encoding it, so the id ends at ? or #: ids are opaque.';

/** Ids that are easily taken for each other. `stem` is new each time, and `digits` is a new number. */
function listSimilar(stem: string, digits: string): readonly (readonly [cause: string, ids: readonly string[]])[] {
  return [
    [COLUMN, [`${stem}_aB`, `${stem}_Ab`, `${stem}${stem}_1`, `${stem}${stem}_2`]],
    [COLUMN, ['1', '2'].map((end) => `${stem.repeat(8)}_${end}`)],
    [PART, [`w${stem}-${digits}`, `w${stem}`, digits]],
    [NUMBER, [`${digits}000`, `${digits}e3`, `0${digits}000`]],
    [COLLATION, [`${stem}_e`, `${stem}_e `, `${stem}_é`]],
    [PATH, [`${stem}_?a`, `${stem}_?b`, `${stem}_#a`]],
  ];
}

/** Makes a number from the digits of an id. A double holds it exactly, even times 1,000. */
function digitsOf(id: string): string {
  return `7${id.replaceAll(/\D/g, '').padEnd(9, '1').slice(-9)}`;
}

const OBJECT =
  'Every object has members such as constructor and __proto__: keep ids in a Map, a Set, or a table. (If an earlier run with the same store has sent this id, ignore this.)';
const UNSAFE = 'It puts the id into a file name, a list, or a query: ids are opaque, so encode it, or use a hash of it.';

/** Ids that careless code mishandles. @param makeStem returns a new beginning, because a column that is too short cuts off the ends */
function listOdd(makeStem: () => string): readonly (readonly [cause: string, id: string])[] {
  return [
    ...['constructor', '__proto__', 'toString'].map((id) => [OBJECT, id] as const),
    ...['/a', ',a', `'"a`, ' a', '%a', ':a|b;c'].map((end) => [UNSAFE, `${makeStem()}${end}`] as const),
    [UNSAFE, `漢${makeStem()}`],
  ];
}

/** Delivers an event with this id several times. Only `t` and the signature differ, so that a receiver that identifies events by their content recognizes it. */
async function deliverId(t: DrillContext, id: string, attempts: number): Promise<readonly ReceiverResult[]> {
  const envelope = { ...t.compose().envelope, id };
  const responses: ReceiverResult[] = [];
  // Two seconds apart, so that no signature occurs twice, even if a second passes in between.
  for (let attempt = 0; attempt < attempts; attempt += 1)
    responses.push(await t.deliverWithRetries({ envelope, offset_seconds: -2 * attempt }));
  return responses;
}

/** Checks that events with similar ids are all accepted and take effect. */
async function checkSimilar(t: DrillContext): Promise<void> {
  await t.requireEffects();
  const { id: stem } = t.compose().envelope;
  const rows = listSimilar(stem, digitsOf(stem)).flatMap(([cause, ids]) => ids.map((id) => [cause, id] as const));
  const responses: ReceiverResult[] = [];
  for (const [cause, id] of rows) {
    const [response] = await deliverId(t, id, 1);
    if (response === undefined) return;
    responses.push(response);
    if (holds(response.is_accepted)) continue;
    await requireNonAscii(t, response);
    t.warn(`The id ${id} was not accepted: ${describeResponse(response)}.`, response, cause);
    return;
  }
  const found = await t.awaitEffectsOfAll(rows.map(([, id]) => id));
  const lost = rows.findIndex((_row, at) => found[at] === 0);
  if (holds(lost < 0)) return;
  await requireNoLosses(t);
  const [cause, id = ''] = rows[lost] ?? [];
  if (/[^\0-\x7F]/.test(id)) await requireNonAsciiEffects(t);
  t.warn(`The event with the id ${id} was accepted and took no effect, after one with a similar id.`, responses[lost], cause);
}

/** Checks that events with odd ids are accepted and take effect once, although each is sent twice. */
async function checkOdd(t: DrillContext): Promise<void> {
  await t.requireGenuine();
  const { settings } = t.run;
  const rows = listOdd(() => t.compose().envelope.id);
  const responses: ReceiverResult[] = [];
  for (const [cause, id] of rows) {
    for (const [attempt, response] of (await deliverId(t, id, 2)).entries()) {
      responses.push(response);
      if (holds(response.is_accepted)) continue;
      if (attempt > 0) await requireAcceptedDuplicates(t);
      await requireNonAscii(t, response);
      t.warn(`The id ${id} was not accepted: ${describeResponse(response)}.`, response, cause);
      return;
    }
  }
  if (settings.countEffects === undefined) return;
  await requireDeduplication(t);
  const found = await t.awaitEffectsOfAll(rows.map(([, id]) => id));
  // A counter that is a plain object cannot count __proto__.
  const isWrong = (count: number | undefined, id: string): boolean => count !== 1 && !(count === 0 && id === '__proto__');
  const wrong = rows.findIndex(([, id], at) => isWrong(found[at], id));
  if (holds(wrong < 0)) return;
  await (found[wrong] === 0 ? requireNoLosses(t) : requireNoRepeats(t));
  const [cause, id = ''] = rows[wrong] ?? [];
  if (/[^\0-\x7F]/.test(id)) await requireNonAsciiEffects(t);
  t.warn(`The event with the id ${id} was sent twice and ${describeEffect(found[wrong] ?? 0)}.`, responses[2 * wrong], cause);
}

export const ID_DRILLS: readonly Drill[] = [
  quietDrill('EVT-3/similar-ids', 'Events with similar ids all take effect', checkSimilar),
  quietDrill('EVT-3/odd-ids', 'Events with any id are accepted and take effect once', checkOdd),
];
