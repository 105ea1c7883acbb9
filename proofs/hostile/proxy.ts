/** A proxy for the mock that mutates some responses. Which ones and how depends on a seed, the request, and how often it was sent. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { wait } from '#client';
import { serve, type TestServer } from '#client/testing/server';
import { request } from 'undici';
import { chance } from './chance.ts';
import { pickMutation, type TargetResponse } from './mutations.ts';

export interface HostileServer extends TestServer {
  /** Sets the share of mutated responses. The default is none. */
  attack: (seed: string, rate: number) => void;
  /** Sets a change that is applied to every response. The default is none. */
  change: (change: ((response: TargetResponse) => TargetResponse) | undefined) => void;
  readonly mutated: number;
  /** The mutations since the last run began, for messages. */
  readonly mutations: readonly string[];
}

const COSTLY_OF_HUNDRED = 3;
const LATE_MS = 1_500;

/** @param origin the real target @param paths the paths whose responses are mutated */
export async function openHostile(origin: string, paths = /\/v1\//): Promise<HostileServer> {
  let attacked = { seed: '', rate: 0 };
  let mutated = 0;
  let mutations: string[] = [];
  /** How often each request was sent. */
  let counts = new Map<string, number>();
  let changeResponse: ((response: TargetResponse) => TargetResponse) | undefined;
  const response = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { url = '/', method = 'GET' } = incoming;
    const { host: _host, connection: _connection, 'transfer-encoding': _encoding, ...headers } = incoming.headers;
    const body = method === 'GET' ? null : await buffer(incoming);
    // HTTP allows any token as a method.
    const real = await request(`${origin}${url}`, { method: method as 'GET', headers, body });
    const correct: TargetResponse = {
      status: real.statusCode,
      headers: flatten(real.headers),
      body: Buffer.from(await real.body.arrayBuffer()),
    };
    const about = `${method} ${url.replaceAll(/_[0-9a-f]{6,}|\d+/g, '_')}`;
    const n = (counts.get(about) ?? 0) + 1;
    counts.set(about, n);
    const seed = [attacked.seed, about, n] as const;
    if (paths.test(url) && changeResponse !== undefined) {
      await send(changeResponse(correct), outgoing);
      return;
    }
    if (!paths.test(url) || chance(...seed) >= attacked.rate) {
      // Rewrites the URLs of worlds to this proxy.
      const text = correct.body.toString().replaceAll(origin, server.base_url.slice(0, -'/v1'.length));
      await send(url.includes('/_gristmill/') ? { ...correct, body: Buffer.from(text) } : correct, outgoing);
      return;
    }
    const mutation = pickMutation(COSTLY_OF_HUNDRED, ...seed);
    mutated += 1;
    mutations.push(`${about} #${n}: ${mutation.name}`);
    await send(mutation.mutate(correct, ...seed), outgoing);
  };
  const server = await serve((incoming, outgoing) => {
    response(incoming, outgoing).catch(() => outgoing.destroy());
  });
  return {
    ...server,
    attack: (seed, rate) => {
      attacked = { seed, rate };
      counts = new Map();
      mutations = [];
    },
    change: (change) => {
      changeResponse = change;
    },
    get mutated() {
      return mutated;
    },
    get mutations() {
      return mutations;
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

async function send({ status, headers, body, manner }: TargetResponse, outgoing: ServerResponse): Promise<void> {
  if (manner === 'reset') outgoing.socket?.resetAndDestroy();
  else if (manner === 'headless') outgoing.socket?.end('SSH-2.0-OpenSSH_9.2\r\n');
  else {
    if (manner === 'late') await wait(LATE_MS);
    outgoing.writeHead(status, headers);
    if (manner === 'hanging') outgoing.write(body.subarray(0, 5));
    else if (manner === 'dripping') for (const byte of body.subarray(0, 20)) outgoing.write(Buffer.from([byte]));
    else outgoing.end(body);
  }
}
