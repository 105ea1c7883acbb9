import type { Response } from 'express';
import type { WorldEvent } from '../../journal/event-bus.ts';
import { lastSeq } from '../../webhooks/history.ts';
import type { World } from '../../world/world.ts';
import { type Cursor, type Positions, writeCursor } from './cursor.ts';
import { EventStream } from './event-stream.ts';
import { type Occurrence, type Kind, fromWorldEvent, searchHistory } from './world-feed.ts';
import { type RequestCriteria, matchesCriteria } from './request-filter.ts';

/** The number of occurrences per query. */
const BATCH_SIZE = 200;

const NOTHING_SENT: Positions = { request: 0, event: 0, delivery: 0 };

/** Why items can be missing from a stream. */
const GAPS = {
  forgotten: 'The journal has dropped some of the requests.',
  unknown_id: 'The id is from before a restart, a reset, or a restore. Items since then are missing.',
  renewed: 'The world was reset or restored. Its events and deliveries are numbered from that state.',
} as const;

interface Following {
  world: World;
  response: Response;
  /** Releases the place of the stream. */
  leave: () => void;
  /** Where to start. Undefined for new items only. */
  start: Cursor | undefined;
  kinds: readonly Kind[];
  criteria: RequestCriteria;
}

/**
 * Sends the occurrences of a world to a client: first those since `start`, kind by kind, then new ones. New occurrences are queued while
 * it catches up, within the limit of the stream.
 */
export class Follower {
  readonly #following: Following;
  readonly #stream: EventStream;
  #epoch: string;
  #sent: Positions;
  /** Occurrences up to this position were sent while catching up, so they are skipped in the queue. */
  #caught_up = NOTHING_SENT;

  constructor(following: Following) {
    this.#following = following;
    const { world, response, leave, start } = following;
    this.#epoch = world.epoch;
    this.#sent = start ?? NOTHING_SENT;
    this.#stream = new EventStream(response, {
      id: () => writeCursor({ epoch: this.#epoch, ...this.#sent }),
      onClose: leave,
    });
  }

  begin(): void {
    const { world, response } = this.#following;
    this.#stream.queue(() => this.#open());
    // A HEAD request gets the headers only.
    if (response.req.method === 'HEAD') this.#stream.end();
    const stopListening = world.bus.listen((event) => {
      if (event.kind === 'end') this.#stream.end();
      else if (event.kind === 'renewed') this.#stream.queue(() => this.#renew());
      else this.#receive(event);
    });
    response.once('close', stopListening);
  }

  async #open(): Promise<void> {
    const { world, start, kinds } = this.#following;
    const is_known = start !== undefined && start.epoch === this.#epoch;
    if (!is_known) await this.#skipToNow();
    this.#stream.begin();
    if (start === undefined) return;
    if (!is_known) {
      this.#warn('unknown_id');
      return;
    }
    const lost = kinds.includes('request') ? await countForgotten(world, start.request) : 0;
    if (lost > 0) this.#warn('forgotten', { requests: lost });
    for (const kind of kinds) await this.#catchUp(kind);
    this.#caught_up = this.#sent;
  }

  async #catchUp(kind: Kind): Promise<void> {
    const { world, criteria } = this.#following;
    let read: number;
    do {
      const batch = await readBatch(world, kind, this.#sent[kind], criteria);
      for (const occurrence of batch) {
        // Waits for a slow reader, so that only new occurrences take memory.
        if (!(await this.#stream.drain()) || this.#epoch !== world.epoch) return;
        await this.#send(kind, occurrence.seq, JSON.stringify(occurrence.shown));
      }
      read = batch.length;
    } while (read === BATCH_SIZE);
  }

  #receive(event: Exclude<WorldEvent, { kind: 'end' | 'renewed' }>): void {
    const { kinds, criteria } = this.#following;
    const { kind } = event;
    if (!kinds.includes(kind)) return;
    if (event.kind === 'request' && !matchesCriteria(event.request, criteria)) {
      const { seq } = event.request;
      this.#stream.queue(() => {
        this.#sent = { ...this.#sent, request: seq };
      });
      return;
    }
    const { seq, shown } = fromWorldEvent(event);
    const text = JSON.stringify(shown);
    this.#stream.queue(async () => {
      if (seq > this.#caught_up[kind]) await this.#send(kind, seq, text);
    }, text.length);
  }

  async #renew(): Promise<void> {
    this.#epoch = this.#following.world.epoch;
    this.#caught_up = { ...this.#caught_up, event: 0, delivery: 0 };
    await this.#skipToNow();
    this.#warn('renewed');
  }

  /** Skips everything so far. */
  async #skipToNow(): Promise<void> {
    const { world } = this.#following;
    const now = await world.lock.share(async () => ({
      request: (await world.journal.status()).last_seq,
      event: await lastSeq(world.store.reader, 'events'),
      delivery: await lastSeq(world.store.reader, 'deliveries'),
    }));
    if (now === undefined) this.#stream.end();
    else this.#sent = now;
  }

  async #send(kind: Kind, seq: number, text: string): Promise<void> {
    const { world } = this.#following;
    const shown = await world.seams.control_response(text, { world });
    this.#sent = { ...this.#sent, [kind]: seq };
    this.#stream.send(kind, shown);
  }

  #warn(reason: keyof typeof GAPS, more: object = {}): void {
    this.#stream.send('gap', JSON.stringify({ reason, message: GAPS[reason], ...more }));
  }
}

async function countForgotten({ journal }: World, last_sent: number): Promise<number> {
  return Math.max(0, (await journal.status()).first_seq - 1 - last_sent);
}

async function readBatch(world: World, kind: Kind, since_seq: number, criteria: RequestCriteria): Promise<readonly Occurrence[]> {
  const batch: Occurrence[] = [];
  const take = (occurrence: Occurrence): boolean => batch.push(occurrence) === BATCH_SIZE;
  await world.lock.share(() => searchHistory(world, kind, since_seq, take, criteria));
  return batch;
}
