/** ERR-3: ids that cannot exist. Ids are opaque strings (CONV-2), so every one of them is just missing. */
import { check, type Check, type Need } from '../../check/check.ts';
import { describeRefusal, encodePath, ensureSuccess, expectThat, warnUnless } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** Values that a parser, a database, or a router can fail on. */
const ODD_IDS = ['0', '-1', 'null', 'été 1', "x'--", 'a/b', 'a%2Fb', 'x'.repeat(300)] as const;

/** Who reads which record, with the list that shows that the token is accepted. */
const READS = [
  ['inventory', 'buyer', '/inventory', (id: string) => encodePath`/inventory/${id}`],
  ['bid', 'buyer', '/bids', (id: string) => encodePath`/bids/${id}`],
  ['trade', 'buyer', '/trades', (id: string) => encodePath`/trades/${id}`],
  ['team', 'buyer', '/teams', (id: string) => encodePath`/teams/${id}`],
  ['listing', 'seller', '/me/inventory', (id: string) => encodePath`/me/inventory/${id}`],
  ['farm', 'seller', '/me/farms', (id: string) => encodePath`/me/farms/${id}`],
] as const satisfies readonly (readonly [string, Need, string, (id: string) => string])[];

/** An id of another kind of record, which exists. */
async function foreignId(t: CheckContext, name: string): Promise<string> {
  if (name === 'bid' || name === 'trade' || name === 'team') return t.arrange.lotToBidOn();
  if (t.has('buyer')) return (await t.arrange.bid(await t.arrange.lot())).id;
  return name === 'farm' ? (await t.arrange.lot()).id : t.arrange.farm(t.seller);
}

export const ODD_IDS_CHECKS: readonly Check[] = READS.map(([name, by, list, pathOf]) =>
  check(
    `ERR-3/odd-ids-${name}`,
    `GET of a ${name} by an odd id, or by the id of another kind of record, returns 404`,
    [by, 'writes'],
    async (t) => {
      const actor = t.actor(by);
      ensureSuccess(await actor.get(list));
      for (const id of [...ODD_IDS, await foreignId(t, name)]) {
        const reply = await actor.get(pathOf(id));
        expectThat(reply.status >= 400 && reply.status < 500, {
          message: `GET of a ${name} by the id ${id.slice(0, 40)} returned ${reply.status}.`,
          reply,
          expected: '404',
          likely_cause: 'The id is parsed, or reaches the database, before anything checks its form.',
        });
        // A router or gateway can reject some of these ids itself.
        if (/^[\w-]{1,60}$/.test(id))
          warnUnless(reply.status === 404, {
            message: `GET of a ${name} by the id ${id} returned ${describeRefusal(reply)}.`,
            reply,
            expected: '404',
          });
      }
    },
  ),
);
