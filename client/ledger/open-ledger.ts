import { closeSync, existsSync, fsyncSync, ftruncateSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from '../settings/config-error.ts';
import { isLoopbackTarget } from '../settings/target-url.ts';
import { nowIso } from '../clock.ts';
import type { Redactor } from '../redaction/redactor.ts';
import type { Ledger, LedgerEntry, CreateIntent } from './ledger.ts';
import { readLedger } from './read-ledger.ts';
import { Records, type Header, type LedgerRecord, type Step } from './record.ts';
import { describeThrown } from '../config/describe-thrown.ts';

/** How much of a request body is kept, enough to recognize what it created. */
const BODY_MAX = 4_096;

/** The run's own marker, and what it did, are never redacted. */
const OWN_KEYS = { own: new Set(['did', 'kind']), named_by_others: new Set<string>() };

/** A ledger that can be read while it is written. */
export interface RunLedger extends Ledger {
  readonly header: Header;
  /** What exists or may exist, oldest first. */
  readonly open: readonly LedgerRecord[];
  /** Everything that was ever begun. */
  readonly all: readonly LedgerRecord[];
  /** It was removed, or cannot be removed and this was reported. */
  settle: (record: LedgerRecord) => void;
  /** Closes the file, and deletes it if nothing in it is open. */
  close: () => void;
}

type LedgerSubject = Pick<Header, 'base_url' | 'marker'>;

/**
 * Opens the ledger of a new run.
 * @param path a file that does not exist yet, or with nothing open in it. Undefined: keep the ledger in memory
 * @throws ConfigError if the file cannot be written, or lists something that an earlier run left behind
 */
export function openLedger(path: string | undefined, subject: LedgerSubject = { base_url: '', marker: '' }): RunLedger {
  const header: Header = { gristmill_ledger: 1, ...subject, started_at: nowIso() };
  if (path === undefined) return new FileLedger(undefined, header, new Records());
  if (existsSync(path) && readLedger(path).records.open.length > 0) {
    throw new ConfigError(
      '--ledger',
      `${path} lists what an earlier run left behind: run gristmill cleanup --ledger ${path}, or use another path`,
    );
  }
  const file = openFile(path, 0, header);
  file.write(JSON.stringify(header), true);
  return new FileLedger(file, header, new Records());
}

/** Continues the ledger of a run that has ended, normally or not. @throws ConfigError if the file is not a ledger */
export function reopenLedger(path: string): RunLedger {
  const { header, records, whole_bytes } = readLedger(path);
  const file = openFile(path, whole_bytes, header);
  return new FileLedger(file, header, records);
}

class FileLedger implements RunLedger {
  readonly header: Header;
  readonly #file: LineFile | undefined;
  readonly #records: Records;
  #number: number;

  constructor(file: LineFile | undefined, header: Header, records: Records) {
    this.header = header;
    this.#file = file;
    this.#records = records;
    this.#number = records.last_number;
  }

  get open(): readonly LedgerRecord[] {
    return this.#records.open;
  }

  get all(): readonly LedgerRecord[] {
    return this.#records.all;
  }

  begin({ kind, actor, path, body }: CreateIntent, redactor: Redactor): LedgerEntry {
    this.#number += 1;
    const number = this.#number;
    const kept = body === undefined ? {} : { body: body.slice(0, BODY_MAX) };
    const whole = { did: 'begin', number, kind, actor, path, ...kept } as const;
    const redacted = redactor.redactValue(whole, OWN_KEYS);
    const mark = redacted.path === path && redacted.body === kept.body ? {} : ({ is_withheld: true } as const);
    this.#take({ ...whole, ...mark }, { ...redacted, ...mark });
    return {
      made: (id) => {
        if (!redactor.finds(id)) return this.#take({ did: 'made', number, id });
        // With a placeholder in it, it would be another record's id.
        const withheld = { did: 'made', number, is_withheld: true } as const;
        this.#take({ ...withheld, id }, withheld);
      },
      failed: () => {
        this.#take({ did: 'failed', number });
      },
    };
  }

  undone(kind: string, id: string): void {
    for (const number of this.#records.findOpen(kind, id)) this.settle({ number });
  }

  settle({ number }: Pick<LedgerRecord, 'number'>): void {
    this.#take({ did: 'closed', number });
  }

  close(): void {
    this.#file?.close(this.open.length === 0);
  }

  /**
   * A begun record is in the file before its request is sent. Later steps survive the end of this process only, which is enough:
   * cleanup looks for the record.
   * @param written the contents of the file, which may be shorter than what the run knows
   */
  #take(step: Step, written: Step = step): void {
    this.#file?.write(JSON.stringify(written), step.did === 'begin');
    this.#records.take(step);
  }
}

interface LineFile {
  write: (line: string, is_vital: boolean) => void;
  close: (is_removed: boolean) => void;
}

/** @param from the offset to continue at; anything behind it is cut off */
function openFile(path: string, from: number, { base_url }: Header): LineFile {
  // A crash of this machine ends a target on it, too, so only a killed process matters there, and a write survives that.
  const is_remote = !URL.canParse(base_url) || !isLoopbackTarget(base_url);
  let file: number;
  try {
    mkdirSync(dirname(path), { recursive: true });
    // Readable by its owner only: it lists what was created where.
    file = openSync(path, 'a', 0o600);
    ftruncateSync(file, from);
  } catch (error) {
    throw new ConfigError('--ledger', `${path} cannot be written: ${describeThrown(error)}`);
  }
  return {
    write: (line, is_vital) => {
      writeFileSync(file, `${line}\n`);
      if (is_vital && is_remote) fsyncSync(file);
    },
    close: (is_removed) => {
      closeSync(file);
      if (is_removed) rmSync(path, { force: true });
    },
  };
}
