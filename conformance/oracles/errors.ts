import { opinionOf } from './bench.ts';
import type { Oracle } from './oracle.ts';
import { oracle } from './oracle.ts';
import { Reply } from '../target/reply.ts';

export const ERRORS_ORACLES: readonly Oracle[] = [
  oracle('ERR-1/every-error', 'Every error is an Error object', {
    judge: (exchange) => {
      if (exchange.status < 400 || exchange.operation === undefined) return undefined;
      return opinionOf(() => {
        const error = new Reply(exchange).body.get('error');
        error.get('status').integer();
        error.get('code').text();
        error.get('message').string();
        error.find('errors')?.orNull((errors) => {
          for (const entry of errors.array()) {
            entry.get('field').string();
            entry.get('message').string();
          }
        });
      });
    },
  }),
];
