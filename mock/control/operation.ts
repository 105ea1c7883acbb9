import type { z } from 'zod';
import type { Refusal } from '../domain/refusal.ts';
import type { World } from '../world.ts';
import type { Worlds } from '../worlds.ts';
import type { ControlRefusal } from './refusals.ts';
import type { Snapshots } from './snapshots.ts';

/** Where a world is found: what `gristmill mock --json` prints. */
export type Describe = (world_id?: string) => object;

/** What an operation of the control plane gets to act with. */
export interface ControlCall<Body = unknown, Query = unknown> {
  /** The world that the address names. */
  world: World;
  worlds: Worlds;
  snapshots: Snapshots;
  describe: Describe;
  path: Readonly<Record<string, string>>;
  query: Query;
  body: Body;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
}

type Outcome = object | Refusal | ControlRefusal;

/** One operation of the control plane: the routes and its OpenAPI document come from it. */
export interface ControlOperation {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Relative to control_url, parameters in braces. */
  path: string;
  area: string;
  summary: string;
  description?: string;
  /** All of them strict: what is not known is refused by name. Absent where no body is read. */
  body?: { schema: z.ZodType; required: boolean };
  query?: z.ZodObject;
  /** Whether it moves the marketplace, and so answers what was, what is, and what came of it. */
  is_movement?: true;
  success?: 201;
  /**
   * True for what waits, or itself replaces the contents of the world; it looks after the gate of the world itself. Everything else goes in
   * with the requests.
   */
  is_outside?: boolean;
  act: (call: ControlCall) => Promise<Outcome> | Outcome;
}

type Declared<Body extends z.ZodType, Required extends boolean, Query extends z.ZodObject> = Omit<
  ControlOperation,
  'act' | 'body' | 'query'
> & {
  body?: { schema: Body; required: Required };
  query?: Query;
  act: (
    call: ControlCall<Required extends true ? z.infer<Body> : z.infer<Body> | undefined, z.infer<Query>>,
  ) => Promise<Outcome> | Outcome;
};

/** Types `act` by the schemas of its declaration. */
export function controlOperation<Body extends z.ZodType, Required extends boolean, Query extends z.ZodObject>(
  declared: Declared<Body, Required, Query>,
): ControlOperation {
  // The router hands over a body and a query that these very schemas have judged.
  return declared as unknown as ControlOperation;
}
