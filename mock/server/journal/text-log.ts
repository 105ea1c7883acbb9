/** Memory is allocated in pieces of this many bytes. A longer text gets a longer piece. */
const PIECE_BYTES = 256 * 1024;

interface Piece {
  bytes: Buffer;
  used: number;
  /** How many of its texts were not dropped. */
  texts: number;
}

interface Place {
  piece: Piece;
  start: number;
  end: number;
}

/**
 * A queue of texts outside the JavaScript heap. As strings, they would live just long enough to leave the young generation, where garbage
 * collection is cheap, and the heap of a busy mock would grow to several times its live size (docs/performance.md).
 */
export class TextLog {
  #places: Place[] = [];
  #current: Piece | undefined;
  /** Unused pieces, for the next texts. */
  #free: Piece[] = [];
  #bytes = 0;

  /** The number of texts. */
  get length(): number {
    return this.#places.length;
  }

  /** The total size of the texts. They take more memory than that: up to one piece, plus the unused ends of full pieces. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds one text. @param parts the parts of the text, which the caller need not join */
  add(...parts: readonly string[]): void {
    const piece = this.#findRoom(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
    const start = piece.used;
    for (const part of parts) piece.used += piece.bytes.write(part, piece.used);
    piece.texts += 1;
    this.#bytes += piece.used - start;
    this.#places.push({ piece, start, end: piece.used });
  }

  /** The texts from a position on, oldest first. */
  read(from = 0): string[] {
    return this.#places.slice(from).map(({ piece, start, end }) => piece.bytes.toString('utf8', start, end));
  }

  /** Drops the oldest text, if there is one. */
  drop(): void {
    const oldest = this.#places.shift();
    if (oldest === undefined) return;
    const { piece, start, end } = oldest;
    this.#bytes -= end - start;
    piece.texts -= 1;
    if (piece.texts > 0) return;
    if (piece === this.#current) this.#current = undefined;
    if (piece.bytes.length === PIECE_BYTES) this.#free.push({ ...piece, used: 0 });
  }

  /** Drops all texts and frees their memory. */
  clear(): void {
    this.#places = [];
    this.#current = undefined;
    this.#free = [];
    this.#bytes = 0;
  }

  #findRoom(length: number): Piece {
    if (this.#current !== undefined && this.#current.used + length <= this.#current.bytes.length) return this.#current;
    const free = length <= PIECE_BYTES ? this.#free.pop() : undefined;
    this.#current = free ?? { bytes: Buffer.allocUnsafeSlow(Math.max(length, PIECE_BYTES)), used: 0, texts: 0 };
    return this.#current;
  }
}
