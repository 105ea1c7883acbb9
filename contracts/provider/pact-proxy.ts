/** The proxy between Pact and the target: creates states, adds tokens to requests, and returns deliveries as messages. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describeThrown, isObject, openLocalServer, readBytes, type ActorName, type Arrival, type LocalServer } from '#client';
import { findCaller } from './caller.ts';
import { forward } from './forward.ts';
import type { OpenEnvironment, Environment } from './environment.ts';
import { Interaction, type Problem } from './interaction.ts';
import type { State } from './state.ts';
import type { StateHook } from './state-hook.ts';

/** Paths that the API does not use. */
export const STATE_PATH = '/_gristmill_contracts/states';
export const MESSAGE_PATH = '/_gristmill_contracts/messages';

/** The status for an interaction that cannot run. No pact expects it. */
const NOT_RUN = 599;

interface PactProxyOptions {
  open: OpenEnvironment;
  states: readonly State[];
  hook: StateHook | undefined;
  /** The default actor. */
  actor: ActorName | undefined;
}

/**
 * Runs the interactions in the order in which Pact requests them: the states, one request or message, and the end of the states.
 * `interactions` has them in that order.
 */
export class PactProxy {
  readonly interactions: Interaction[] = [];
  readonly #options: PactProxyOptions;
  readonly #server: LocalServer;
  #interaction: Promise<Interaction> | undefined;

  private constructor(options: PactProxyOptions, server: LocalServer) {
    this.#options = options;
    this.#server = server;
  }

  static async open(options: PactProxyOptions): Promise<PactProxy> {
    const local = await openLocalServer();
    const proxy = new PactProxy(options, local);
    local.server.on('request', (request, response) => {
      proxy.#serve(request, response).catch((error: unknown) => {
        send(response, NOT_RUN, { error: describeThrown(error) });
      });
    });
    return proxy;
  }

  get port(): number {
    return this.#server.port;
  }

  async close(): Promise<void> {
    await this.#endInteraction();
    await this.#server.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBytes(request);
    if (request.url === STATE_PATH) return this.#serveState(parse(body), response);
    if (request.url === MESSAGE_PATH) return this.#serveMessage(parse(body), response);
    return this.#serveRequest(request, body, response);
  }

  /** Pact calls this before and after every interaction. Without a state, the name is empty. */
  async #serveState(asked: Readonly<Record<string, unknown>>, response: ServerResponse): Promise<void> {
    if (asked['action'] === 'teardown') {
      await this.#endInteraction();
      send(response, 200, {});
      return;
    }
    const interaction = await this.#openInteraction();
    const { state, params } = asked;
    send(response, 200, await interaction.setUp(typeof state === 'string' ? state : '', isObject(params) ? params : {}));
  }

  async #serveMessage({ description }: Readonly<Record<string, unknown>>, response: ServerResponse): Promise<void> {
    const interaction = await this.#openInteraction();
    const arrival = await interaction.deliver(String(description));
    if (arrival === undefined) {
      send(response, NOT_RUN, { error: interaction.problem?.message ?? 'nothing was delivered' });
      return;
    }
    const metadata = Buffer.from(JSON.stringify(metadataOf(arrival))).toString('base64');
    response.writeHead(200, { 'content-type': 'application/json', 'pact-message-metadata': metadata }).end(arrival.raw);
  }

  async #serveRequest(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const interaction = await this.#openInteraction();
    const { method = 'GET', url = '/', headers } = request;
    const caller = findCaller(headers.authorization, interaction.actor, this.#options.actor);
    const token = caller.kind === 'actor' ? await interaction.findToken(caller.name) : undefined;
    if (caller.kind === 'unknown')
      interaction.problem ??= { blame: 'pact', message: `the pact uses $TOKEN_${caller.name}, but there is no such actor` };
    if (interaction.problem !== undefined || interaction.environment === undefined) {
      send(response, NOT_RUN, { error: interaction.problem?.message });
      return;
    }
    const reply = await forward(interaction.environment.base_url, { method, url, headers, body, token });
    const actor = caller.kind === 'actor' ? caller.name : headers.authorization === undefined ? 'nobody' : 'its own token';
    interaction.sent = { method, path: url, actor, status: reply.status };
    if (reply.fault !== undefined) interaction.problem = { blame: 'set_up', message: reply.fault };
    response.writeHead(reply.status, reply.headers).end(reply.body);
  }

  async #openInteraction(): Promise<Interaction> {
    this.#interaction ??= this.#begin();
    return this.#interaction;
  }

  async #begin(): Promise<Interaction> {
    const { open, states, hook } = this.#options;
    let environment: Environment | undefined;
    let problem: Problem | undefined;
    try {
      environment = await open();
    } catch (error) {
      problem = { blame: 'set_up', message: describeThrown(error) };
    }
    const interaction = new Interaction(environment, states, hook);
    interaction.problem = problem;
    this.interactions.push(interaction);
    return interaction;
  }

  async #endInteraction(): Promise<void> {
    const interaction = this.#interaction;
    this.#interaction = undefined;
    await (await interaction)?.end();
  }
}

/** Documented headers in their exact spelling, because Pact's metadata is case-sensitive. */
const DOCUMENTED_HEADERS = ['SVC-Event', 'SVC-Signature'] as const;

/**
 * The headers of a delivery as message metadata: in lower case, and the documented ones also in their documented spelling. Also has contentType, which is
 * empty if the delivery has no Content-Type.
 */
function metadataOf({ headers }: Pick<Arrival, 'headers'>): Readonly<Record<string, string>> {
  const spelled = DOCUMENTED_HEADERS.flatMap((name): [string, string][] => {
    const value = headers[name.toLowerCase()];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...headers, contentType: headers['content-type'] ?? '', ...Object.fromEntries(spelled) };
}

function parse(body: Buffer): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(body.toString('utf8'));
  return isObject(value) ? value : {};
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
