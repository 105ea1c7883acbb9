import { expect, test } from 'vitest';
import { viewPage } from './envelopes.ts';
import { show } from './visible.ts';

test('PAGE-1 PAGE-3 PAGE-8 next and previous are right for every total, limit, and offset, even past the end', () => {
  for (let total = 0; total <= 9; total += 1) {
    for (let limit = 1; limit <= 4; limit += 1) {
      for (let offset = 0; offset <= 12; offset += 1) {
        const items = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, () => show({}));
        const page = viewPage(items, { limit, offset, total }, (l, o) => `${l} from ${o}`);
        expect(page).toMatchObject({ items, limit, offset, total, href: `${limit} from ${offset}` });
        expect(page.next).toBe(offset + limit < total ? `${limit} from ${offset + limit}` : null);
        expect(page.previous === null).toBe(offset === 0);
        const before = Number((page.previous ?? '0 from 0').split(' from ')[1]);
        expect(before).toBeGreaterThanOrEqual(0);
        expect(before < offset || offset === 0).toBe(true);
        // Nothing is skipped on the way back, and past the end the way back leads to what there is.
        expect(before + limit).toBeGreaterThanOrEqual(Math.min(offset, total));
        expect(before === 0 || before < total).toBe(true);
      }
    }
  }
});
