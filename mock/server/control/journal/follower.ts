import type { Response } from 'express';
import type { WorldEvent } from '../../journal/event-bus.ts';
import type { JournalEntry } from '../../journal/journal.ts';
import type { World } from '../../world/world.ts';
import type { Cursor, Positions } from './cursor.ts';
import { writeCursor } from './cursor.ts';
import { EventStream } from './event-stream.ts';
import type { Happening, Kind } from './world-feed.ts';
import { fromRequest, fromRing, lookBack } from './world-feed.ts';
import type { RequestTraits } from './request-filter.ts';
import { isWanted } from './request-filter.ts';
import type { Channel } from './streams.ts';

/** What has happened is read in pieces of so many. */
const PIECE = 200;

const NOWHERE: Positions = { request: 0, event: 0, delivery: 0 };

/** Why something may be missing from a stream. */
const GAPS = {
  forgotten: 'The journal has forgotten requests since: some are missing here.',
  unknown_id:
    'The id is of another time: the mock was started anew, or the world reset or restored. What happened meanwhile is not told.',
  renewed: 'The world was reset or restored: its events and deliveries are those that it had then, and numbered on from there.',
} as const;

export interface Following {
  world: World;
  channel: Channel;
  response: Response;
  /** Gives back the place among the streams. */
  leave: () => void;
  /** Where to begin; undefined for what is yet to come. */
  start: Cursor | undefined;
  kinds: readonly Kind[];
  traits: RequestTraits;
}

/**
 * Tells a client what happens in a world until one of the two ends: first what has happened since `start`, kind by kind, then everything as it
 * happens. What happens meanwhile waits in line, within the bound of the stream.
 */
export class Follower {
  readonly #following: Following;
  readonly #stream: EventStream;
  #epoch: string;
  #told: Positions;
  /** What was told while catching up is not told again when its turn in line comes. */
  #caught_up = NOWHERE;

  constructor(following: Following) {
    this.#following = following;
    const { channel, response, leave, start } = following;
    this.#epoch = channel.epoch;
    this.#told = start ?? NOWHERE;
    this.#stream = new EventStream(response, {
      id: () => writeCursor({ epoch: this.#epoch, ...this.#told }),
      onClose: leave,
    });
  }

  begin(): void {
    const { world, response } = this.#following;
    this.#stream.queue(() => this.#open());
    // Whoever asks with HEAD has its answer with the head.
    if (response.req.method === 'HEAD') this.#stream.end();
    const stopListening = world.bus.listen((ring) => {
      if (ring.kind === 'end') this.#stream.end();
      else if (ring.kind === 'renewed') this.#stream.queue(() => this.#renew());
      else this.#hear(ring);
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
    const lost = kinds.includes('request') ? countForgotten(world, start.request) : 0;
    if (lost > 0) this.#warn('forgotten', { requests: lost });
    for (const kind of kinds) await this.#catchUp(kind);
    this.#caught_up = this.#told;
  }

  async #catchUp(kind: Kind): Promise<void> {
    const { world, channel, traits } = this.#following;
    let read: number;
    do {
      const piece = await readPiece(world, kind, this.#told[kind], traits);
      for (const happening of piece) {
        // A slow reader is waited for: meanwhile only what happens now takes memory.
        if (!(await this.#stream.drain()) || this.#epoch !== channel.epoch) return;
        await this.#tell(kind, happening.seq, JSON.stringify(happening.shown));
      }
      read = piece.length;
    } while (read === PIECE);
  }

  #hear(ring: Exclude<WorldEvent, { kind: 'end' | 'renewed' }>): void {
    const { kinds, traits } = this.#following;
    const { kind } = ring;
    if (!kinds.includes(kind)) return;
    if (ring.kind === 'request' && !isWanted(ring.request, traits)) {
      const { seq } = ring.request;
      this.#stream.queue(() => {
        this.#told = { ...this.#told, request: seq };
      });
      return;
    }
    const { seq, shown } = fromRing(ring);
    const text = JSON.stringify(shown);
    this.#stream.queue(async () => {
      if (seq > this.#caught_up[kind]) await this.#tell(kind, seq, text);
    }, text.length);
  }

  async #renew(): Promise<void> {
    this.#epoch = this.#following.channel.epoch;
    this.#caught_up = { ...this.#caught_up, event: 0, delivery: 0 };
    await this.#skipToNow();
    this.#warn('renewed');
  }

  /** Whatever has happened by now is not told. */
  async #skipToNow(): Promise<void> {
    const { world } = this.#following;
    const now = await world.lock.share(async () => ({
      request: world.journal.last_seq,
      event: await findLast(world, 'events'),
      delivery: await findLast(world, 'deliveries'),
    }));
    if (now === undefined) this.#stream.end();
    else this.#told = now;
  }

  async #tell(kind: Kind, seq: number, text: string): Promise<void> {
    const { world } = this.#following;
    const shown = await world.seams.control_answer(text, { world });
    this.#told = { ...this.#told, [kind]: seq };
    this.#stream.tell(kind, shown);
  }

  #warn(reason: keyof typeof GAPS, more: object = {}): void {
    this.#stream.tell('gap', JSON.stringify({ reason, message: GAPS[reason], ...more }));
  }
}

function countForgotten({ journal }: World, last_told: number): number {
  const first_kept = journal.entries[0]?.seq ?? journal.last_seq + 1;
  return Math.max(0, first_kept - 1 - last_told);
}

async function findLast({ store }: World, table: 'events' | 'deliveries'): Promise<number> {
  const last = await store.reader.selectFrom(table).select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return last?.seq ?? 0;
}

async function readPiece(world: World, kind: Kind, since_seq: number, traits: RequestTraits): Promise<readonly Happening[]> {
  if (kind === 'request') {
    const isNext = (entry: JournalEntry): boolean => entry.seq > since_seq && isWanted(entry, traits);
    return world.journal.entries.filter(isNext).slice(0, PIECE).map(fromRequest);
  }
  const piece: Happening[] = [];
  const take = (happening: Happening): boolean => piece.push(happening) === PIECE;
  await world.lock.share(() => lookBack(world, kind, since_seq, take));
  return piece;
}
