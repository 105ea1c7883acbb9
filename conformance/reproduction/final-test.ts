/** The condition at the end of a script: whether the last response still shows the finding. */
import { isObject, isSameJson, parseJson, type BreachDetails, type Exchange, type Expectation } from '#client';
import { isIdKey, locateMembers, readPointer } from './json.ts';

/** The values do not contain a string, in upper or lower case. */
interface Lacks {
  readonly kind: 'lacks';
  readonly text: string;
}

export type FinalTest =
  /** The status is none of these, or not of this class. */
  | { readonly by: 'status'; readonly expectation: Extract<Expectation, { kind: 'status' | 'status_class' }> }
  /** The value at the pointer does not meet the expectation. */
  | {
      readonly by: 'expectation';
      /** A JSON pointer; `*` is any item, and `?id=x` the one with this id. */
      readonly pointer: string;
      readonly expectation: Expectation | Lacks;
      /** The keys that were found, if one is missing: the document sometimes allows either of two. */
      readonly keys?: readonly string[];
    }
  /** A text that must not occur in the response. */
  | { readonly by: 'text'; readonly text: string }
  /** The value at the pointer is still the one that was found. */
  | { readonly by: 'value'; readonly pointer: string; readonly value: unknown }
  /** The response does not show the finding by itself. */
  | { readonly by: 'nothing'; readonly why: string };

/** Placeholders of the function `like`. */
const ANY_TEXT = '<any text>';
const ANOTHER_ID = '<another id>';
/** Keys whose values differ between runs. */
const VARYING_KEY = /^(?:reference|name|company|message|href|next|previous|.*_url|.*_at|secret)$/;
const INSTANT = /^\d{4}-\d\d-\d\d(?:T|$)/;
const UNCLEAR = 'a script cannot detect this finding in a single response';
const OF_THIS_RUN = 'the expected value differs in every run';
const ORDER = 'a script cannot check the order of a list';

/**
 * How to test a finding.
 * @param exchange the response that shows it
 * @param isOwn whether the script knows the value, since an earlier step sent or returned it
 */
export function chooseFinalTest(details: BreachDetails, exchange: Exchange, isOwn: (value: string) => boolean): FinalTest {
  const { pointer = '', found } = details;
  const is_varying = VARYING_KEY.test(pointer.split('/').at(-1) ?? '');
  const expectation = details.expectation ?? (is_varying ? undefined : readExpected(details));
  if (expectation?.kind === 'status' || expectation?.kind === 'status_class') return { by: 'status', expectation };
  const body = parseJson(exchange.text);
  const there = readPointer(body, pointer);
  // An exact value without a typed expectation is that of another response.
  const is_relation = details.expectation === undefined && parseJson(details.expected ?? '') !== undefined;
  const is_part = typeof found === 'string' && found !== there && !found.includes('{') && exchange.text.includes(found);
  if (is_part && !is_relation) return testText(found, body, isOwn);
  const place = placeOf(pointer, body, isOwn);
  if (expectation !== undefined) {
    const value = expectation.kind === 'value' ? expectation.value : undefined;
    if (is_varying && typeof value === 'string' && !isOwn(value)) return { by: 'nothing', why: OF_THIS_RUN };
    return testExpectation(expectation, { ...place, there }, isFiltered(exchange));
  }
  // A finding about a member of an item, such as a leak, is not about the order.
  const is_order = /[?&]sort=/.test(exchange.url) && (ITEM.exec(pointer)?.groups?.['rest'] ?? '') === '';
  if (is_order && body !== undefined) return { by: 'nothing', why: ORDER };
  if (body === undefined || found === undefined || is_relation) return { by: 'nothing', why: UNCLEAR };
  const at = pointer !== '' && isSameJson(there, found) ? pointer : findOnly(body, found);
  if (at === undefined) return { by: 'nothing', why: UNCLEAR };
  const value = generalize(found, isOwn, at.split('/').at(-1));
  if (value === ANY_TEXT || value === ANOTHER_ID) return { by: 'nothing', why: 'the value differs in every run' };
  const { by_id, anywhere } = placeOf(at, body, isOwn);
  // An item can move in a list. A scalar can be in many items.
  const can_move = typeof value === 'object' && value !== null;
  if (by_id === undefined && anywhere !== at && !can_move) return { by: 'nothing', why: OF_OTHERS };
  return { by: 'value', pointer: by_id ?? (can_move ? anywhere : at), value };
}

/** An exact value that is expected at a pointer, if it is given as JSON text. Beside an object, it is about a member, and nothing says which. */
function readExpected({ pointer, expected, found }: BreachDetails): Expectation | undefined {
  if (pointer === undefined || expected === undefined || isObject(found)) return undefined;
  const value = parseJson(expected);
  return value === undefined || isObject(value) ? undefined : { kind: 'value', value };
}

/** Where a value is: in the item with an id that the script knows, at its index, or in any item of the list. */
interface Place {
  readonly by_id: string | undefined;
  readonly pointer: string;
  readonly anywhere: string;
}

const ITEM = /^(?<list>\/items|\/data|\/data\/items|)\/(?<index>\d+)(?<rest>\/.*|)$/;

/** The ids of the item of a list that a pointer leads into. */
export function idsOfItem(body: unknown, pointer: string): readonly unknown[] {
  const { list = '', index = '' } = ITEM.exec(pointer)?.groups ?? {};
  const item = index === '' ? undefined : readPointer(body, `${list}/${index}`);
  return isObject(item) ? Object.entries(item).flatMap(([key, id]) => (isIdKey(key) ? [id] : [])) : [];
}

function placeOf(pointer: string, body: unknown, isOwn: (value: string) => boolean): Place {
  const { list = '', index = '', rest = '' } = ITEM.exec(pointer)?.groups ?? {};
  if (index === '') return { by_id: undefined, pointer, anywhere: pointer };
  const item = readPointer(body, `${list}/${index}`);
  const own = isObject(item)
    ? Object.entries(item).find(([key, id]) => isIdKey(key) && typeof id === 'string' && isOwn(id))
    : undefined;
  return {
    by_id: own === undefined ? undefined : `${list}/?${own[0]}=${String(own[1])}${rest}`,
    pointer,
    anywhere: `${list}/*${anyItem(rest)}`,
  };
}

/** A pointer whose indexes are those of any item. */
function anyItem(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}

/** Tests that a text does not occur where it was found: in a list, another member of another item may contain it. */
function testText(text: string, body: unknown, isOwn: (value: string) => boolean): FinalTest {
  const places = locateMembers(body)
    .filter(({ value }) => typeof value === 'string' && value.toLowerCase().includes(text.toLowerCase()))
    .map(({ pointer }) => placeOf(pointer, body, isOwn));
  const [pointer, other] = new Set(places.map(({ by_id, anywhere }) => by_id ?? anywhere));
  if (pointer === undefined || !`${pointer}${other ?? ''}`.includes('*')) return { by: 'text', text };
  // In one of several members, the text can be legal.
  if (other !== undefined) return { by: 'nothing', why: UNCLEAR };
  return { by: 'expectation', pointer, expectation: { kind: 'lacks', text } };
}

/** What is expected of one item, and not of every item of a list. */
const CONDITIONAL: ReadonlySet<Expectation['kind']> = new Set(['value', 'absent']);
const OF_OTHERS = 'the finding is about an item that no step created';

/** Whether a list has a filter, so that every item has to match it. */
function isFiltered({ url }: Exchange): boolean {
  const keys = [...(URL.parse(url)?.searchParams.keys() ?? [])];
  return keys.some((key) => !['limit', 'offset', 'units', 'sort'].includes(key));
}

function testExpectation(
  expectation: Expectation,
  { by_id, pointer, anywhere, there }: Place & { there: unknown },
  is_filtered: boolean,
): FinalTest {
  const is_total = expectation.kind === 'value' && typeof expectation.value === 'number' && pointer.endsWith('/total');
  // Others change the totals of lists.
  if (is_total) return { by: 'nothing', why: 'the finding is about a total that others can change' };
  // In another run, another item can be there, with another right value.
  const is_of_item = CONDITIONAL.has(expectation.kind) || (expectation.kind === 'type' && expectation.type === 'null');
  if (is_of_item && by_id === undefined && anywhere !== pointer && !is_filtered) return { by: 'nothing', why: OF_OTHERS };
  const keys = expectation.kind === 'member' && isObject(there) ? Object.keys(there) : undefined;
  const is_exact = expectation.kind === 'value' && !is_filtered;
  return {
    by: 'expectation',
    pointer: by_id ?? (is_exact ? pointer : anywhere),
    expectation,
    ...(keys === undefined ? {} : { keys }),
  };
}

/** The only place of a value that is more than a word. */
function findOnly(body: unknown, found: unknown): string | undefined {
  if (typeof found !== 'string' && typeof found !== 'object') return undefined;
  const places = locateMembers(body).filter(({ value }) => isSameJson(value, found));
  return places.length === 1 ? places[0]?.pointer : undefined;
}

/** Replaces what differs between runs. @param isOwn whether the script knows the value */
export function generalize(value: unknown, isOwn: (value: string) => boolean, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => generalize(item, isOwn, key));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, generalize(one, isOwn, name)]));
  if (typeof value !== 'string' || isOwn(value)) return value;
  if (isIdKey(key)) return ANOTHER_ID;
  return VARYING_KEY.test(key) || INSTANT.test(value) ? ANY_TEXT : value;
}
