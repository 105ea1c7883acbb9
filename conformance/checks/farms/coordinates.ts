/** FARM-2, FARM-3, FARM-4: the latitude and longitude of a farm. */
import { check, type Check } from '../../check/check.ts';
import {
  encodePath,
  expectStatus,
  expectSuccess,
  expectThat,
  hasErrorForField,
  resourceOf,
  warnUnless,
  type JsonNode,
  type Reply,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { excuseLimit, farmBody } from './farm-body.ts';

const NEEDS = ['seller', 'writes'] as const;
const NUMBERS = ['latitude', 'longitude'] as const;

/** The message in `errors` about a field. */
function messageFor(reply: Reply, field: string): unknown {
  const entries = reply.body.get('error').get('errors').array();
  return entries.find((entry) => entry.find('field')?.value === field)?.find('message')?.value;
}

const ALMOST_ZERO = 0.0001;

/** Asserts that a farm shows a coordinate of 0, if another farm shows its own under this name. */
async function expectShown(t: CheckContext, field: (typeof NUMBERS)[number], made: Reply): Promise<void> {
  const read = async (id: string): Promise<JsonNode> => resourceOf(await t.seller.get(encodePath`/me/farms/${id}`));
  const id = resourceOf(made).get('id').text();
  if (typeof (await read(await t.arrange.farm(t.seller))).find(field)?.value === 'number') (await read(id)).get(field).is(0);
}

export const COORDINATES_CHECKS: readonly Check[] = [
  check('FARM-2/numbers-as-text', 'POST /me/farms rejects a coordinate that is a string', NEEDS, async (t) => {
    for (const field of NUMBERS) {
      const valid_body = await farmBody(t);
      const reply = await t.seller.post('/me/farms', { ...valid_body, [field]: String(valid_body[field]) });
      warnUnless(!reply.is_success, { message: `A string was accepted as ${field}.`, reply, expected: '422' });
    }
  }),
  ...NUMBERS.map((field) =>
    check(`FARM-2/${field}-of-zero`, `A ${field} of 0 does not count as missing`, NEEDS, async (t) => {
      const valid_body = await farmBody(t);
      const create = async (value: number): Promise<Reply> => t.seller.post('/me/farms', { ...valid_body, [field]: value });
      const zero = await create(0);
      if (zero.is_success) {
        expectSuccess(zero);
        await expectShown(t, field, zero);
        return;
      }
      if (!hasErrorForField(zero.json, field)) await excuseLimit(t, zero);
      const { [field]: _, ...rest } = valid_body;
      const missing = await t.seller.post('/me/farms', rest);
      const is_same = messageFor(zero, field) === messageFor(missing, field);
      if (!is_same || !(await create(ALMOST_ZERO)).is_success)
        t.unverifiable('the target rejects a farm on the equator or the prime meridian');
      expectThat(false, {
        message: `A ${field} of 0 returns the same error as a missing one.`,
        reply: zero,
        expected: `201, as for a ${field} of ${ALMOST_ZERO}`,
        observed: zero.json,
        likely_cause: 'The code tests whether the value is truthy, and 0 is not. Test whether the field is present.',
      });
    }),
  ),
  check('FARM-3/zero', 'PATCH accepts a coordinate of 0', NEEDS, async (t) => {
    const id = await t.arrange.farm(t.seller);
    for (const field of NUMBERS) {
      const changed = await t.seller.patch(encodePath`/me/farms/${id}`, { [field]: 0 });
      // A deployment can refuse a farm at sea.
      if (changed.status === 422) t.unverifiable('the target rejects farms on the equator or the prime meridian');
      expectStatus(changed, 200);
      resourceOf(await t.seller.get(encodePath`/me/farms/${id}`))
        .find(field)
        ?.is(0);
    }
  }),
  check('FARM-4/bounds', 'Reports the status for a latitude of 91 degrees', NEEDS, async (t) => {
    const reply = await t.seller.post('/me/farms', { ...(await farmBody(t)), latitude: 91 });
    t.observe(`a latitude of 91 degrees gets ${reply.status}`);
  }),
];
