/** Evaluates deviations alongside a clean world: which of them would have changed anything? */
import { isDeepStrictEqual } from 'node:util';
import type { Refusal } from '#mock/market/rules/refusal';
import { isRefusal } from '#mock/market/rules/refusal';
import type { OperationContext, ActionResult, AnyCall, Seams } from '#mock/mutations/seams';
import { CLEAN_SEAMS } from '#mock/mutations/seams';
import { readJson } from '#mock/mutations/violations/kit/index';
import type { Incoming } from '#mock/server/http/incoming';
import type { GuardedDb } from './guards.ts';
import { ShadowEffect, freeze, guardDb, guardWorld } from './guards.ts';
import type { Visit } from './visit.ts';
import { waitForVisits, visit } from './visit.ts';

/** A violation or variant. */
export interface Deviation {
  readonly name: string;
  readonly seams: Partial<Seams> | (() => Partial<Seams>);
}

/** A separate instance of a deviation. Until it differs, it sees exactly what it would have seen if it had been on. */
interface Shadow {
  readonly name: string;
  readonly seams: Partial<Seams>;
}

/** The other arguments of a seam. */
interface Surroundings extends Pick<OperationContext, 'world'> {
  readonly db?: OperationContext['db'];
  readonly operation?: OperationContext['operation'] | undefined;
}

/** `visible`: a client can see a difference, and the world is the same. `lasting`: the world can differ from then on. */
export type Infection = 'visible' | 'lasting';

/** Seams that change only what a client or receiver gets. */
const VISIBLE_SEAMS: ReadonlySet<keyof Seams> = new Set(['answer', 'outgoing', 'oauth_response', 'control_answer']);

/**
 * The shadows of one world. As in the RIPR model of mutation testing, a deviation infects a run if it changes its state: here, if the shadow would have
 * changed what a seam returns, or done anything but read.
 */
export class Shadows {
  readonly #infected = new Map<string, Infection>();
  readonly #live: ReadonlyMap<keyof Seams, Set<Shadow>>;
  /** Whether infected shadows are still evaluated. */
  #is_counting_all = true;

  constructor(deviations: readonly Deviation[]) {
    const shadows = deviations.map(({ name, seams }) => ({ name, seams: typeof seams === 'function' ? seams() : seams }));
    // The keys of CLEAN_SEAMS are those of Seams.
    const names = Object.keys(CLEAN_SEAMS) as (keyof Seams)[];
    this.#live = new Map(names.map((name) => [name, new Set(shadows.filter(({ seams }) => seams[name] !== undefined))]));
  }

  /** The infected deviations. */
  get infected(): ReadonlyMap<string, Infection> {
    return this.#infected;
  }

  /** Ends the preparations: starts to count infections from zero. @returns the infected deviations until now */
  endPreparations(): ReadonlyMap<string, Infection> {
    const infected = new Map(this.#infected);
    this.#infected.clear();
    this.#is_counting_all = false;
    return infected;
  }

  /** The seams of the world: they return what clean ones return. */
  readonly seams: Seams = {
    request: (value, context) => this.#pass('request', value, context, (seam, guarded) => seam(value, guarded)),
    caller: (value, context) => this.#pass('caller', value, context, (seam, guarded) => seam(value, guarded)),
    key: (value, context) => this.#pass('key', value, context, (seam, guarded) => seam(value, guarded)),
    find: async (entry, find, context) => {
      const found = await find(entry);
      return this.#pass('find', found, context, (seam, guarded) => {
        // GuardedDb.db is the handle of the entry, and only reads.
        const given = Object.freeze({ ...entry, db: guarded.db, world: guarded.world }) as typeof entry;
        return seam(given, (other) => (other === given ? found : find(other)), guarded);
      });
    },
    act: (call, subject, act, context) => this.#act(call, subject, act, context),
    answer: (value, context) => this.#pass('answer', value, context, (seam, guarded) => seam(value, guarded)),
    events: (value, context) => this.#pass('events', value, context, (seam, guarded) => seam(value, guarded)),
    listeners: (value, draft, context) => {
      freeze(draft);
      return this.#pass('listeners', value, context, (seam, guarded) => seam(value, draft, guarded));
    },
    outgoing: (value, context) => this.#pass('outgoing', value, context, (seam, guarded) => seam(value, guarded)),
    timeout_ms: (value, context) => this.#pass('timeout_ms', value, context, (seam, guarded) => seam(value, guarded)),
    verdict: (value, context) => this.#pass('verdict', value, context, (seam, guarded) => seam(value, guarded)),
    record: (value, context) => this.#pass('record', value, context, (seam, guarded) => seam(value, guarded)),
    oauth_request: (value, context) => this.#pass('oauth_request', value, context, (seam, guarded) => seam(value, guarded)),
    oauth_response: (response, context) => {
      for (const shadow of this.#of('oauth_response')) {
        // The kit replaces methods of the response.
        const set = (): boolean => {
          throw new ShadowEffect('changes the response');
        };
        const watched = new Proxy(response, { set });
        const one = visit(shadow, () => shadow.seams.oauth_response?.(watched, { ...context, world: guardWorld(context.world) }));
        this.#record('oauth_response', context, one, (made) => made === watched);
      }
      return response;
    },
    control_request: (value, context) => this.#pass('control_request', value, context, (seam, guarded) => seam(value, guarded)),
    control_answer: (value, context) => this.#pass('control_answer', value, context, (seam, guarded) => seam(value, guarded)),
  };

  #of(name: keyof Seams): readonly Shadow[] {
    return [...(this.#live.get(name) ?? [])];
  }

  /** Asks the seam of every shadow for what it would have returned in place of `clean`, and returns `clean`. */
  async #pass<Name extends keyof Seams, Value, Given extends Surroundings>(
    name: Name,
    clean: Value,
    context: Given,
    ask: (seam: Seams[Name], guarded: Given) => unknown,
  ): Promise<Value> {
    freeze(clean);
    const { guarded, isQuerying } = guard(context);
    const visits = this.#of(name).map((shadow) =>
      // A shadow is listed under the names of its own seams.
      visit(shadow, () => ask(shadow.seams[name] as Seams[Name], guarded)),
    );
    await waitForVisits(visits, isQuerying);
    for (const one of visits) this.#record(name, context, one, (made) => isSame(name, made, clean));
    return clean;
  }

  /** Each shadow runs up to the action, the action runs once, and each shadow continues with its result. */
  async #act(given: AnyCall, subject: unknown, act: Act, context: OperationContext): Promise<ActionResult> {
    for (const part of [given.body, given.query, given.path, subject]) freeze(part);
    const { guarded, isQuerying } = guard(context);
    // GuardedDb.db is the handle of the call, and only reads.
    const call = Object.freeze({ ...given, db: guarded.db, world: guarded.world }) as AnyCall;
    const is_read = context.operation.method === 'get';
    const acted = Promise.withResolvers<ActionResult>();
    acted.promise.catch(() => undefined);
    const having_acted = new Set<Shadow>();
    const stub = async (one: Visit<Shadow>, other_call: AnyCall, other: unknown): Promise<ActionResult> => {
      const is_same = isSameCall(other_call, call) && (other === subject || isDeepStrictEqual(other, subject));
      if (is_read && !is_same) return act(other_call, other);
      if (!is_same || having_acted.has(one.shadow)) throw new ShadowEffect('acts on something else, or twice');
      having_acted.add(one.shadow);
      one.is_parked = true;
      return acted.promise;
    };
    const visits = this.#of('act').map((shadow) =>
      visit(shadow, (one) => shadow.seams.act?.(call, subject, (other_call, other) => stub(one, other_call, other), guarded)),
    );
    await waitForVisits(visits, isQuerying);
    const clean = await act(given, subject);
    freeze(clean);
    acted.resolve(clean);
    for (const one of visits) one.is_parked = false;
    await waitForVisits(visits, isQuerying);
    for (const one of visits)
      this.#record('act', context, one, (made) => (is_read || having_acted.has(one.shadow)) && isSameResult(made, clean));
    return clean;
  }

  #record(
    name: keyof Seams,
    { operation }: Surroundings,
    { shadow, outcome }: Visit<Shadow>,
    isClean: (made: unknown) => boolean,
  ): void {
    const made = outcome !== undefined && 'made' in outcome ? outcome : undefined;
    if (made !== undefined && isClean(made.made)) return;
    const is_visible = made !== undefined && (VISIBLE_SEAMS.has(name) || operation?.method === 'get');
    const known = this.#infected.get(shadow.name);
    this.#infected.set(shadow.name, is_visible ? (known ?? 'visible') : 'lasting');
    if (!this.#is_counting_all) for (const live of this.#live.values()) live.delete(shadow);
  }
}

type Act = Parameters<Seams['act']>[2];

/** The surroundings, with a world and a database handle that only read. */
function guard<Given extends Surroundings>(context: Given): { guarded: Given; isQuerying: GuardedDb['isQuerying'] } {
  const world = guardWorld(context.world);
  if (context.db === undefined) return { guarded: Object.freeze({ ...context, world }), isQuerying: () => false };
  const { db, isQuerying } = guardDb(context.db);
  return { guarded: Object.freeze({ ...context, db, world }), isQuerying };
}

function isSame(name: keyof Seams, made: unknown, clean: unknown): boolean {
  if (made === clean) return true;
  return name === 'request' ? isSameRequest(made, clean) : isDeepStrictEqual(made, clean);
}

/** Requests are compared by the JSON of their bodies, which is all that the mock reads of them. */
function isSameRequest(made: unknown, clean: unknown): boolean {
  // The seam takes and returns requests and refusals.
  const [one, other] = [made, clean] as [Incoming | Refusal, Incoming | Refusal];
  if (isRefusal(one) || isRefusal(other)) return isDeepStrictEqual(one, other);
  return isDeepStrictEqual(readContent(one), readContent(other));
}

function readContent(incoming: Incoming): object {
  const { bytes, content_type } = incoming;
  if (isRefusal(bytes) || !/^application\/json *(?:; *charset=utf-8)?$/i.test(content_type ?? '')) return incoming;
  const text = bytes.toString('utf8');
  const json = readJson(text);
  return { ...incoming, content_type: 'application/json', bytes: json === undefined ? text : { json } };
}

/** Handle and world are those that the shadow was given; the rest is compared by value. */
function isSameCall(one: AnyCall, other: AnyCall): boolean {
  if (one === other) return true;
  const { db: _db, world: _world, linkTo: _linkTo, ...rest } = other;
  return (
    one.db === other.db &&
    one.world === other.world &&
    one.linkTo === other.linkTo &&
    Object.entries(rest).every(([name, value]) => isDeepStrictEqual(Reflect.get(one, name), value))
  );
}

/** Results become JSON. */
function isSameResult(one: unknown, other: ActionResult): boolean {
  return one === other || (isRefusal(one) === isRefusal(other) && JSON.stringify(one) === JSON.stringify(other));
}
