/** Assertions about a retry: it returns the original bid, and creates no other. */
import { encodePath, expectStatus, expectThat, listReceivedBids, readPath, resourceIn } from '#client';
import type { Actor, Lot, Reply } from '#client';

/** Asserts that a retry returned the original bid, and that the listing has no other bid. */
export async function expectOriginal(
  { lot, id: original, first }: { lot: Lot; id: string; first: Reply },
  repeat: Reply,
): Promise<void> {
  expectStatus(repeat, 201);
  // The first response had an id, so a response without one is not that of another deployment.
  expectThat('id' in resourceIn(repeat.json), {
    message: 'A retry with the same key and body does not return the bid.',
    reply: repeat,
    expected: `the original bid, ${original}`,
    observed: repeat.json,
    likely_cause: 'Only the key is stored, and not the response or the bid.',
  });
  const id = repeat.data.get('id');
  if (id.value !== original) id.breach('A retry with the same key and body created another bid.', JSON.stringify(original));
  expectSameTerms(first, repeat);
  await expectOnly(lot, original, repeat);
}

/** What a bid keeps, whether a retry returns the first response or the current bid. */
const TERMS = ['reference', 'quantity_mt'] as const;
/** How much two forms of one time can differ, such as with and without milliseconds. */
const FORM_MS = 1_000;

/** Asserts that a retry shows the terms and lines of the first response. Either response can leave some out. */
function expectSameTerms(first: Reply, repeat: Reply): void {
  const [before, now] = [resourceIn(first.json), resourceIn(repeat.json)];
  for (const key of TERMS) if (key in before && key in now) repeat.data.get(key).is(before[key]);
  const [expiry, repeated] = [before['expires_at'], now['expires_at']].map((time) => Date.parse(String(time)));
  expectThat(!(Math.abs((repeated ?? NaN) - (expiry ?? NaN)) >= FORM_MS), {
    message: 'A retry with the same key and body shows another expires_at.',
    reply: repeat,
    pointer: '/data/expires_at',
    expected: String(before['expires_at']),
    observed: now['expires_at'],
  });
  if (!('grades' in before && 'grades' in now)) return;
  const [lines, shown] = [idsOf(before['grades']), idsOf(now['grades'])];
  expectThat(lines.join() === shown.join(), {
    message: 'A retry with the same key and body shows other lines of the multi-grade bid.',
    reply: repeat,
    pointer: '/data/grades',
    expected: lines.join(', '),
    observed: shown,
  });
}

/** The ids of the lines of a bid, sorted, because their order is open. */
function idsOf(lines: unknown): readonly string[] {
  return Array.isArray(lines) ? lines.map((line: unknown) => String(readPath(line, 'id'))).toSorted() : [];
}

/** Asserts that the listing has no bid but the original. */
export async function expectOnly(lot: Lot, original: string, repeat: Reply): Promise<void> {
  const ids = (await listReceivedBids(lot)).map((bid) => bid.get('id').value);
  const others = ids.filter((id) => id !== original);
  expectThat(others.length === 0, {
    message: 'After a retry with the same Idempotency-Key, the listing has a second bid.',
    reply: repeat,
    expected: original,
    observed: ids,
  });
}

/** Repeats the request that placed a bid, and asserts that this does not change when the bid expires. @returns the response */
export async function repeatKeepingExpiry(
  buyer: Actor,
  { id, repeat }: { id: string; repeat: () => Promise<Reply> },
): Promise<Reply> {
  const read = async (): Promise<string> => String(resourceIn((await buyer.get(encodePath`/bids/${id}`)).json)['expires_at']);
  const before = await read();
  const reply = await repeat();
  const now = await read();
  expectThat(now === before, {
    message: 'A retry with the same key and body changed the expires_at of the bid.',
    reply,
    expected: before,
    observed: now,
  });
  return reply;
}
