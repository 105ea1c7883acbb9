import { onStatus, refuseAs } from '../violations/kit/index.ts';
import type { Variant } from './variant.ts';

export const STATUSES: readonly Variant[] = [
  {
    name: 'bad-filters-422',
    title: 'A malformed filter or page is refused with 422 validation_failed.',
    clauses: ['PAGE-7', 'INV-10', 'BID-15', 'TRD-8', 'MKT-5'],
    warns: [],
    seams: refuseAs('everywhere', 'invalid_filter', ({ message, errors }) => ({
      refused: 'validation_failed',
      ...(message === undefined ? {} : { message }),
      ...(errors === undefined ? {} : { errors }),
    })),
  },
  {
    name: 'simulated-with-201',
    title: 'A simulated event is answered with 201.',
    clauses: ['SBX-5', 'OP-1'],
    warns: [],
    seams: onStatus('simulateEvent', 200, 201),
  },
];
