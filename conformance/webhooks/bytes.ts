/** A body as it arrived. Prefer bytes: decoding can lose a byte order mark, or anything that is not UTF-8. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** The bytes of a body; undefined for anything else, such as an object that a framework has parsed. */
export function toBytes(raw_body: unknown): Uint8Array | undefined {
  if (typeof raw_body === 'string') return new TextEncoder().encode(raw_body);
  // Not `instanceof`: test runners and workers pass objects of another realm. A Buffer of Node is a view too.
  if (ArrayBuffer.isView(raw_body)) return new Uint8Array(raw_body.buffer, raw_body.byteOffset, raw_body.byteLength);
  if (isArrayBuffer(raw_body)) return new Uint8Array(raw_body);
  return undefined;
}

function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}
