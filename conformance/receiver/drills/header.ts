/** SIG-2, SIG-10: the header is parsed by key, however it is put together. */
import type { Shape } from '../compose.ts';
import type { DrillContext } from '../drill-context.ts';
import { drill, type Drill } from '../drill.ts';
import { describeResponse } from '../describe-response.ts';
import { accepts, shouldAccept } from './pair.ts';

const BY_POSITION =
  'It parses the header by position, or with one regular expression: ignore the legacy segment, wherever it is.';
const VERIFIES_LEGACY = 'It verifies the legacy segment, or rejects a header that has one: ignore that segment.';
const ONLY_TWO = 'It rejects a header with more segments than `t` and `v1`: ignore the others, such as the legacy segment.';
const UNKNOWN_SEGMENTS: Shape = { header: 't={t},v0={other},v1={v1},v2={other}' };

/** Explains why the receiver rejects a header with a legacy segment, by trying other headers. */
async function explainLegacy(t: DrillContext): Promise<string> {
  const takes = async (header: string): Promise<boolean> => (await t.deliver({ header })).is_accepted;
  const takes_one_more = await takes('t={t},v1={v1},v0={other}');
  if (takes_one_more) return (await takes('t={t},v1={v1},sha256={other}')) ? BY_POSITION : VERIFIES_LEGACY;
  return (await takes('v0={other},t={t},v1={v1}')) || (await takes('v0={other},v1={v1},t={t}')) ? BY_POSITION : ONLY_TWO;
}
const ONE_OF_SEVERAL = 'It checks only one v1. Two can be sent while a secret is replaced.';

const HEADERS: readonly (readonly [id: Drill['id'], title: string, header: string, cause?: string])[] = [
  ['SIG-2/legacy-ignored', 'A legacy segment at the end is ignored', 't={t},v1={v1},sha256={other}'],
  ['SIG-2/legacy-first', 'A legacy segment at the beginning is ignored', 'sha256={other},t={t},v1={v1}'],
  ['SIG-2/legacy-between', 'A legacy segment between the others is ignored', 't={t},sha256={other},v1={v1}'],
  [
    'SIG-10/reversed',
    'A header with v1 before t is accepted',
    'v1={v1},t={t}',
    'It parses the segments by position. Their order is not guaranteed.',
  ],
  ['SIG-10/legacy-reversed', 'A header in any order is accepted', 'v1={v1},sha256={other},t={t}'],
];

const ADVICE: readonly (readonly [id: Drill['id'], title: string, header: string, cause: string, twin?: Shape])[] = [
  [
    'SIG-10/unknown-segment',
    'An unknown segment is ignored',
    't={t},v0={other},v1={v1},v2={other}',
    'It rejects an unknown segment: read `t` and `v1`, and ignore the rest.',
  ],
  [
    'SIG-10/look-alikes',
    'Segments whose keys end in t and v1 are ignored',
    'nt=1,t={t},nv1={other},v1={v1}',
    'It searches the header for `t=` and `v1=`: split it at commas, and compare whole keys.',
    UNKNOWN_SEGMENTS,
  ],
  [
    'SIG-10/spaced',
    'Spaces after commas are ignored',
    't={t}, v1={v1}',
    'It splits the header at commas and does not trim: a proxy that joins headers adds spaces.',
  ],
  ['SIG-2/second-signature', 'A header whose second signature is valid is accepted', 't={t},v1={other},v1={v1}', ONE_OF_SEVERAL],
  ['SIG-2/first-signature', 'A header whose first signature is valid is accepted', 't={t},v1={v1},v1={other}', ONE_OF_SEVERAL],
];

export const HEADER_DRILLS: readonly Drill[] = [
  ...HEADERS.map(([id, title, header, cause]) =>
    accepts(id, title, { header }, cause === undefined ? { explain: explainLegacy } : { cause }),
  ),
  ...ADVICE.map(([id, title, header, cause, twin]) => shouldAccept(id, title, { header }, cause, twin)),
  drill('SIG-1/upper-case', 'Reports whether a signature in upper-case hex is accepted', async (t) => {
    await t.requireGenuine();
    // SIG-11: only lower case has been observed.
    t.observe(`v1 in upper-case hex: ${describeResponse(await t.deliver({ header: 't={t},v1={V1}' }))}`);
  }),
];
