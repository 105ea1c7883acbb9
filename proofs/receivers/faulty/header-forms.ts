/** EVT-2, SIG-5: it accepts only one way of writing the headers. */
import type { IncomingMessage } from 'node:http';
import type { Replacement } from '../clean.ts';
import { explained, faults, GENUINE, type FaultyRow } from './row.ts';

/** Returns 400 for headers that it cannot read. */
function requires(isFine: (names: readonly string[], request: IncomingMessage) => boolean): Replacement {
  return {
    intercept: (request) => {
      const names = request.rawHeaders.filter((_text, at) => at % 2 === 0);
      return isFine(names, request) ? undefined : { status: 400 };
    },
  };
}

export const HEADER_FORM_FAULTS: readonly FaultyRow[] = [
  ...faults('faulty', {
    'SIG-1/lower-case-names-only: It looks for svc-signature in the names as they were sent, with their case.': explained(
      GENUINE,
      /case/,
      requires((names) => names.includes('svc-signature')),
    ),
    'SIG-1/title-case-names-only: It looks for Svc-Signature in the names as they were sent, as Go writes them.': explained(
      GENUINE,
      /case/,
      requires((names) => names.includes('Svc-Signature')),
    ),
  }),
  ...faults('warned', {
    'EVT-2/written-names-only: It looks for SVC-Signature in the names as they were sent.': explained(
      'EVT-2/names-in-lower-case',
      /case/,
      requires((names) => names.includes('SVC-Signature')),
    ),
    'EVT-2/type-before-signature: It expects SVC-Event before SVC-Signature.': explained(
      'EVT-2/other-order',
      /order/,
      requires((names) => {
        const lower = names.map((name) => name.toLowerCase());
        const at = lower.indexOf('svc-signature');
        return at < 0 || lower.indexOf('svc-event') < at;
      }),
    ),
    'EVT-2/content-type-first: It reads the first header as the Content-Type.': explained(
      'EVT-2/other-order',
      /order/,
      requires(([first]) => first?.toLowerCase() === 'content-type'),
    ),
    'SIG-5/two-content-types: It knows application/json and application/json; charset=utf-8, written exactly so.': explained(
      'SIG-5/charset',
      /Content-Type/,
      requires((_names, { headers }) =>
        ['application/json', 'application/json; charset=utf-8', 'text/plain'].includes(headers['content-type'] ?? ''),
      ),
    ),
    'EVT-2/twelve-headers: It allows twelve headers.': explained(
      'EVT-2/headers-of-proxies',
      /prox/,
      requires((names) => names.length <= 12),
    ),
    'EVT-2/one-forwarded-address: It returns 400 if X-Forwarded-For has more than one address.': explained(
      'EVT-2/headers-of-proxies',
      /X-Forwarded-For/,
      requires((_names, { headers }) => headers['x-forwarded-for']?.includes(',') !== true),
    ),
  }),
];
