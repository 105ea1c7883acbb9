import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import { chooseReader, ensureSuccess, expectThat, isSameJson, itemsOf } from '#client';

/** FMT-8: `units` holds on every page. */
export const LATER_PAGES: readonly Check[] = [
  check('FMT-8/later-pages', 'units renders the quantities of later pages as well', ['fixture:unit'], async (t) => {
    const units = t.run.settings.fixtures.unit ?? '';
    const reader = chooseReader(t);
    for (const offset of [0, 1, 2]) {
      const query = { limit: 1, offset, sort: 'quantity' };
      const [plain, other, again] = [
        await reader.get('/inventory', query),
        await reader.get('/inventory', { ...query, units }),
        await reader.get('/inventory', query),
      ];
      for (const reply of [plain, other, again]) ensureSuccess(reply);
      const [tonnes, rendered, later] = [plain, other, again].map((reply) => itemsOf(reply)[0]);
      if (tonnes === undefined || rendered === undefined || later === undefined) break;
      // Others can publish a listing in between.
      const ids = new Set([tonnes, rendered, later].map((item) => item.get('id').value));
      if (ids.size > 1 || tonnes.get('quantity_mt').value === 0) continue;
      expectThat(!isSameJson(tonnes.get('quantity').value, rendered.get('quantity').value), {
        message: `units=${units} does not change the quantity of a listing on page ${offset + 1}.`,
        reply: other,
        pointer: '/items/0/quantity',
        expected: `the quantity in ${units}`,
        observed: rendered.get('quantity').value,
      });
    }
  }),
];
