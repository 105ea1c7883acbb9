/** The command of a later version that older ones cannot work beside. */
import { sql } from 'kysely';
import { MIGRATIONS } from '#mock/market/store/engine/schema';

Object.assign(MIGRATIONS, {
  '9002-without-index': {
    is_breaking: true,
    up: async (db: Parameters<(typeof MIGRATIONS)[string]['up']>[0]) => {
      await sql.raw('drop index lots_due').execute(db);
    },
  },
});

await import('../../../cli/main.ts');
