import type { Response } from 'express';
import { Alarm } from '../../../ports/timer.ts';

/** A reader that is further behind is cut off: nothing here may grow for ever. */
export const STREAM_BYTES_MAX = 1024 * 1024;
/** Proxies take a connection that is silent for a minute or so for a dead one. */
export const HEARTBEAT_MS = 15_000;
/** How soon a browser comes back after its connection broke. */
const RETRY_MS = 1_000;
/** What a task without a text counts for. */
const TASK_BYTES = 100;

const HEAD = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Proxies that gather answers before they pass them on take this for a no.
  'X-Accel-Buffering': 'no',
};

/** An answer of server-sent events (WHATWG HTML, section 9.2) that lasts until either side ends it. */
export class EventStream {
  readonly #response: Response;
  readonly #id: () => string;
  readonly #heart: Alarm;
  #line: Promise<void> = Promise.resolve();
  #queued_bytes = 0;
  #is_open = true;

  /**
   * @param id where the reader is by now
   * @param onClose called once, whoever ends it
   */
  constructor(response: Response, { id, onClose }: { id: () => string; onClose: () => void }) {
    this.#response = response;
    this.#id = id;
    this.#heart = new Alarm(() => {
      // The id moves on though nothing that this reader wants has happened: fewer things count as lost when it comes back.
      this.#write(`: still here\nid: ${this.#id()}\n\n`);
      this.#heart.set(HEARTBEAT_MS);
    });
    response.once('close', () => {
      this.#is_open = false;
      this.#heart.clear();
      onClose();
    });
    for (const [name, value] of Object.entries(HEAD)) response.setHeader(name, value);
  }

  /** Sends the head, and where the reader begins. */
  begin(): void {
    if (!this.#is_open) return;
    this.#write(`retry: ${RETRY_MS}\nid: ${this.#id()}\n\n`);
    this.#heart.set(HEARTBEAT_MS);
  }

  /** @param data one line, as JSON is */
  tell(event: string, data: string): void {
    this.#write(`event: ${event}\nid: ${this.#id()}\ndata: ${data}\n\n`);
  }

  /**
   * Does something after all that was queued before, unless the stream has been closed by then.
   * @param bytes about how much memory it holds meanwhile
   */
  queue(task: () => Promise<void> | void, bytes = 0): void {
    if (!this.#is_open) return;
    const held = bytes + TASK_BYTES;
    this.#queued_bytes += held;
    if (this.#isTooFarBehind()) {
      this.#cut();
      return;
    }
    this.#line = this.#do(task, held, this.#line);
  }

  async #do(task: () => Promise<void> | void, held: number, before: Promise<void>): Promise<void> {
    await before;
    this.#queued_bytes -= held;
    try {
      if (this.#is_open) await task();
    } catch {
      // The store is gone, or was replaced while it was read: the client comes back, and is told then what it has missed.
      this.#cut();
    }
  }

  /** Resolves when the reader has taken most of what was written, with whether there still is one. */
  async drain(): Promise<boolean> {
    if (this.#is_open && this.#response.writableNeedDrain) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const finish = (): void => {
        resolve(undefined);
      };
      this.#response.once('drain', finish).once('close', finish);
      await promise;
      this.#response.off('drain', finish).off('close', finish);
    }
    return this.#is_open;
  }

  /** Ends it after what was queued; a reader that does not read is not waited for. */
  end(): void {
    if (this.#response.writableNeedDrain) this.#cut();
    this.queue(() => {
      this.#is_open = false;
      this.#heart.clear();
      this.#response.end();
    });
  }

  #write(text: string): void {
    if (!this.#is_open) return;
    this.#response.write(text);
    if (this.#isTooFarBehind()) this.#cut();
  }

  #cut(): void {
    this.#is_open = false;
    this.#heart.clear();
    this.#response.destroy();
  }

  #isTooFarBehind(): boolean {
    return this.#queued_bytes + this.#response.writableLength > STREAM_BYTES_MAX;
  }
}
