import type { MockSettings } from './settings.ts';
import { UsageError } from '../usage-error.ts';

/** What the operating system says of an address that cannot be listened at. */
const ADDRESS_CODES: Readonly<Record<string, (settings: MockSettings) => UsageError>> = {
  EADDRINUSE: ({ mock: { port } }) => new UsageError('--port', `${port} is in use; give another, or 0 to have a free one picked`),
  EACCES: ({ mock: { port } }) => new UsageError('--port', `${port} may not be listened at by you; give one from 1024 on`),
  EADDRNOTAVAIL: ({ mock: { host } }) =>
    new UsageError('--host', `'${host}' is no address of this machine; give 127.0.0.1 or 0.0.0.0`),
  ENOTFOUND: ({ mock: { host } }) => new UsageError('--host', `'${host}' is not known; give 127.0.0.1 or 0.0.0.0`),
  EAI_AGAIN: ({ mock: { host } }) => new UsageError('--host', `'${host}' is not known; give 127.0.0.1 or 0.0.0.0`),
};

/** Why a mock did not start, in a line that names the flag; what is no fault of a flag stays what it is. */
export function explainFailure(error: unknown, settings: MockSettings): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'FixtureError') return new UsageError('--fixtures', error.message);
  if (error.name === 'DatabaseInUseError' || error.name === 'DatabaseFileError') return new UsageError('--db', error.message);
  const code = 'code' in error ? String(error.code) : '';
  return ADDRESS_CODES[code]?.(settings) ?? error;
}
