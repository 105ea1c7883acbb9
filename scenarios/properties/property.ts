import { Blocked, readItems, type Query, type Reply } from '#client';
import type { ClauseId } from '#spec/clauses/index';
import type * as fc from 'fast-check';
import type { Session } from '../session/session.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A relation that holds for any data, so it needs no model. */
export interface Property<Input = unknown> {
  readonly id: string;
  readonly clause: ClauseId;
  /** A sentence that is true for a correct deployment. */
  readonly title: string;
  /** Generates inputs from inventory values. */
  readonly draw: (seen: InventorySample) => fc.Arbitrary<Input>;
  /** @returns whether the property applied @throws Finding */
  readonly check: (session: Session, input: Input) => Promise<boolean>;
}

/** Declares a property, with matching types of generator and check. */
export function property<Input>(declared: Property<Input>): Property {
  return {
    ...declared,
    draw: declared.draw,
    // The input comes from this property's generator.
    check: async (session, input) => declared.check(session, input as Input),
  };
}

/** Values that occur in the inventory. */
export interface InventorySample {
  readonly items: readonly Fields[];
  readonly commodities: readonly string[];
  readonly provinces: readonly string[];
  readonly grades: readonly string[];
  readonly crop_years: readonly number[];
  readonly quantities: readonly number[];
}

/** The maximum number of pages to read. */
export const PAGES_MAX = 25;
const PAGE = 50;

/** Reads matching lots, page by page, at most `PAGES_MAX` pages. @throws Blocked if a page fails */
export async function readLots(session: Session, query: Query, limit: number = PAGE): Promise<readonly Fields[]> {
  const items: Fields[] = [];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const reply = await readPage(session, { ...query, limit, offset: page * limit });
    const found = readItems(reply);
    items.push(...found);
    if (found.length < limit) break;
  }
  return items;
}

/** Reads all matching lots. @throws Blocked if a page fails, or if there may be more lots than are read */
export async function readAllLots(session: Session, query: Query): Promise<readonly Fields[]> {
  const items = await readLots(session, query);
  const most = PAGES_MAX * PAGE;
  if (items.length >= most) throw new Blocked(`GET /inventory finds ${most} lots or more; a property compares fewer`);
  return items;
}

/** @throws Blocked if the status is not 200. Checks of the gate cover rejected filters */
export async function readPage(session: Session, query: Query, path = '/inventory'): Promise<Reply> {
  const reply = await session.actor('buyer').get(path, query);
  if (reply.status !== 200) throw new Blocked(`GET ${path} failed with status ${reply.status}`, reply.exchange);
  return reply;
}

export async function sampleInventory(session: Session): Promise<InventorySample> {
  const items = await readLots(session, {});
  return {
    items,
    commodities: texts(items.map((item) => memberOf(item['commodity'], 'slug'))),
    provinces: texts(items.map((item) => memberOf(item['location'], 'province'))),
    grades: texts(items.map(({ grade }) => grade)),
    crop_years: numbers(items.map(({ crop_year }) => crop_year)),
    quantities: numbers(items.map(({ quantity_mt }) => quantity_mt)),
  };
}

/** Reads a member if the value is an object. */
export function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined;
}

function texts(values: readonly unknown[]): readonly string[] {
  return [...new Set(values.filter((value) => typeof value === 'string'))];
}

function numbers(values: readonly unknown[]): readonly number[] {
  return [...new Set(values.filter((value) => typeof value === 'number'))];
}

export function idsOf(items: readonly Fields[]): readonly string[] {
  return texts(items.map(({ id }) => id));
}
