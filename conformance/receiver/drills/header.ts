/** SIG-2, SIG-10: however the header is put together, it is read by key. */
import type { Drill } from '../drill.ts';
import { drill } from '../drill.ts';
import { sayAnswer } from '../describe-answer.ts';
import { shouldTake, takes } from './pair.ts';

const LEGACY = 'The header is read by place, or the legacy segment is verified: it is to be ignored, wherever it stands.';

export const HEADER_DRILLS: readonly Drill[] = [
  takes(
    'SIG-2/legacy-ignored',
    'A legacy segment behind the others is ignored',
    { header: 't={t},v1={v1},sha256={other}' },
    LEGACY,
  ),
  takes(
    'SIG-2/legacy-first',
    'A legacy segment before the others is ignored',
    { header: 'sha256={other},t={t},v1={v1}' },
    LEGACY,
  ),
  takes(
    'SIG-2/legacy-between',
    'A legacy segment between the others is ignored',
    { header: 't={t},sha256={other},v1={v1}' },
    LEGACY,
  ),
  takes(
    'SIG-10/reversed',
    'The header is read by key: v1 may stand before t',
    { header: 'v1={v1},t={t}' },
    'The segments are read by their place: their order is not guaranteed.',
  ),
  takes('SIG-10/legacy-reversed', 'The header is read by key, in any order', { header: 'v1={v1},sha256={other},t={t}' }, LEGACY),
  shouldTake(
    'SIG-10/unknown-segment',
    'A segment that nobody knows is ignored',
    { header: 't={t},v0={other},v1={v1},v2={other}' },
    'Segments are matched one by one, and an unknown one is an error: read `t` and `v1`, leave the rest.',
  ),
  shouldTake(
    'SIG-10/look-alikes',
    'Segments whose keys end in t and v1 are other segments',
    { header: 'nt=1,t={t},nv1={other},v1={v1}' },
    'The header is searched for `t=` and `v1=`, anywhere: split it by commas, and compare whole keys.',
  ),
  shouldTake(
    'SIG-10/spaced',
    'Blanks behind the commas do not matter',
    { header: 't={t}, v1={v1}' },
    'The header is split by commas and not trimmed: a proxy that joins headers puts blanks in.',
  ),
  shouldTake(
    'SIG-2/second-signature',
    'One of several signatures is enough',
    { header: 't={t},v1={other},v1={v1}' },
    'Only one v1 is looked at: two are sent where a secret is being changed, if ever.',
  ),
  shouldTake(
    'SIG-2/first-signature',
    'One of several signatures is enough, the first one too',
    { header: 't={t},v1={v1},v1={other}' },
    'Only one v1 is looked at: two are sent where a secret is being changed, if ever.',
  ),
  drill('SIG-1/upper-case', 'Whether a signature in upper-case hex is taken is told', async (t) => {
    await t.requireGenuine();
    // SIG-11: the marketplace writes it in lower case, as far as anybody has seen.
    t.observe(`v1 in upper-case hex: ${sayAnswer(await t.deliver({ header: 't={t},v1={V1}' }))}`);
  }),
];
