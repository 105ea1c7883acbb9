import { refuse } from '../../../market/rules/refusal.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { redactEntry } from '../endpoint/redact.ts';
import { explainRefusal } from './explain-refusal.ts';

export const REQUEST_DETAIL = [
  controlOperation('get', '/requests/{seq}', {
    summary: 'Read one request of the journal, and why it was refused',
    description: '`why` is null unless the marketplace refused the request. It may name records that the caller may not see.',
    act: async ({ world, path: { seq = '' } }) => {
      const entry = (await world.journal.read()).find((one) => String(one.seq) === seq);
      if (entry === undefined) {
        const message = `The journal has no request ${seq}. It keeps the newest ones only.`;
        return refuse('not_found', { message });
      }
      return { ...redactEntry(entry), why: await explainRefusal(world, entry) };
    },
  }),
];
