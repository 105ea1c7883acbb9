/** The command of a later version that older ones cannot work beside. */
import { MIGRATIONS } from '#mock/market/store/engine/schema';

Object.assign(MIGRATIONS, { '9002-without-index': { is_breaking: true, statements: ['drop index lots_due'] } });

await import('#cli/main');
