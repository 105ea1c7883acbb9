/** The proxy between Pact and the target: creates states, adds tokens to requests, and returns deliveries as messages. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ActorName } from '#client';
import { isObject, readBytes } from '#client';
import { findCaller } from './caller.ts';
import { forward } from './forward.ts';
import { metadataOf } from './metadata.ts';
import type { OpenPlace, Place } from './target.ts';
import type { Problem } from './scene.ts';
import { Scene } from './scene.ts';
import type { State } from './state.ts';
import type { StateHook } from './state-hook.ts';

/** Nothing of the API is called so. */
export const STATE_PATH = '/_gristmill_contracts/states';
export const MESSAGE_PATH = '/_gristmill_contracts/messages';

/** The status for an interaction that cannot be played. No pact expects it. */
const NOT_PLAYED = 599;

export interface DeskOptions {
  open: OpenPlace;
  states: readonly State[];
  hook: StateHook | undefined;
  /** The default actor. */
  actor: ActorName | undefined;
}

/**
 * Plays one interaction after the other, as Pact asks for them: the states, one request or message, and the end of the states. What was played is
 * in `scenes`, in that order.
 */
export class Desk {
  readonly scenes: Scene[] = [];
  readonly #options: DeskOptions;
  readonly #server: Server;
  #scene: Promise<Scene> | undefined;

  private constructor(options: DeskOptions, server: Server) {
    this.#options = options;
    this.#server = server;
  }

  static async open(options: DeskOptions): Promise<Desk> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    const desk = new Desk(options, server);
    server.on('request', (request, response) => {
      desk.#serve(request, response).catch((error: unknown) => {
        send(response, NOT_PLAYED, { error: error instanceof Error ? error.message : String(error) });
      });
    });
    return desk;
  }

  get port(): number {
    // A listening TCP server has an address with a port.
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    await this.#endScene();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => {
        resolve();
      });
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBytes(request);
    if (request.url === STATE_PATH) return this.#serveState(parse(body), response);
    if (request.url === MESSAGE_PATH) return this.#serveMessage(parse(body), response);
    return this.#serveRequest(request, body, response);
  }

  /** Every interaction is put into brackets of these, also one that begins with nothing: then the name is empty. */
  async #serveState(asked: Readonly<Record<string, unknown>>, response: ServerResponse): Promise<void> {
    if (asked['action'] === 'teardown') {
      await this.#endScene();
      send(response, 200, {});
      return;
    }
    const scene = await this.#openScene();
    const { state, params } = asked;
    send(response, 200, await scene.setUp(typeof state === 'string' ? state : '', isObject(params) ? params : {}));
  }

  async #serveMessage({ description }: Readonly<Record<string, unknown>>, response: ServerResponse): Promise<void> {
    const scene = await this.#openScene();
    const arrival = await scene.deliver(String(description));
    if (arrival === undefined) {
      send(response, NOT_PLAYED, { error: scene.problem?.message ?? 'nothing was delivered' });
      return;
    }
    const metadata = Buffer.from(JSON.stringify(metadataOf(arrival))).toString('base64');
    response.writeHead(200, { 'content-type': 'application/json', 'pact-message-metadata': metadata }).end(arrival.raw);
  }

  async #serveRequest(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const scene = await this.#openScene();
    const { method = 'GET', url = '/', headers } = request;
    const caller = findCaller(headers.authorization, scene.actor, this.#options.actor);
    const token = caller.kind === 'actor' ? await scene.findToken(caller.name) : undefined;
    if (caller.kind === 'unknown')
      scene.problem ??= { blame: 'pact', message: `the pact calls as $TOKEN_${caller.name}, and there is no such actor` };
    if (scene.problem !== undefined || scene.place === undefined) {
      send(response, NOT_PLAYED, { error: scene.problem?.message });
      return;
    }
    const answer = await forward(scene.place.base_url, { method, url, headers, body, token });
    const actor = caller.kind === 'actor' ? caller.name : headers.authorization === undefined ? 'nobody' : 'its own token';
    scene.sent = { method, path: url, actor, status: answer.status };
    if (answer.fault !== undefined) scene.problem = { blame: 'set_up', message: answer.fault };
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  async #openScene(): Promise<Scene> {
    this.#scene ??= this.#begin();
    return this.#scene;
  }

  async #begin(): Promise<Scene> {
    const { open, states, hook } = this.#options;
    let place: Place | undefined;
    let problem: Problem | undefined;
    try {
      place = await open();
    } catch (error) {
      problem = { blame: 'set_up', message: error instanceof Error ? error.message : String(error) };
    }
    const scene = new Scene(place, states, hook);
    scene.problem = problem;
    this.scenes.push(scene);
    return scene;
  }

  async #endScene(): Promise<void> {
    const scene = this.#scene;
    this.#scene = undefined;
    await (await scene)?.end();
  }
}

function parse(body: Buffer): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(body.toString('utf8'));
  return isObject(value) ? value : {};
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
