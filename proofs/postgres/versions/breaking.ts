/** Runs the command as a later version whose schema older versions cannot use. */
import { MIGRATIONS } from '#mock/market/store/engine/schema';

Object.assign(MIGRATIONS, { '9002-without-index': { is_breaking: true, statements: ['drop index lots_due'] } });

await import('#cli/main');
