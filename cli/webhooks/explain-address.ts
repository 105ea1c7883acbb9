import { UsageError } from '../usage-error.ts';

interface Address {
  port: number;
  host: string;
}

/** What the operating system says of an address that cannot be listened at. */
const CODES: Readonly<Record<string, (address: Address) => UsageError>> = {
  EADDRINUSE: ({ port }) => new UsageError('--port', `${port} is in use; give another, or 0 to have a free one picked`),
  EACCES: ({ port }) => new UsageError('--port', `${port} may not be listened at by you; give one from 1024 on`),
  EADDRNOTAVAIL: ({ host }) => new UsageError('--host', `'${host}' is no address of this machine; give 127.0.0.1 or 0.0.0.0`),
  ENOTFOUND: ({ host }) => new UsageError('--host', `'${host}' is not known; give 127.0.0.1 or 0.0.0.0`),
  EAI_AGAIN: ({ host }) => new UsageError('--host', `'${host}' is not known; give 127.0.0.1 or 0.0.0.0`),
};

/** Why nothing can be listened to at an address, in a line that names the flag; what is no fault of a flag stays what it is. */
export function explainAddress(error: unknown, address: Address): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return CODES[code]?.(address) ?? error;
}
