import type { Response } from 'express';
import type { z } from 'zod';
import type { Refusal } from '../../../market/rules/refusal.ts';
import type { World } from '../../world/world.ts';
import type { Worlds } from '../../world/worlds.ts';
import type { ControlRefusal } from './refusals.ts';
import type { Snapshots } from '../worlds/snapshots.ts';
import type { Streams } from '../journal/streams.ts';

/** Where a world is found: what `gristmill mock --json` prints. */
export type Describe = (world_id?: string) => object;

/** What an operation of the control plane gets to act with. */
export interface ControlCall<Body = unknown, Query = unknown> {
  /** The world that the address names. */
  world: World;
  worlds: Worlds;
  snapshots: Snapshots;
  streams: Streams;
  describe: Describe;
  path: Readonly<Record<string, string>>;
  query: Query;
  /** The headers that the operation declares, by their names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  body: Body;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
}

/** An answer that is sent as it is, where others become JSON. */
export interface Verbatim {
  verbatim: string;
}

/** An answer that goes on: it is handed the response at once, and writes to it for as long as it likes. */
export interface Live {
  goLive: (response: Response) => void;
}

type Outcome = object | Refusal | ControlRefusal | Verbatim | Live;

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
  /** What it reads of the headers, by their names, with what each is for. */
  headers?: Readonly<Record<string, string>>;
  /** Where it answers other than JSON, or as a file. */
  answers?: { media_type: string; file_name?: string };
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

export function isVerbatim(outcome: object): outcome is Verbatim {
  return 'verbatim' in outcome;
}

export function isLive(outcome: object): outcome is Live {
  return 'goLive' in outcome;
}
