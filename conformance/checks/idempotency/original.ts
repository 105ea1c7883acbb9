/** Assertions about a retry: it returns the original bid, and creates no other. */
import { expectStatus, expectThat, listReceivedBids, resourceIn, type Lot, type Reply } from '#client';

/** Asserts that a retry returned the original bid, and that the listing has no other bid. */
export async function expectOriginal({ lot, id: original }: { lot: Lot; id: string }, repeat: Reply): Promise<void> {
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
  await expectOnly(lot, original, repeat);
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
