import type { Request } from 'express';
import { expect, test } from 'vitest';
import { JOURNAL_BYTES_MAX, JOURNAL_ENTRIES_MAX, Journal } from './journal.ts';

function openJournal(): Journal {
  return new Journal(
    () => '2026-06-10T12:00:00.000Z',
    () => undefined,
  );
}

interface Sent {
  path?: string;
  headers?: Record<string, string>;
  body?: string;
  text?: string;
}

function note(journal: Journal, { path = '/v1/bids', headers = {}, body = '', text = '' }: Sent): void {
  // The journal reads only these.
  const request = { method: 'GET', originalUrl: path, headers, httpVersion: '1.1' } as Request;
  journal.begin('listBids', request).end(body, { status: 200, headers: {}, text });
}

const HOSTILE: Readonly<Record<string, (index: number) => Sent>> = {
  'large bodies': (index) => ({ body: `${index} ${'b'.repeat(20_000)}` }),
  'bodies beyond Latin-1': (index) => ({ body: `${index} ${'麦'.repeat(20_000)}` }),
  'large responses': (index) => ({ text: `${index} ${'t'.repeat(20_000)}` }),
  'long paths': (index) => ({ path: `/v1/bids?${index}${'p'.repeat(15_000)}` }),
  'long headers': (index) => ({ headers: { 'x-long': `${index} ${'h'.repeat(15_000)}` } }),
  'many headers': (index) => ({ headers: Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`h${n}`, `${index}`])) }),
};

test.for(Object.entries(HOSTILE))('the journal keeps no more than its bound of %s', async ([, make]) => {
  const journal = openJournal();
  for (let index = 0; index < JOURNAL_ENTRIES_MAX; index += 1) {
    note(journal, make(index));
    expect((await journal.status()).bytes).toBeLessThanOrEqual(JOURNAL_BYTES_MAX);
  }
  const { length } = await journal.read();
  expect(length + (await journal.status()).dropped).toBe(JOURNAL_ENTRIES_MAX);
  expect(length).toBeGreaterThan(100);
});

test('the journal keeps the newest requests, and starts at zero when it is cleared', async () => {
  const journal = openJournal();
  for (let noted = 0; noted < JOURNAL_ENTRIES_MAX; noted += 1) note(journal, {});
  expect(await journal.status()).toMatchObject({ first_seq: 1, last_seq: JOURNAL_ENTRIES_MAX, dropped: 0 });
  note(journal, {});
  expect(await journal.status()).toMatchObject({ first_seq: 2, dropped: 1 });
  const entries = await journal.read();
  expect([entries.length, entries[0]?.seq]).toEqual([JOURNAL_ENTRIES_MAX, 2]);
  journal.clear();
  const last_seq = JOURNAL_ENTRIES_MAX + 1;
  expect(await journal.status()).toEqual({ first_seq: last_seq + 1, last_seq, bytes: 0, dropped: 0 });
});

test('memory that dropped entries leave is used again, and an entry that was read keeps its texts', async () => {
  const journal = openJournal();
  note(journal, { path: '/v1/first', text: 'first\nin two lines' });
  const [first] = await journal.read();
  for (let noted = 0; noted < JOURNAL_ENTRIES_MAX * 10; noted += 1) note(journal, { text: `${noted} ${'x'.repeat(5_000)}` });
  expect(first).toMatchObject({ path: '/v1/first', response_body: 'first\nin two lines' });
  const entries = await journal.read();
  const { last_seq } = await journal.status();
  for (const { seq, response_body } of entries) expect(response_body.startsWith(`${seq - 2} x`)).toBe(true);
  expect(entries.at(-1)?.seq).toBe(last_seq);
  expect((await journal.read(last_seq - 3)).map(({ seq }) => seq)).toEqual([last_seq - 2, last_seq - 1, last_seq]);
  expect(await journal.read(last_seq)).toEqual([]);
});

test('a body is cut at the limit exactly', async () => {
  const journal = openJournal();
  const text = 'é麦'.repeat(10_000);
  note(journal, { body: text, text });
  const [entry] = await journal.read();
  expect(entry?.request_body).toBe(text.slice(0, 16_384));
  expect([entry?.response_body, entry?.response_chars]).toEqual([text.slice(0, 16_384), 20_000]);
});
