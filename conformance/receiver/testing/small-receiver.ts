/** A correct receiver for tests, which can replace one of its parts. */
import { isEventType } from '#spec/events';
import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { nowMs, type Selection } from '#client';
import { serve } from '#client/testing/server';
import type { CheckResult } from '../../check/verdicts.ts';
import { attackReceiver } from '../attack.ts';
import { DrillContext } from '../drill-context.ts';
import { ReceiverRun } from '../run.ts';
import type { Effects, ReceiverSettings } from '../settings.ts';

/** Has letters of both cases and digits, so that every way of decoding it yields bytes. */
export const TEST_SECRET = 'whsec_0aB1cD2eF3A4b5C6';

/** A delivery as it arrived. */
export interface Arrival {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Names, as they were written, and values, alternating. */
  readonly raw_headers: readonly string[];
  readonly raw: Buffer;
}

export interface Stamp {
  readonly t: string;
  readonly v1: readonly string[];
}

/** The parts of a receiver that a test can replace. */
export interface Habits {
  key?: (secret: string) => string | Buffer;
  header?: (arrival: Arrival) => string | undefined;
  read?: (header: string, arrival: Arrival) => Stamp | undefined;
  isInTime?: (t: string) => boolean;
  signed?: (t: string, arrival: Arrival) => string | Buffer;
  mac?: (key: string | Buffer, bytes: Buffer) => string;
  isSame?: (given: string, expected: string) => boolean;
  /** Responds in place of the receiver, which responds itself if this returns `false`. */
  respond?: (arrival: Arrival, response: ServerResponse) => unknown;
  /** The status for a valid delivery. */
  status?: number;
}

export interface SmallReceiver extends AsyncDisposable {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** The status of each, in the same order. */
  readonly statuses: readonly number[];
  readonly countEffects: () => Promise<Effects>;
}

/** Starts a receiver on a free loopback port. Its effect counter is at `/effects`. */
export async function openReceiver(habits: Habits = {}): Promise<SmallReceiver> {
  const arrivals: Arrival[] = [];
  const statuses: number[] = [];
  const done = new Map<string, number>();
  const count = (): Effects => ({ effects: done.size, by_id: Object.fromEntries(done) });

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === '/effects') {
      response.end(JSON.stringify(count()));
      return;
    }
    // A request that was cut off has no body.
    const raw = await buffer(request).catch(() => undefined);
    if (raw === undefined) return;
    const { headers, rawHeaders: raw_headers, url = '' } = request;
    const arrival = { url, headers, raw_headers, raw };
    arrivals.push(arrival);
    if (habits.respond !== undefined && habits.respond(arrival, response) !== false) return;
    const is_good = isGenuine(arrival, habits);
    const status = is_good ? (habits.status ?? 200) : 400;
    statuses.push(status);
    const { id, type } = is_good ? readEnvelope(arrival) : { id: '', type: '' };
    // SIG-6
    if (isEventType(type)) done.set(id, 1);
    response.writeHead(status).end();
  };
  const server = await serve((request, response) => void take(request, response));
  return {
    url: `${server.base_url}/hooks`,
    arrivals,
    statuses,
    countEffects: async () => Promise.resolve(count()),
    [Symbol.asyncDispose]: async () => server[Symbol.asyncDispose](),
  };
}

const TOLERANCE_SECONDS = 300;

/** SIG-1 to SIG-4, with other code than the code that signs. */
function isGenuine(arrival: Arrival, habits: Habits): boolean {
  const {
    header = ({ headers }) => headers['svc-signature']?.toString(),
    read = readByKey,
    key = (secret) => secret,
    isInTime = (t) => /^\d+$/.test(t) && Math.abs(nowMs() / 1_000 - Number(t)) <= TOLERANCE_SECONDS + 1,
    signed = (t, { raw }) => Buffer.concat([Buffer.from(`${t}.`), raw]),
    mac = (of, bytes) => createHmac('sha256', of).update(bytes).digest('hex'),
    isSame = (given, expected) => given === expected,
  } = habits;
  const stamp = read(header(arrival) ?? '', arrival);
  if (stamp === undefined || !isInTime(stamp.t)) return false;
  const expected = mac(key(TEST_SECRET), Buffer.from(signed(stamp.t, arrival)));
  return stamp.v1.some((given) => isSame(given, expected));
}

/** SIG-10 */
function readByKey(header: string): Stamp | undefined {
  const segments = header.split(',').map((segment) => segment.trim().split('='));
  const t = segments.filter(([name]) => name === 't').map(([, value = '']) => value);
  const v1 = segments.filter(([name]) => name === 'v1').map(([, value = '']) => value);
  return t.length === 1 && t[0] !== undefined ? { t: t[0], v1 } : undefined;
}

function readEnvelope({ raw }: Arrival): { id: string; type: string } {
  return JSON.parse(raw.toString()) as { id: string; type: string }; // signed: an envelope (EVT-1)
}

/** Carries out the selected drills. @returns the results of those drills */
export async function runDrills(
  url: string,
  only: readonly string[],
  settings: Partial<ReceiverSettings> = {},
): Promise<readonly CheckResult[]> {
  const { checks } = await attackReceiver(makeReceiverSettings(url, { ...settings, selection: selecting(only) }));
  return checks.filter(({ verdict }) => verdict !== 'not_selected');
}

/** The context of a drill that sends what a test wants. */
export function openDrill(url: string): DrillContext {
  return new DrillContext(new ReceiverRun(makeReceiverSettings(url)), 'SIG-1/genuine', new AbortController().signal);
}

export function selecting(only: readonly string[]): Selection {
  return { only, skip: [], clauses: [], shard: undefined };
}

/** Settings for tests: this secret, no counter, short waits. */
export function makeReceiverSettings(url: string, overrides: Partial<ReceiverSettings> = {}): ReceiverSettings {
  return {
    url,
    secret: TEST_SECRET,
    countEffects: undefined,
    failNext: undefined,
    type: 'bid.accepted',
    livemode: true,
    later_seconds: 0.1,
    selection: selecting([]),
    is_strict: false,
    require: [],
    timeout_ms: 2_000,
    time_limit_ms: 600_000,
    max_in_flight: 16,
    rerun_flags: [],
    notices: [],
    ...overrides,
  };
}
