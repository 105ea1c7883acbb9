/** A deployment that answers as ours does, now and then mutated: which answer is, and how, is told by a seed, the request, and how often it was sent. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { TestServer } from '#client/testing/server';
import { serve } from '#client/testing/server';
import { request } from 'undici';
import { chance } from './chance.ts';
import type { Answer } from './mutations.ts';
import { pickMutation } from './mutations.ts';

export interface HostileServer extends TestServer {
  /** From now on so many of the answers are mutated; none unless told. */
  attack: (seed: string, rate: number) => void;
  /** From now on this is done to every answer; nothing, unless told. */
  change: (change: ((answer: Answer) => Answer) | undefined) => void;
  readonly mutated: number;
  /** What was done since the last attack began, for messages. */
  readonly deeds: readonly string[];
}

interface State {
  seed: string;
  rate: number;
  mutated: number;
  counts: Map<string, number>;
  deeds: string[];
  change: ((answer: Answer) => Answer) | undefined;
}

const COSTLY_OF_HUNDRED = 3;
const LATE_MS = 1_500;

/** @param origin what answers in truth @param paths whose answers are mutated */
export async function openHostile(origin: string, paths = /\/v1\//): Promise<HostileServer> {
  const state: State = { seed: '', rate: 0, mutated: 0, counts: new Map(), deeds: [], change: undefined };
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { url = '/', method = 'GET' } = incoming;
    const { host: _host, connection: _connection, 'transfer-encoding': _encoding, ...headers } = incoming.headers;
    const body = method === 'GET' ? null : await buffer(incoming);
    // Any token is a method.
    const real = await request(`${origin}${url}`, { method: method as 'GET', headers, body });
    const correct: Answer = {
      status: real.statusCode,
      headers: flatten(real.headers),
      body: Buffer.from(await real.body.arrayBuffer()),
    };
    const about = `${method} ${url.replaceAll(/_[0-9a-f]{6,}|\d+/g, '_')}`;
    const n = (state.counts.get(about) ?? 0) + 1;
    state.counts.set(about, n);
    const seed = [state.seed, about, n] as const;
    if (paths.test(url) && state.change !== undefined) {
      await send(state.change(correct), outgoing);
      return;
    }
    if (!paths.test(url) || chance(...seed) >= state.rate) {
      // A world of the mock has an address of its own: at this server, not beside it.
      const text = correct.body.toString().replaceAll(origin, server.base_url.slice(0, -'/v1'.length));
      await send(url.includes('/_gristmill/') ? { ...correct, body: Buffer.from(text) } : correct, outgoing);
      return;
    }
    const mutation = pickMutation(COSTLY_OF_HUNDRED, ...seed);
    state.mutated += 1;
    state.deeds.push(`${about} #${n}: ${mutation.name}`);
    await send(mutation.mutate(correct, ...seed), outgoing);
  };
  const server = await serve((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  return {
    ...server,
    attack: (seed, rate) => {
      Object.assign(state, { seed, rate, counts: new Map(), deeds: [] });
    },
    change: (change) => {
      state.change = change;
    },
    get mutated() {
      return state.mutated;
    },
    get deeds() {
      return state.deeds;
    },
  };
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const dropped = ['content-length', 'transfer-encoding', 'connection', 'keep-alive'];
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || dropped.includes(name) ? [] : [[name, String(value)]],
    ),
  );
}

async function send({ status, headers, body, manner }: Answer, outgoing: ServerResponse): Promise<void> {
  if (manner === 'reset') outgoing.socket?.resetAndDestroy();
  else if (manner === 'headless') outgoing.socket?.end('SSH-2.0-OpenSSH_9.2\r\n');
  else {
    if (manner === 'late') await pause(outgoing, LATE_MS);
    outgoing.writeHead(status, headers);
    if (manner === 'hanging') outgoing.write(body.subarray(0, 5));
    else if (manner === 'dripping') for (const byte of body.subarray(0, 20)) outgoing.write(Buffer.from([byte]));
    else outgoing.end(body);
  }
}

/** Until so much time has gone by, or nobody waits any more. */
async function pause(outgoing: ServerResponse, ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = AbortSignal.timeout(ms);
    timer.addEventListener('abort', () => {
      resolve();
    });
    outgoing.once('close', resolve);
  });
}
