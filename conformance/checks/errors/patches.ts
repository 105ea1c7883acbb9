import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import { expectThat, isObject } from '#client';

/** ERR-1: the errors of PATCH have the shape of those of POST. */
export const PATCHES: readonly Check[] = [
  check('ERR-1/patch', 'An error of PATCH has entries of field and message', ['writes'], async (t) => {
    const draft = await t.arrange.draft();
    const farm = await t.arrange.farm(draft.seller);
    let seen = 0;
    for (const [path, body] of [
      [`/me/inventory/${draft.id}`, { target_price: { amount: 'dear' } }],
      [`/me/farms/${farm}`, { latitude: 'far north' }],
    ] as const) {
      const reply = await draft.seller.patch(path, body);
      // That it is refused is said elsewhere (OP-2).
      if (reply.status !== 422) continue;
      seen += 1;
      const error = reply.body.get('error');
      error.get('status').integer();
      error.get('code').text();
      error.get('message').text();
      const errors: unknown = error.find('errors')?.value;
      const entries: readonly unknown[] = Array.isArray(errors) ? errors : [];
      const is_right =
        errors === undefined ||
        (Array.isArray(errors) && entries.every((one) => isObject(one) && 'field' in one && 'message' in one));
      expectThat(is_right, {
        message: 'errors is not a list of { field, message }.',
        reply,
        pointer: '/error/errors',
        expected: 'a list of { field, message }',
        observed: errors,
      });
    }
    if (seen === 0) t.unverifiable('no PATCH is refused with 422');
  }),
];
