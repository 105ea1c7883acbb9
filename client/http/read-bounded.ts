import type { Readable } from 'node:stream';

/** The maximum length of a response, in bytes. */
export const ANSWER_BYTES_MAX = 8 * 1024 * 1024;

/** Reads a body as UTF-8. @throws if it is longer than {@link ANSWER_BYTES_MAX} */
export async function readBounded(body: Readable): Promise<string> {
  return (await readBytes(body)).toString('utf8');
}

/** Reads a body. @throws if it is longer than {@link ANSWER_BYTES_MAX} */
export async function readBytes(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    // The chunks of undici bodies are Buffers.
    const bytes = chunk as Buffer;
    length += bytes.length;
    if (length > ANSWER_BYTES_MAX) {
      body.destroy();
      throw new Error(`the response is longer than ${ANSWER_BYTES_MAX / 1024 / 1024} MiB`);
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
