import type { Response } from 'express';
import type { z } from 'zod';
import type { Addresses } from '../../addresses.ts';
import type { ProcessState } from '../../process-state.ts';
import type { Tenant, Tenants } from '../../tenants/tenants.ts';
import type { World } from '../../world/world.ts';
import type { Worlds } from '../../world/worlds.ts';
import type { ControlRefusal } from './refusals.ts';
import type { SnapshotStore } from '../worlds/snapshots.ts';
import type { Streams } from '../journal/streams.ts';

/** Who sends a request to the control plane. Without tenants, every accepted caller is the operator. */
export type Principal = { role: 'operator' } | { role: 'tenant'; tenant: Tenant; tenants: Tenants } | { role: 'visitor' };

/** The input of an operation. */
export interface ControlCall<Body = unknown, Query = unknown> {
  /** The world in the URL. */
  world: World;
  worlds: Worlds;
  snapshots: SnapshotStore;
  streams: Streams;
  /** Undefined unless the mock is hosted. */
  tenants: Tenants | undefined;
  principal: Principal;
  state: ProcessState;
  /** Returns the addresses of a world, as `gristmill mock --json` prints them. */
  addressesOf: (world_id: string) => Addresses;
  path: Readonly<Record<string, string>>;
  query: Query;
  /** The declared headers, by lower-case name. */
  headers: Readonly<Record<string, string | undefined>>;
  body: Body;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** A response that is sent as it is, not as JSON. */
interface Verbatim {
  verbatim: string;
}

/** A response that stays open: `startStream` writes to it until it ends. */
export interface Streaming {
  startStream: (response: Response) => void;
}

type Outcome = object | ControlRefusal | Verbatim | Streaming;

/** One operation of the control plane. The routes and the OpenAPI document are made from these. */
export interface ControlOperation {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  summary: string;
  description?: string;
  /** Absent if the operation reads no body. Schemas are strict: errors name each unknown field. */
  body?: { schema: z.ZodType; required: boolean };
  query?: z.ZodObject;
  /** The headers that the operation reads, by name, with a description. */
  headers?: Readonly<Record<string, string>>;
  /** For a response that is not JSON, or a file. */
  response?: { media_type: string; file_name?: string };
  /**
   * Who can use the operation. Default: the operator in every world, and tenants in their own worlds. `operator`: the operator only. `mock`:
   * the operator and tenants, for operations that are not about one world; each caller sees only its own data. `public`: everyone, without a
   * token.
   */
  audience?: 'operator' | 'mock' | 'public';
  /** True if it adds records, which the quota of a tenant limits. */
  makes_rows?: true;
  /** True if it changes the marketplace. Its response then has the states before and after, and the events that it caused. */
  changes_market?: true;
  success?: 201;
  /** True if it runs without the lock of the world, because it waits or replaces the contents of the world. It takes the lock itself if needed. */
  is_unlocked?: true;
  act: (call: ControlCall) => Promise<Outcome> | Outcome;
}

type Declared<Body extends z.ZodType, Required extends boolean, Query extends z.ZodObject> = Omit<
  ControlOperation,
  'method' | 'path' | 'act' | 'body' | 'query'
> & {
  body?: { schema: Body; required: Required };
  query?: Query;
  act: (
    call: ControlCall<Required extends true ? z.infer<Body> : z.infer<Body> | undefined, z.infer<Query>>,
  ) => Promise<Outcome> | Outcome;
};

/**
 * Declares an operation. The schemas determine the types of `body` and `query` in `act`.
 * @param path relative to control_url, parameters in braces
 */
export function controlOperation<Body extends z.ZodType, Required extends boolean, Query extends z.ZodObject>(
  method: ControlOperation['method'],
  path: string,
  declared: Declared<Body, Required, Query>,
): ControlOperation {
  // The router validates body and query with these schemas.
  return { ...declared, method, path } as unknown as ControlOperation;
}

export function isVerbatim(outcome: object): outcome is Verbatim {
  return 'verbatim' in outcome;
}

export function isStreaming(outcome: object): outcome is Streaming {
  return 'startStream' in outcome;
}
