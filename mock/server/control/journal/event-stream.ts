import type { Response } from 'express';
import { SerialQueue } from '../../../ports/serial-queue.ts';
import { Alarm } from '../../../ports/timer.ts';

/** A client with more unread bytes than this is disconnected. */
export const STREAM_BYTES_MAX = 1024 * 1024;
/** Keeps the connection open through proxies, which close it after about a minute of silence. */
export const HEARTBEAT_MS = 15_000;
/** How soon a browser reconnects. */
const RETRY_MS = 1_000;
/** The assumed memory of a queued task, in addition to its `bytes`. */
const TASK_BYTES = 100;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Turns off buffering in proxies.
  'X-Accel-Buffering': 'no',
};

/** A response of server-sent events (WHATWG HTML, section 9.2) that stays open until either side ends it. */
export class EventStream {
  readonly #response: Response;
  readonly #id: () => string;
  readonly #heartbeat: Alarm;
  readonly #tasks = new SerialQueue();
  #queued_bytes = 0;
  #is_open = true;

  /**
   * @param id returns the current position
   * @param onClose called once, when either side ends the response
   */
  constructor(response: Response, { id, onClose }: { id: () => string; onClose: () => void }) {
    this.#response = response;
    this.#id = id;
    this.#heartbeat = new Alarm(() => {
      // Sends the position even if nothing matched the filter, so that a reconnecting client misses less.
      this.#write(`: still here\nid: ${this.#id()}\n\n`);
      this.#heartbeat.set(HEARTBEAT_MS);
    });
    response.once('close', () => {
      this.#is_open = false;
      this.#heartbeat.clear();
      onClose();
    });
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  }

  /** Sends the headers and the first position. */
  begin(): void {
    if (!this.#is_open) return;
    this.#write(`retry: ${RETRY_MS}\nid: ${this.#id()}\n\n`);
    this.#heartbeat.set(HEARTBEAT_MS);
  }

  /** @param data one line, such as JSON */
  send(event: string, data: string): void {
    this.#write(`event: ${event}\nid: ${this.#id()}\ndata: ${data}\n\n`);
  }

  /**
   * Queues a task. It is skipped if the stream is closed by then.
   * @param bytes about how much memory the task holds
   */
  queue(task: () => Promise<void> | void, bytes = 0): void {
    if (!this.#is_open) return;
    const held = bytes + TASK_BYTES;
    this.#queued_bytes += held;
    if (this.#isTooFarBehind()) {
      this.#disconnect();
      return;
    }
    void this.#tasks.queue(async () => {
      this.#queued_bytes -= held;
      try {
        if (this.#is_open) await task();
      } catch {
        // The store was closed or replaced while it was read. The client reconnects and resumes.
        this.#disconnect();
      }
    });
  }

  /** Resolves when the client has read most of what was written. @returns whether it is still connected */
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

  /** Ends the response after the queued tasks, or immediately if the client does not read. */
  end(): void {
    if (this.#response.writableNeedDrain) this.#disconnect();
    this.queue(() => {
      this.#is_open = false;
      this.#heartbeat.clear();
      this.#response.end();
    });
  }

  #write(text: string): void {
    if (!this.#is_open) return;
    this.#response.write(text);
    if (this.#isTooFarBehind()) this.#disconnect();
  }

  #disconnect(): void {
    this.#is_open = false;
    this.#heartbeat.clear();
    this.#response.destroy();
  }

  #isTooFarBehind(): boolean {
    return this.#queued_bytes + this.#response.writableLength > STREAM_BYTES_MAX;
  }
}
