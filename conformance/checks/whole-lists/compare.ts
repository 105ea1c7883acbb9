/**
 * Compares a list with and without its filters. A record is in a filtered list exactly if its own fields match, and a list shows a record as GET by
 * id does. No check names the kind of record that a query can forget, so these find forgotten records of any kind.
 */
import {
  Blocked,
  expectThat,
  isSameJson,
  isObject,
  readUntil,
  readWholeList,
  type Actor,
  type JsonNode,
  type Query,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { agrees } from '../../expectations/same-values.ts';
import { formatQuery } from '../inventory/format-query.ts';
import type { Filter } from './filters.ts';

/** A record that this run created. */
export interface KnownRecord {
  readonly id: string;
  /** Whether the list without a filter must show it. Undefined if the document leaves that open. A function if that depends on what `read` returns. */
  readonly is_due: boolean | undefined | ((own: JsonNode) => boolean | undefined);
  /** Reads it by its id. */
  readonly read?: () => Promise<JsonNode>;
}

export interface WholeList {
  readonly actor: Actor;
  readonly path: string;
  /** The request, for messages. */
  readonly name: string;
  readonly known: readonly KnownRecord[];
  /** The filters to compare. @param records those of the list without a filter */
  readonly filtersFor?: (records: readonly JsonNode[]) => readonly Filter[] | Promise<readonly Filter[]>;
  /** The members that a list shows like GET by id, if both have them. */
  readonly members?: readonly string[];
  /** The records in an item. Default: the item */
  readonly recordsIn?: (item: JsonNode) => readonly JsonNode[];
  /** Whether the list without a filter can omit a record that a filtered list shows. */
  readonly may_omit?: (record: JsonNode) => boolean;
}

/** A list as it was read. */
interface Snapshot {
  readonly records: ReadonlyMap<string, JsonNode>;
  /** False if the list is longer than what was read. */
  readonly is_whole: boolean;
}

interface Mismatch {
  readonly id: string;
  /** With the id, what it is about: equal in each reading. */
  readonly message: string;
  readonly record: JsonNode | undefined;
  readonly expected: string;
}

/** What was compared, and what is wrong. */
interface Comparison {
  readonly compared: number;
  readonly mismatches: readonly Mismatch[];
}

/**
 * Asserts that a list and its filtered lists agree. A list can be a moment old, and others can write to it, so a mismatch counts only if it stays while
 * the record does not change.
 */
export async function expectConsistent(t: CheckContext, list: WholeList): Promise<void> {
  let compared = 0;
  let open: readonly Mismatch[] | undefined;
  await readUntil(
    async () => {
      const found = await compareLists(list);
      compared = Math.max(compared, found.compared);
      const isStill = ({ id, message }: Mismatch): boolean =>
        found.mismatches.some((one) => one.id === id && one.message === message);
      open = open === undefined ? found.mismatches : open.filter(isStill);
      return open;
    },
    ({ length }) => length === 0,
    t.signal,
  );
  const [first] = open ?? [];
  if (first === undefined && compared === 0) t.unverifiable(`${list.name} shows no records that can be compared`);
  expectThat(first === undefined, {
    message: first?.message ?? '',
    expected: first?.expected ?? '',
    ...(first?.record === undefined ? { observed: first?.id } : { reply: first.record.reply, observed: first.record.value }),
    ...(first?.record === undefined ? {} : { pointer: first.record.pointer }),
    likely_cause: 'The query has a condition or a join that treats records with this history differently.',
  });
}

async function compareLists(list: WholeList): Promise<Comparison> {
  const wanted =
    list.filtersFor === undefined && list.known.every(({ is_due }) => is_due === true || is_due === undefined)
      ? list.known
      : undefined;
  const all = await readSnapshot(list, {}, wanted);
  const own = new Map<string, JsonNode>();
  for (const { id, read } of list.known) if (read !== undefined) own.set(id, await read());
  const comparisons = [compareKnown(list, all, own)];
  for (const filter of (await list.filtersFor?.([...all.records.values()])) ?? [])
    comparisons.push(compareFilter(list, filter, all, await readSnapshot(list, filter.query), own));
  const compared = comparisons.reduce((sum, one) => sum + one.compared, 0);
  const mismatches = comparisons.flatMap((one) => one.mismatches);
  if (mismatches.length === 0) return { compared, mismatches };
  const after = await readSnapshot(list, {});
  const isUnchanged = ({ id }: Mismatch): boolean => isSameJson(all.records.get(id)?.value, after.records.get(id)?.value);
  return { compared, mismatches: mismatches.filter(isUnchanged) };
}

/** The records of this run in the list without a filter. */
function compareKnown(list: WholeList, all: Snapshot, own: ReadonlyMap<string, JsonNode>): Comparison {
  const { name, known, members = [] } = list;
  const mismatches: Mismatch[] = [];
  let compared = 0;
  for (const { id, is_due: due } of known) {
    const listed = all.records.get(id);
    const read = own.get(id);
    const is_due = typeof due !== 'function' ? due : read === undefined ? undefined : due(read);
    if (listed === undefined ? all.is_whole : is_due !== undefined) compared += 1;
    if (listed === undefined && is_due === true && all.is_whole)
      mismatches.push({ id, message: `${name} omits a record.`, record: read, expected: id });
    if (listed !== undefined && is_due === false)
      mismatches.push({
        id,
        message: `${name} lists a record that does not belong there.`,
        record: listed,
        expected: `not ${id}`,
      });
    const member = listed === undefined || read === undefined ? undefined : findDifference(listed, read, members);
    if (member === undefined || read === undefined) continue;
    const expected = JSON.stringify(isObject(read.value) ? read.value[member] : undefined);
    mismatches.push({ id, message: `${name} shows another ${member} than ${read.reply.name}.`, record: listed, expected });
  }
  return { compared, mismatches };
}

function findDifference(one: JsonNode, other: JsonNode, members: readonly string[]): string | undefined {
  const { value } = one;
  const { value: other_value } = other;
  if (!isObject(value) || !isObject(other_value)) return undefined;
  return members.find((member) => member in value && member in other_value && !agrees(value[member], other_value[member]));
}

function compareFilter(
  list: WholeList,
  { query, matches }: Filter,
  all: Snapshot,
  found: Snapshot,
  own: ReadonlyMap<string, JsonNode>,
): Comparison {
  const name = `${list.name}?${formatQuery(query)}`;
  const mismatches: Mismatch[] = [];
  let compared = 0;
  for (const [id, record] of found.records) {
    const is_match = matches(record);
    if (is_match !== undefined) compared += 1;
    if (is_match === false)
      mismatches.push({ id, message: `${name} lists a record that does not match.`, record, expected: formatQuery(query) });
    if (all.is_whole && !all.records.has(id) && list.may_omit?.(record) !== true)
      mismatches.push({ id, message: `${list.name} omits a record that ${name} lists.`, record, expected: id });
  }
  for (const [id, record] of new Map([...all.records, ...own])) {
    if (matches(record) !== true || found.records.has(id) || !found.is_whole) continue;
    compared += 1;
    mismatches.push({ id, message: `${name} omits a record that matches.`, record, expected: id });
  }
  return { compared, mismatches };
}

/** @param wanted if all of these are found, the rest is not read @throws Blocked if a record has no id, which other clauses cover */
async function readSnapshot(
  { actor, path, name, recordsIn = (item) => [item] }: WholeList,
  query: Query,
  wanted: readonly KnownRecord[] = [],
): Promise<Snapshot> {
  const records = new Map<string, JsonNode>();
  const is_whole = await readWholeList(actor, path, query, (items) => {
    for (const record of items.flatMap(recordsIn)) {
      const { value } = record;
      const id = isObject(value) ? (value['id'] ?? value['trade_id'] ?? value['offer_id']) : undefined;
      if (typeof id !== 'string') throw new Blocked(`${name} shows records without an id`, record.reply.exchange);
      records.set(id, record);
    }
    return wanted.length > 0 && wanted.every(({ id }) => records.has(id));
  });
  return { records, is_whole };
}
