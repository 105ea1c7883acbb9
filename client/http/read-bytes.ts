import type { Readable } from 'node:stream';

/** The maximum length of a body, in bytes, unless its reader sets another. */
export const RESPONSE_BYTES_MAX = 8 * 1024 * 1024;

/** A body is longer than its reader allows. */
export class BodyTooLong extends Error {
  override readonly name = 'BodyTooLong';

  constructor(bytes_max: number) {
    super(`the body is longer than ${bytes_max / 2 ** 20} MiB`);
  }
}

/** Reads a body. @throws BodyTooLong */
export async function readBytes(body: Readable, bytes_max = RESPONSE_BYTES_MAX): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    // The chunks of undici and Node.js bodies are Buffers.
    const bytes = chunk as Buffer;
    length += bytes.length;
    // Leaving the loop also destroys the stream.
    if (length > bytes_max) throw new BodyTooLong(bytes_max);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
