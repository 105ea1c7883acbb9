/** AUTH-15: a token that expires during the run. */
import { check, type Check } from '../../check/check.ts';
import { expectStatus, expectThat, warnUnless } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

async function mintExpiring(t: CheckContext): Promise<{ token: string; expires_in: number }> {
  const minted = await t.hook('mint_token', { actor: 'buyer', scopes: ['inventory.read'] });
  const token =
    typeof minted['token'] === 'string'
      ? minted['token']
      : t.unverifiable('hooks.mint_token returned no token', 'hooks.mint_token');
  const expires_in = Number(minted['expires_in'] ?? Number.NaN);
  if (!Number.isFinite(expires_in)) t.unverifiable('hooks.mint_token returned no expires_in', 'hooks.mint_token');
  t.run.redactor.hide(token, 'SHORT_TOKEN');
  return { token, expires_in };
}

/** Longer than any usual allowance for clocks that differ: a widespread one is 5 minutes. */
const LONG_GRACE_S = 15 * 60;

/**
 * Whether a new token is accepted long after its expiry, and another one rejected after 2 days: so the clock that decides is the one that
 * the hook moves. Each token is used once, so no response can come from a cache.
 */
async function hasLongGrace(t: CheckContext): Promise<boolean> {
  const isAcceptedAfter = async (seconds: number): Promise<boolean> => {
    const { token, expires_in } = await mintExpiring(t);
    await t.arrange.advanceClock(expires_in + seconds);
    return (await t.withToken(`token that expired ${seconds} s ago`, token).get('/inventory')).is_success;
  };
  return (await isAcceptedAfter(LONG_GRACE_S)) && !(await isAcceptedAfter(2 * 86_400));
}

export const JUST_EXPIRED_CHECKS: readonly Check[] = [
  check(
    'AUTH-15/just-expired',
    'A token works until it expires, and not after',
    ['buyer', 'writes', 'hook:mint_token', 'hook:advance_clock'],
    async (t) => {
      const { token, expires_in } = await mintExpiring(t);
      const holder = t.withToken('token that expires', token);
      const before = Math.max(0, expires_in - 60);
      if (before > 0) await t.arrange.advanceClock(before);
      expectStatus(await holder.get('/inventory'), 200);
      await t.arrange.advanceClock(expires_in - before + 5);
      const late = await holder.get('/inventory');
      const finding = {
        message: `A token got ${late.status} 5 seconds after it expired.`,
        reply: late,
        expected: '401 unauthenticated',
        ...(late.is_success
          ? { likely_cause: 'The expiry is not checked, has a grace period, or is compared with another clock.' }
          : {}),
      };
      // A gateway that checks tokens can have its own clock, cache its responses, or tolerate clock differences.
      if (!late.is_success || !(await hasLongGrace(t))) warnUnless(late.status === 401, finding);
      else
        expectThat(false, {
          ...finding,
          message: `A token works ${LONG_GRACE_S / 60} minutes after it expired.`,
          likely_cause: 'The expiry is not checked until later, or it has a long grace period.',
        });
    },
    { lane: 'clock' },
  ),
];
