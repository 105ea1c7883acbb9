/** A request that has ended. No query, no headers, and no bodies, which can have secrets. */
export interface AccessEntry {
  request_id: string;
  method: string;
  path: string;
  /** Zero if the client went away before the response. */
  status: number;
  duration_ms: number;
  /** Null if the request names no world that exists. */
  world_id: string | null;
  tenant_id: string | null;
}
