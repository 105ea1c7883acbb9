import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { Redactor } from '../redaction/redactor.ts';
import { makeFolder } from '../testing/in-test.ts';
import { openLedger, reopenLedger } from './open-ledger.ts';
import { readLedger } from './read-ledger.ts';

const SUBJECT = { base_url: 'http://127.0.0.1:4010/v1', marker: 'seed' };
const NO_SECRETS = new Redactor();
const LOT = { kind: 'listing', actor: 'seller', path: '/me/inventory', body: '{"variety":"x"}' };
const HOOK = { kind: 'webhook', actor: 'buyer', path: '/webhooks', body: undefined };

let dir = '';
let path = '';
beforeEach(() => {
  dir = makeFolder();
  path = join(dir, 'deep', 'ledger.jsonl');
});

test('an entry is on the disk before the record is created, and only the owner can read the file', () => {
  const ledger = openLedger(path, SUBJECT);
  const entry = ledger.begin(LOT, NO_SECRETS);
  expect(readLedger(path).records.open).toEqual([{ number: 1, id: undefined, is_withheld: false, ...LOT }]);
  entry.made('inv_1');
  expect(readLedger(path)).toMatchObject({ header: SUBJECT, records: { open: [{ kind: 'listing', id: 'inv_1' }] } });
  expect(statSync(path).mode & 0o077).toBe(0);
});

test('failed, undone, and settled entries are closed, and the others stay open', () => {
  const ledger = openLedger(path, SUBJECT);
  ledger.begin(LOT, NO_SECRETS).failed();
  ledger.begin(LOT, NO_SECRETS).made('inv_2');
  ledger.begin(HOOK, NO_SECRETS).made('whk_3');
  ledger.begin(HOOK, NO_SECRETS);
  ledger.undone('listing', 'inv_2');
  ledger.undone('listing', 'inv_unknown');
  ledger.undone('listing', 'whk_3');
  expect(ledger.open.map(({ number }) => number)).toEqual([3, 4]);
  expect(readLedger(path).records.open).toEqual(ledger.open);
  expect(ledger.all).toHaveLength(4);
});

test('a file without open entries is deleted', () => {
  const ledger = openLedger(path, SUBJECT);
  ledger.begin(LOT, NO_SECRETS).made('inv_1');
  ledger.close();
  expect(existsSync(path)).toBe(true);
  const again = reopenLedger(path);
  again.undone('listing', 'inv_1');
  again.close();
  expect(existsSync(path)).toBe(false);
});

test('the ledger can be read and continued after a kill at any byte', () => {
  const ledger = openLedger(path, SUBJECT);
  ledger.begin(LOT, NO_SECRETS).made('inv_ä');
  ledger.begin(HOOK, NO_SECRETS).made('whk_2');
  const whole = readFileSync(path);
  const header_end = whole.indexOf('\n') + 1;
  for (let end = header_end; end <= whole.length; end += 1) {
    writeFileSync(path, whole.subarray(0, end));
    const before = readLedger(path).records.open.length;
    const again = reopenLedger(path);
    again.begin(LOT, NO_SECRETS).made('inv_later');
    expect([
      end,
      readLedger(path)
        .records.open.map(({ id }) => id)
        .at(-1),
    ]).toEqual([end, 'inv_later']);
    expect(readLedger(path).records.open).toHaveLength(before + 1);
  }
});

test('a ledger with very many records can be continued', () => {
  openLedger(path, SUBJECT);
  const steps = Array.from(
    { length: 150_000 },
    (_, i) => `{"did":"begin","number":${i + 1},"kind":"x","actor":"y","path":"z"}\n`,
  );
  appendFileSync(path, steps.join(''));
  const ledger = reopenLedger(path);
  ledger.begin(LOT, NO_SECRETS);
  expect(ledger.open.at(-1)).toMatchObject({ number: 150_001 });
});

test('another run does not overwrite a ledger with open entries', () => {
  openLedger(path, SUBJECT).begin(LOT, NO_SECRETS);
  expect(() => openLedger(path, SUBJECT)).toThrow(
    /^--ledger: .* lists what an earlier run left behind: run gristmill cleanup --ledger /,
  );
  for (const record of reopenLedger(path).open) reopenLedger(path).settle(record);
  expect(openLedger(path, SUBJECT).open).toEqual([]);
  expect(readLedger(path).records.all).toEqual([]);
});

test('a file that is not a ledger is rejected, and an invalid line is named', () => {
  expect(() => readLedger(join(dir, 'none'))).toThrow('--ledger: there is no file');
  expect(() => readLedger(dir)).toThrow(`--ledger: ${dir} is a folder`);
  const other = join(dir, 'other.jsonl');
  for (const text of ['', '{}\n', 'hello\n', '{"gristmill_ledger":2}\n']) {
    writeFileSync(other, text);
    expect(() => readLedger(other)).toThrow('is not a Gristmill ledger');
  }
  openLedger(path, SUBJECT).begin(LOT, NO_SECRETS);
  appendFileSync(path, '{"did":"made","number":7,"id":"x"}\n');
  expect(() => readLedger(path)).toThrow('line 3 of');
  expect(() => openLedger(join(other, 'below', 'ledger.jsonl'), SUBJECT)).toThrow(
    /^--ledger: .*ledger\.jsonl cannot be written: ENOTDIR/,
  );
});

test('a secret never reaches the disk: its record is withheld, and the run keeps the whole', () => {
  const redactor = new Redactor();
  redactor.hide('tok_Live-3f9c2a71', 'TOKEN_BUYER');
  const escaped = String.raw`\u0074ok_Live-3f9c2a71`;
  const ledger = openLedger(path, SUBJECT);
  ledger.begin(LOT, redactor).made('tok_Live-3f9c2a71');
  ledger.begin({ ...LOT, body: `{"farm_id":"${escaped}"}` }, redactor).made('inv_2');
  ledger.begin({ ...HOOK, path: '/webhooks/tok_Live%2D3f9c2a71' }, redactor);
  expect(readFileSync(path, 'utf8')).not.toMatch(/Live/);
  expect(ledger.open.map(({ id, is_withheld }) => [id, is_withheld])).toEqual([
    ['tok_Live-3f9c2a71', true],
    ['inv_2', true],
    [undefined, true],
  ]);
  const { open } = readLedger(path).records;
  expect(open.map(({ id, is_withheld }) => [id, is_withheld])).toEqual([
    [undefined, true],
    ['inv_2', true],
    [undefined, true],
  ]);
});

test('only the beginning of a long body is kept', () => {
  const ledger = openLedger(path, SUBJECT);
  ledger.begin({ ...LOT, body: 'x'.repeat(1_000_000) }, NO_SECRETS);
  expect(statSync(path).size).toBeLessThan(10_000);
  expect(ledger.open[0]?.body).toHaveLength(4_096);
});
