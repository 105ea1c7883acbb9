/** `--override`: sets fields of the generated event. */
import { isObject, parseJson, type JsonObject } from '#client';
import { closestName } from '#spec/closest-name';
import type { Envelope } from '#conformance/receiver/envelope';
import { DELIVERED_TYPES } from '#conformance/receiver/envelope';
import { EVENTS } from '#spec/events';
import { UsageError } from '../errors.ts';

const FLAG = '--override';

interface Override {
  /** As typed, for messages. */
  text: string;
  steps: readonly string[];
  /** After `=` the value has the type of the field; after `:=` it is any JSON. */
  is_free: boolean;
  value: string;
}

/**
 * Sets fields of an event. A path starts at the envelope, or at `data` if the envelope has no such field: `price.amount` is
 * `data.price.amount`. `path=value` keeps the field valid; `path:=json` sets any JSON. The path must exist, except for events that the
 * document does not have.
 * @throws UsageError with the closest path, or with what the field takes
 */
export function overrideEvent(envelope: Envelope, overrides: readonly string[]): Envelope {
  const parsed = overrides.map((text) => parseOverride(text, envelope));
  let changed: JsonObject = { ...envelope };
  for (const override of parsed) {
    checkPath(override, changed);
    changed = set(changed, override.steps, (current) => convert(override, current));
  }
  const made = { ...envelope, ...changed };
  checkValidity(made, parsed);
  return made;
}

function parseOverride(text: string, envelope: Envelope): Override {
  const match = /^(?<path>[^=:\s]+)(?<sign>:?=)(?<value>[^]*)$/.exec(text);
  const { path = '', sign = '', value = '' } = match?.groups ?? {};
  const steps = path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  if (match === null || steps.includes(''))
    throw new UsageError(FLAG, `'${text}' is not an override; give path=value, such as price.amount=310, or path:=json`);
  const [first = ''] = steps;
  const is_free = sign === ':=';
  return { text, steps: Object.hasOwn(envelope, first) ? steps : ['data', ...steps], is_free, value };
}

/** @throws UsageError if the path does not exist or cannot be overridden */
function checkPath({ steps, text, is_free }: Override, json: JsonObject): void {
  const [first = ''] = steps;
  // The SVC-Event header repeats the type.
  if (steps.length === 1 && (first === 'type' || (first === 'event' && !is_free))) {
    throw new UsageError(
      FLAG,
      `'${text}': the event type is the argument of the command; for the field of the payload, write data.${first}`,
    );
  }
  if (steps.length === 1 && first === 'id' && is_free) throw new UsageError(FLAG, `'${text}': the id is text; write id=evt_…`);
  if (hasPath(json, steps)) return;
  const type = String(json['type']);
  if (!DELIVERED_TYPES.includes(type) && first === 'data') return;
  const known = listPaths(json);
  const asked = steps.join('.');
  const leaf = `.${steps.at(-1) ?? ''}`;
  const closest = known.find((path) => path.endsWith(leaf)) ?? closestName(asked, known);
  const hint = closest === undefined ? `its fields are ${known.join(', ')}` : `did you mean ${closest}?`;
  throw new UsageError(FLAG, `${type} has no ${asked}; ${hint}`);
}

/** Whether a path exists. In a list, the index after the last item also counts. */
function hasPath(value: unknown, steps: readonly string[]): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return true;
  if (Array.isArray(value)) {
    const index = /^\d{1,4}$/.test(step) ? Number(step) : Infinity;
    return index < value.length ? hasPath(value[index], rest) : index === value.length && rest.length === 0;
  }
  return isObject(value) && Object.hasOwn(value, step) && hasPath(value[step], rest);
}

/** The paths of all leaves of an event. */
function listPaths(value: unknown, path = ''): readonly string[] {
  if (!isObject(value)) return [path];
  return Object.entries(value).flatMap(([key, member]) => listPaths(member, path === '' ? key : `${path}.${key}`));
}

function set(json: JsonObject, steps: readonly string[], change: (current: unknown) => unknown): JsonObject {
  const [step = '', ...rest] = steps;
  return { ...json, [step]: changeAt(json[step], rest, change) };
}

function changeAt(value: unknown, steps: readonly string[], change: (current: unknown) => unknown): unknown {
  const [step] = steps;
  if (step === undefined) return change(value);
  if (!Array.isArray(value)) return set(isObject(value) ? value : {}, steps, change);
  const items: readonly unknown[] = value;
  const index = Number(step);
  const changed = changeAt(items[index] ?? items[0], steps.slice(1), change);
  return [...items.slice(0, index), changed, ...items.slice(index + 1)];
}

/** Converts a value from the command line to the type of the field. */
function convert({ text, value, is_free }: Override, current: unknown): unknown {
  const json = parseJson(value);
  if (is_free) {
    if (json === undefined) throw new UsageError(FLAG, `'${text}': the value after := is not JSON`);
    return json;
  }
  if (typeof current === 'string') return typeof json === 'string' ? json : value;
  // A field that is null or unknown takes anything.
  if (current === null || current === undefined) return json === undefined ? value : json;
  if (json === undefined || describeType(json) !== describeType(current))
    throw new UsageError(FLAG, `'${text}': the field takes ${describeType(current)}; to send something else anyway, write :=`);
  return json;
}

function describeType(value: unknown): string {
  if (Array.isArray(value)) return 'a list, as JSON';
  if (value === null) return 'null';
  return TYPES[typeof value] ?? typeof value;
}

const TYPES: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  number: 'a number',
  object: 'an object, as JSON',
  string: 'text',
};

/** Values set with `=` must be valid; those set with `:=` need not be. @throws UsageError */
function checkValidity(envelope: Envelope, overrides: readonly Override[]): void {
  const row = Object.entries(EVENTS).find(([type]) => type === envelope.type && DELIVERED_TYPES.includes(type))?.[1];
  const issues = row?.payload.safeParse(envelope.data).error?.issues ?? [];
  for (const { text, steps } of overrides.filter((one) => !one.is_free)) {
    const issue = issues.find(({ path }) => startsWith(['data', ...path.map(String)], steps));
    if (issue !== undefined) {
      throw new UsageError(
        FLAG,
        `'${text}': the document does not allow this value (${issue.message}); to send it anyway, write :=`,
      );
    }
    if (steps.join('.') === 'created_at' && Number.isNaN(Date.parse(envelope.created_at))) {
      throw new UsageError(FLAG, `'${text}': give an instant such as 2026-06-01T15:04:05.000Z; to send it anyway, write :=`);
    }
  }
}

function startsWith(path: readonly string[], steps: readonly string[]): boolean {
  return steps.every((step, i) => path[i] === step);
}
