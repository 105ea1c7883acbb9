/** A connection that carries deliveries one after the other, as long as the receiver keeps it open. */
import { Agent as HttpAgent, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/** A client ends a connection early if the receiver announces a time that is shorter than this. */
const SHORT_SECONDS = 2;

/** How a delivery used its connection. */
export interface Use {
  /** The connection had carried another delivery before. */
  readonly is_reused: boolean;
  /** The receiver announced that the connection stays open. */
  readonly stays_open: boolean;
}

export class Connection implements Disposable {
  readonly agent: HttpAgent;

  constructor(url: string) {
    const Agent = new URL(url).protocol === 'https:' ? HttpsAgent : HttpAgent;
    this.agent = new Agent({ keepAlive: true, maxSockets: 1 });
  }

  /** Whether it can carry another delivery. */
  get is_open(): boolean {
    return Object.values(this.agent.freeSockets).some((sockets) => (sockets?.length ?? 0) > 0);
  }

  [Symbol.dispose](): void {
    this.agent.destroy();
  }
}

export function useOf({ reusedSocket, shouldKeepAlive }: ClientRequest, { headers }: IncomingMessage): Use {
  const [, seconds = '5'] = /timeout=(\d+)/.exec(String(headers['keep-alive'])) ?? [];
  return { is_reused: reusedSocket, stays_open: shouldKeepAlive && Number(seconds) >= SHORT_SECONDS };
}
