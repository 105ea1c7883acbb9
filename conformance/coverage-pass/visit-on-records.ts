import { ENDPOINT_ROWS, fillPath, type Actor } from '#client';
import type { CheckContext } from '../check/check-context.ts';
import type { Visit } from './coverage-pass.ts';
import { ensureWrites } from './ensure-writes.ts';

/** Creates a record that an endpoint with `visit_on` can be called on. */
export const RECORD_MAKERS = {
  cash_bid: async (t: CheckContext): Promise<{ id: string; owner: Actor }> => ({
    id: (await t.arrange.cashBid()).id,
    owner: t.elevator,
  }),
} as const;

/** Calls each endpoint with `visit_on` on a new record. An endpoint that needs only this has no other visit. */
export const RECORD_VISITS: readonly Visit[] = ENDPOINT_ROWS.flatMap(([, { method, path, visit_on }]) =>
  visit_on === undefined
    ? []
    : [
        {
          name: `${method} ${path}`,
          visit: async (t, note) => {
            ensureWrites(t);
            const { id, owner } = await RECORD_MAKERS[visit_on](t);
            note.success(await owner.send({ method, path: fillPath(path, { id }) }));
          },
        },
      ],
);
