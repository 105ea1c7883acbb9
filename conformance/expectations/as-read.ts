import { ensureSuccess, expectThat, readUntil, resourceIn, type Actor, type Reply, type RunContext } from '#client';
import { agrees } from './same-values.ts';

/**
 * What a write returned to an actor is what GET then shows it. Members that only one of them has are not compared.
 * @param path where to read the record
 * @throws Breach if a member differs; Blocked if the record cannot be read; Unverifiable if the response has none of these members
 */
export async function expectAsRead(
  t: RunContext,
  actor: Actor,
  written: Reply,
  path: string,
  members: readonly string[],
): Promise<void> {
  const returned = resourceIn(written.json);
  const shown = members.filter((member) => member in returned);
  if (shown.length === 0) t.unverifiable(`${written.name} does not return the record`);
  const findDifference = (read: Reply): string | undefined => {
    const record = resourceIn(read.json);
    return shown.find((member) => member in record && !agrees(returned[member], record[member]));
  };
  const read = await readUntil(
    () => actor.get(path),
    (last) => last.is_success && findDifference(last) === undefined,
    t.signal,
  );
  ensureSuccess(read);
  const member = findDifference(read) ?? '';
  expectThat(member === '', {
    message: `${written.name} and ${read.name} afterward differ in ${member}.`,
    reply: written,
    expected: JSON.stringify(resourceIn(read.json)[member]),
    observed: returned[member],
    likely_cause: 'The change is not stored, or the response is not built from the stored record.',
  });
}
