import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { elapsedMs, findFreePort, isListening, wait, type JsonObject } from '#client';
import type { Mock } from '#mock';
import { createMock } from '#mock';
import type { CertifyConfig, Variable } from '../config.ts';
import type { Ending, Stopped } from './client-process.ts';
import { ClientProcess, ProcessFailure, describeEnding } from './client-process.ts';
import type { Credentials } from './credentials.ts';
import { signIn } from './credentials.ts';
import type { Hook } from './hooks.ts';
import { CORRECT_START, ClientFailure, quote } from './client-failure.ts';
import { HookError, callHook } from './hooks.ts';
import { Proxy } from './proxy.ts';
import { Relay } from './relay.ts';

const LOTS = 120;
/** A running client rests when it has sent nothing for this long. */
const REST_MS = 700;
/** How long a client can take until its port accepts connections. */
const READY_MS = 15_000;
const CHECK_MS = 15;

const BUYER_EVENTS = ['bid.accepted', 'bid.rejected', 'bid.countered', 'trade.created', 'trade.settled'] as const;

/** More requests than a stage allows. */
interface Flood {
  happened: boolean;
  begun: Promise<void>;
}

/** Everything around one client: a mock with its own world, the proxy, the relay, credentials, and the client's process. */
export class Testbed {
  readonly mock: Mock;
  readonly proxy: Proxy;
  readonly relay: Relay;
  readonly config: CertifyConfig;
  readonly credentials: Credentials;
  readonly port: number;
  readonly state_dir: string;
  process: ClientProcess | undefined;
  /** All secrets that the client received. */
  readonly secrets: string[] = [];
  readonly #flood: Flood;
  /** Everything that `close` ends, except the process. */
  readonly #opened: AsyncDisposableStack;

  private constructor(
    parts: Pick<Testbed, 'mock' | 'proxy' | 'relay' | 'config' | 'credentials' | 'port' | 'state_dir'>,
    flood: Flood,
    opened: AsyncDisposableStack,
  ) {
    ({
      mock: this.mock,
      proxy: this.proxy,
      relay: this.relay,
      config: this.config,
      credentials: this.credentials,
      port: this.port,
      state_dir: this.state_dir,
    } = parts);
    this.#flood = flood;
    this.#opened = opened;
  }

  /** Starts everything but the process. */
  static async open(config: CertifyConfig, seed: string): Promise<Testbed> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const flood: Flood = { happened: false, begun: promise };
    // Closed in the reverse order, even if the rest fails.
    await using opened = new AsyncDisposableStack();
    const state_dir = opened.adopt(await mkdtemp(join(tmpdir(), 'gristmill-certify-')), async (path) =>
      rm(path, { recursive: true, force: true }),
    );
    const relay = opened.adopt(await Relay.open(), async (one) => one.close());
    const mock = opened.adopt(await createMock({ seed, lots: LOTS, onError: () => undefined }), async (one) => one.close());
    const onFlood = (): void => {
      flood.happened = true;
      resolve();
    };
    const proxy = opened.adopt(await Proxy.open(mock.auth_url, onFlood), async (one) => one.close());
    const port = await findFreePort();
    const credentials = await signIn(proxy.origin);
    const { data } = await mock.as('buyer').POST('/webhooks', { body: { url: relay.url, events: [...BUYER_EVENTS] } });
    relay.secret = data?.data.secret ?? '';
    relay.receiver_url = config.receiver_url?.replaceAll('{port}', String(port));
    const testbed = new Testbed({ mock, proxy, relay, config, credentials, port, state_dir }, flood, opened.move());
    testbed.secrets.push(credentials.client_secret, credentials.access_token, credentials.refresh_token, relay.secret);
    return testbed;
  }

  get env(): NodeJS.ProcessEnv {
    const { origin } = this.proxy;
    const values: Readonly<Record<Variable, string>> = {
      MARKETPLACE_BASE_URL: `${origin}/v1`,
      MARKETPLACE_AUTH_URL: origin,
      MARKETPLACE_CLIENT_ID: this.credentials.client_id,
      MARKETPLACE_CLIENT_SECRET: this.credentials.client_secret,
      MARKETPLACE_ACCESS_TOKEN: this.credentials.access_token,
      MARKETPLACE_REFRESH_TOKEN: this.credentials.refresh_token,
      MARKETPLACE_WEBHOOK_SECRET: this.relay.secret,
      MARKETPLACE_PORT: String(this.port),
      MARKETPLACE_STATE_DIR: this.state_dir,
    };
    // The keys are those of the table above.
    const named = (Object.keys(values) as Variable[]).map((name) => [this.config.env[name] ?? name, values[name]] as const);
    return { ...process.env, ...Object.fromEntries(named) };
  }

  get was_flooded(): boolean {
    return this.#flood.happened;
  }

  /** Starts the process unless it is running, and waits until its port accepts connections. @throws ClientFailure, ProcessFailure */
  async ensureRunning(): Promise<ClientProcess | undefined> {
    const { command } = this.config;
    if (command === undefined || this.process?.is_running === true) return this.process;
    const started = new ClientProcess(command, this.env);
    this.process = started;
    const url = this.#awaitedUrl();
    if (url === undefined) return started;
    const until_ms = elapsedMs() + READY_MS;
    while (started.is_running && elapsedMs() < until_ms && !(await accepts(url))) await wait(CHECK_MS);
    requireStarted(started);
    if (started.ending !== undefined)
      throw new ClientFailure(`the client ${describeEnding(started.ending, 'before it was ready')}${quote(started.output)}`, {
        advice: CORRECT_START,
        output: started.output,
      });
    if (!(await accepts(url)))
      throw new ClientFailure(
        `the client does not listen on port ${url.port} ${READY_MS / 1_000} s after its start; listen on MARKETPLACE_PORT, or correct the URLs in certify.yaml`,
      );
    return started;
  }

  /**
   * Waits until the process ends, or rests.
   * @param hasSeenEnough whether to stop waiting, although the client is busy
   * @returns how it ended; undefined if it is running
   * @throws ClientFailure, ProcessFailure
   */
  async awaitRest(timeout_ms: number, hasSeenEnough = (): boolean => false): Promise<Ending | undefined> {
    const client = await this.ensureRunning();
    if (client === undefined) return undefined;
    const began_ms = elapsedMs();
    while (elapsedMs() - began_ms < timeout_ms && !hasSeenEnough()) {
      this.#requireWithinLimits(client);
      requireStarted(client);
      if (!client.is_running) return client.ending;
      if (this.#awaitedUrl() !== undefined && Math.min(this.proxy.quiet_ms, elapsedMs() - began_ms) > REST_MS) return undefined;
      // A client without a port has called at least once before it can rest.
      if (this.proxy.exchanges.length > 0 && Math.min(this.proxy.quiet_ms, elapsedMs() - client.began_ms) > 2 * REST_MS)
        return undefined;
      await Promise.race([client.ended, wait(CHECK_MS)]);
    }
    return client.ending;
  }

  /** Calls a hook of the client, and starts the client first if it is not running. @throws HookError, ClientFailure, ProcessFailure */
  async call(name: 'do' | 'show', question: object, timeout_ms: number): Promise<JsonObject> {
    const hook = this.config[name];
    if (hook === undefined) throw new Error(`there is no hook ${name}`);
    const client = await this.ensureRunning();
    try {
      const response = callHook(name, this.#withPort(hook), question, { env: this.env, timeout_ms });
      return await Promise.race([response, this.#flood.begun.then(refuseFlood)]);
    } catch (error) {
      if (client !== undefined) {
        // The end of a process is noticed a moment later than the end of its connections.
        await Promise.race([client.ended, wait(100)]);
        this.#requireWithinLimits(client);
        if (client.ending !== undefined && error instanceof HookError)
          throw new ClientFailure(
            `the client ${describeEnding(client.ending, `during ${JSON.stringify(question)}`)}${quote(client.output)}`,
            { output: client.output },
          );
      }
      throw error;
    }
  }

  /** Stops the process; the world stays. @throws ProcessFailure */
  async stopClient(): Promise<Stopped> {
    const client = this.process;
    this.process = undefined;
    return (await client?.stop()) ?? { was_killed: false, had_children: false };
  }

  /** @throws ProcessFailure if the process cannot be stopped; everything else is closed */
  async close(): Promise<void> {
    try {
      await this.stopClient();
    } finally {
      await this.#opened.disposeAsync();
    }
  }

  #withPort(hook: Hook): Hook {
    return 'url' in hook ? { url: hook.url.replaceAll('{port}', String(this.port)) } : hook;
  }

  /** The address that the client listens at; undefined if it needs none. */
  #awaitedUrl(): URL | undefined {
    const { receiver_url, do: act, show } = this.config;
    const urls = [receiver_url, act, show].map((each) =>
      typeof each === 'object' ? ('url' in each ? each.url : undefined) : each,
    );
    const url = URL.parse(urls.find((each) => each !== undefined)?.replaceAll('{port}', String(this.port)) ?? '');
    return url === null || url.port === '' ? undefined : url;
  }

  #requireWithinLimits(client: ClientProcess): void {
    if (client.exceeded_output_limit) throw new ClientFailure('the client printed more than 64 MiB and was stopped; print less');
    if (this.#flood.happened) refuseFlood();
  }
}

function requireStarted({ ending, output }: ClientProcess): void {
  if (ending?.error === undefined) return;
  throw new ProcessFailure(`the client ${describeEnding(ending)}${quote(output)}; correct the command that starts it`);
}

function refuseFlood(): never {
  throw new ClientFailure('the client sent more than 1,000 requests in one stage and was stopped; wait longer between requests');
}

async function accepts({ port, hostname }: URL): Promise<boolean> {
  return isListening(Number(port), hostname.replaceAll(/[[\]]/g, ''));
}
