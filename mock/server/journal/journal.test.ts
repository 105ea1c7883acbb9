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
  // All that the journal looks at.
  const request = { method: 'GET', originalUrl: path, headers, httpVersion: '1.1' } as Request;
  journal.begin('listBids', request).end(body, { status: 200, headers: {}, text });
}

const HOSTILE: Readonly<Record<string, (index: number) => Sent>> = {
  'large bodies': (index) => ({ body: `${index} ${'b'.repeat(20_000)}` }),
  'bodies beyond Latin-1': (index) => ({ body: `${index} ${'麦'.repeat(20_000)}` }),
  'large answers': (index) => ({ text: `${index} ${'t'.repeat(20_000)}` }),
  'long paths': (index) => ({ path: `/v1/bids?${index}${'p'.repeat(15_000)}` }),
  'long headers': (index) => ({ headers: { 'x-long': `${index} ${'h'.repeat(15_000)}` } }),
  'many headers': (index) => ({ headers: Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`h${n}`, `${index}`])) }),
};

test.for(Object.entries(HOSTILE))('the journal keeps no more than its bound of %s', ([, make]) => {
  const journal = openJournal();
  for (let index = 0; index < JOURNAL_ENTRIES_MAX; index += 1) {
    note(journal, make(index));
    expect(journal.bytes).toBeLessThanOrEqual(JOURNAL_BYTES_MAX);
  }
  expect(journal.entries.length + journal.dropped).toBe(JOURNAL_ENTRIES_MAX);
  expect(journal.entries.length).toBeGreaterThan(100);
});

test('the journal counts dropped requests, and starts at zero when it is cleared', () => {
  const journal = openJournal();
  for (let noted = 0; noted < JOURNAL_ENTRIES_MAX * 2; noted += 1) note(journal, {});
  expect([journal.entries.length, journal.dropped]).toEqual([JOURNAL_ENTRIES_MAX * 2, 0]);
  note(journal, {});
  expect([journal.entries.length, journal.dropped]).toEqual([JOURNAL_ENTRIES_MAX + 1, JOURNAL_ENTRIES_MAX]);
  expect(journal.entries[0]?.seq).toBe(JOURNAL_ENTRIES_MAX + 1);
  journal.clear();
  expect([journal.entries.length, journal.dropped, journal.bytes]).toEqual([0, 0, 0]);
  expect(journal.last_seq).toBe(JOURNAL_ENTRIES_MAX * 2 + 1);
});

test('a body is cut at the limit exactly', () => {
  const journal = openJournal();
  const text = 'é麦'.repeat(10_000);
  note(journal, { body: text, text });
  const [entry] = journal.entries;
  expect(entry?.request_body).toBe(text.slice(0, 16_384));
  expect([entry?.response_body, entry?.response_chars]).toEqual([text.slice(0, 16_384), 20_000]);
});
