/** The control plane from the process that the mock runs in: what a test needs besides the API. */

/** What every movement of the marketplace answers. */
export interface Movement {
  previous_state: unknown;
  new_state: unknown;
  events_emitted: { id: string; type: string }[];
  deliveries_queued: number;
}

/** What fell due while the clock was moved. */
export interface Journey extends Movement {
  now: string;
  /** The first thousand, in order of time. */
  fired: { at: string; kind: string; id: string }[];
  fired_total: number;
  /** How many attempts of deliveries were made, each of them awaited. */
  deliveries: number;
}

/** The clock of the default world. */
export interface MockClock {
  now: () => Promise<string>;
  freeze: () => Promise<Movement>;
  /** Lets it run by itself, from where it stands. */
  resume: () => Promise<Movement>;
  /** Everything on the way falls due in order; deliveries are made and awaited. */
  advance: (seconds: number) => Promise<Journey>;
  /** @param now an ISO instant */
  set: (now: string) => Promise<Journey>;
  /** Ahead until no delivery is queued, the last retry included. */
  run: () => Promise<Journey>;
}

export interface Driver {
  clock: MockClock;
  /** The second invoice of a trade settles it (TRD-6). */
  payInvoice: (trade_id: string, invoice: 'buyer' | 'seller') => Promise<Movement & { trade_id: string }>;
  /** Makes the default world again what it was when it was new. */
  reset: () => Promise<Movement>;
  /**
   * Anything of the control plane (docs/control-plane.md), in the default world.
   * @param path relative to `control_url`, with its query
   * @param body is sent as JSON where it is given
   * @returns the answer; what it holds is for the caller to say, and of `GET /metrics` it is a string
   * @throws ControlError where it is refused; Error of `GET /stream`, which has no end
   */
  control: <Answer = unknown>(method: string, path: string, body?: unknown) => Promise<Answer>;
}

/** The control plane has refused something. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: number;
  readonly code: string;
  readonly errors: readonly { field: string; message: string }[];

  constructor(request: string, { status, code, message, errors = [] }: RefusedBody['error']) {
    const fields = errors.map((error) => `; ${error.field} ${error.message}`).join('');
    super(`${request}: ${status} ${code}: ${message}${fields}`);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

interface RefusedBody {
  error: { status: number; code: string; message: string; errors?: { field: string; message: string }[] };
}

/** @param control_url by the address that the mock listens at, whatever stands before it */
export function createDriver(control_url: string, admin_token: string | undefined): Driver {
  const control = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${control_url}${path}`, {
      method,
      headers: {
        ...(admin_token === undefined ? {} : { Authorization: `Bearer ${admin_token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // The control plane answers JSON, an Error object where it refuses.
    if (!response.ok) throw new ControlError(`${method} ${path}`, ((await response.json()) as RefusedBody).error);
    const type = response.headers.get('Content-Type') ?? '';
    if (type.startsWith('text/event-stream')) {
      await response.body?.cancel();
      throw new Error(`${method} ${path} never ends; read it from ${control_url}${path} instead`);
    }
    // As the caller says: JSON, but for the figures, which are a text.
    return (await (type.startsWith('text/plain') ? response.text() : response.json())) as Answer;
  };
  return {
    control,
    clock: {
      now: async () => (await control<{ now: string }>('GET', '/clock')).now,
      freeze: () => control('POST', '/clock/freeze'),
      resume: () => control('POST', '/clock/resume'),
      advance: (seconds) => control('POST', '/clock/advance', { seconds }),
      set: (now) => control('POST', '/clock/set', { now }),
      run: () => control('POST', '/clock/run'),
    },
    payInvoice: (trade_id, invoice) => control('POST', `/trades/${encodeURIComponent(trade_id)}/invoices/${invoice}/pay`),
    reset: () => control('POST', '/reset'),
  };
}
