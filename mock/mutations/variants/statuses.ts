import { onStatus, refuseAs } from '../violations/kit/index.ts';
import { variants } from './variant.ts';

export const STATUSES = variants({
  'bad-filters-422: An invalid filter or page returns 422 validation_failed.': {
    clauses: ['PAGE-7', 'INV-10', 'BID-15', 'TRD-8', 'MKT-5'],
    seams: refuseAs('everywhere', 'invalid_filter', ({ message, errors }) => ({
      refused: 'validation_failed',
      ...(message === undefined ? {} : { message }),
      ...(errors === undefined ? {} : { errors }),
    })),
  },
  'simulated-with-201: POST /sandbox/simulate-event returns 201.': {
    clauses: ['SBX-5', 'OP-1'],
    seams: onStatus('simulateEvent', 200, 201),
  },
});
