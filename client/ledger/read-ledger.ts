import { readFileSync, statSync } from 'node:fs';
import { parseJson } from '../http/read-json.ts';
import { ConfigError } from '../settings/config-error.ts';
import { Header, Records, Step } from './record.ts';

/** About 200,000 steps, more than any run makes. */
const LEDGER_BYTES_MAX = 64 * 1024 * 1024;

interface LedgerContent {
  header: Header;
  records: Records;
  /** The number of bytes up to the end of the last complete line. */
  whole_bytes: number;
}

/**
 * Reads a ledger file. An incomplete last line, as a killed run leaves it, is ignored: its step had not happened yet, or cleanup looks
 * for its record.
 * @throws ConfigError if the file is not a ledger
 */
export function readLedger(path: string): LedgerContent {
  const text = readText(path);
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const [first = '', ...lines] = whole.split('\n').slice(0, -1);
  const header = Header.safeParse(parseJson(first));
  if (!header.success)
    throw new ConfigError('--ledger', `${path} is not a Gristmill ledger: its first line is not a ledger header`);

  const records = new Records();
  for (const [i, line] of lines.entries()) {
    const step = Step.safeParse(parseJson(line));
    if (!step.success || !records.take(step.data))
      throw new ConfigError('--ledger', `line ${i + 2} of ${path} is not a ledger entry`);
  }
  return { header: header.data, records, whole_bytes: Buffer.byteLength(whole) };
}

function readText(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true) throw new ConfigError('--ledger', `${path} is a folder; use the path of a file`);
  if (stat?.isFile() !== true) throw new ConfigError('--ledger', `there is no file ${path}`);
  if (stat.size > LEDGER_BYTES_MAX) throw new ConfigError('--ledger', `${path} is too long for a ledger`);
  return readFileSync(path, 'utf8');
}
