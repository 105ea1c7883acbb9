/** What must be taken: genuine deliveries, each in another form. */
import { EVENTS } from '#spec';
import type { Notice } from '../receiver.ts';
import { accepts, judgeAccepted, type Probe } from './probe.ts';
import { hmac } from './visit.ts';

const NEVER_EMITTED = 'inventory.matched';
const ANOTHER_HMAC = hmac('another key', 'another text');

function withData(changes: Record<string, unknown>): (notice: Notice) => string {
  return (notice) => JSON.stringify({ ...notice, data: { ...notice.data, ...changes } });
}

/** SIG-2, SIG-10: forms of the header. The last five are stated by nobody: a receiver that takes them is the more robust. */
export const HEADERS: readonly Probe[] = [
  accepts('reversed', 'v1 before t', { wrapping: { header: ({ t, v1 }) => `v1=${v1},t=${t}` } }),
  accepts('legacy-beside', 'a valid legacy segment at the end', {
    wrapping: { header: ({ t, v1, secret, body }) => `t=${t},v1=${v1},sha256=${hmac(secret, body)}` },
  }),
  accepts('legacy-first', 'a valid legacy segment at the beginning', {
    wrapping: { header: ({ t, v1, secret, body }) => `sha256=${hmac(secret, body)},t=${t},v1=${v1}` },
  }),
  accepts('legacy-wrong', 'a legacy segment that is wrong', {
    wrapping: { header: ({ t, v1 }) => `t=${t},v1=${v1},sha256=${ANOTHER_HMAC}` },
  }),
  accepts('unknown-segment', 'a segment that nobody knows', { wrapping: { header: ({ t, v1 }) => `t=${t},v2=abc=,v1=${v1}` } }),
  accepts('look-alikes', 'segments whose keys end in t and v1', {
    wrapping: { header: ({ t, v1 }) => `nt=1,t=${t},nv1=${ANOTHER_HMAC},v1=${v1}` },
  }),
  accepts('spaced', 'spaces after the commas', { wrapping: { header: ({ t, v1 }) => `t=${t}, v1=${v1}` } }),
  accepts('right-v1-first', 'the right one of two v1 first', {
    wrapping: { header: ({ t, v1 }) => `t=${t},v1=${v1},v1=${ANOTHER_HMAC}` },
  }),
  accepts('right-v1-last', 'the right one of two v1 last', {
    wrapping: { header: ({ t, v1 }) => `t=${t},v1=${ANOTHER_HMAC},v1=${v1}` },
  }),
  accepts('lower-case-name', 'the name of the header in lower case, as HTTP/2 sends it', {
    wrapping: { header_name: 'svc-signature' },
  }),
];

export const CLOCK: readonly Probe[] = [
  accepts('slightly-old', 'a t 290 seconds ago', { wrapping: { t_offset_seconds: -290 } }),
  accepts('slightly-ahead', 'a t 290 seconds ahead', { wrapping: { t_offset_seconds: 290 } }),
];

const LARGE = 1_048_576;

/** SIG-5: bodies of which another writing is another text. */
export const BODIES: readonly Probe[] = [
  accepts('spaced-body', 'white space in the body', { body: (notice) => JSON.stringify(notice, null, 3) }),
  accepts('space-around', 'a blank line before the body and a line end after it', {
    body: (notice) => `\n\n${JSON.stringify(notice)}\n`,
  }),
  accepts('line-ends', 'line ends of two characters', {
    body: (notice) => JSON.stringify(notice, null, 1).replaceAll('\n', '\r\n'),
  }),
  accepts('key-order', 'keys in another order', {
    body: ({ id, ...rest }) => JSON.stringify({ ...rest, id }, Object.keys({ ...rest, id, ...rest.data }).toReversed()),
  }),
  accepts('accents', 'characters beyond ASCII', { body: withData({ reference: 'BLÉ-7K2QM9XA-麦-🌾' }) }),
  accepts('combining-accents', 'an accent that is a character of its own', {
    body: withData({ reference: 'BLE\u0301-7K2QM9XA' }),
  }),
  accepts('html', 'characters that HTML has a use for', { body: withData({ reference: '<b>A&B</b>' }) }),
  accepts('escapes', 'characters written as escapes', {
    body: (notice) =>
      withData({ reference: 'BL_1_2' })(notice)
        .replace('_1', String.raw`\u00e9`)
        .replace('_2', String.raw`\/`),
  }),
  accepts('numbers', 'numbers that no parser gives back as they were', {
    type: 'trade.created',
    body: (notice) => JSON.stringify(notice).replace('"quantity_mt":120', '"quantity_mt":120.0').replace('305', '3.050E2'),
  }),
  accepts('large', 'a body of one MiB', { body: withData({ reference: 'g'.repeat(LARGE) }) }),
  accepts('large-accents', 'a body of one MiB in characters of three bytes', {
    body: withData({ reference: '麦'.repeat(LARGE / 3) }),
  }),
  accepts('chunked', 'a body without a length', { wrapping: { is_chunked: true } }),
  accepts('charset', 'a content type with its charset', {
    wrapping: { headers: { 'Content-Type': 'application/json; charset=utf-8' } },
  }),
];

export const TYPES: readonly Probe[] = [
  ...Object.keys(EVENTS)
    .filter((type) => type !== NEVER_EMITTED)
    .map((type) => accepts(type, `an event of type ${type}`, { type })),
  accepts('trade-of-an-offer', 'a trade without a bid and a lot, from an offer on a cash bid', {
    type: 'trade.created',
    body: withData({ bid_id: null, inventory_id: null }),
  }),
  accepts('unknown-key', 'a key beside id and type that nobody knows', {
    body: (notice) => JSON.stringify({ ...notice, api_version: '1.0.1' }),
  }),
  accepts('unknown-data', 'a key in data that nobody knows', { body: withData({ grade: 'No. 1 CWRS' }) }),
  accepts('sandbox', 'an event of the sandbox', { changes: { livemode: false } }),
  accepts('late', 'an event of the day before yesterday, replayed today', {
    body: (notice) => JSON.stringify({ ...notice, created_at: new Date(Date.parse(notice.created_at) - 172_800_000) }),
  }),
  accepts('other-instant', 'an instant without milliseconds and with an offset', {
    body: (notice) => JSON.stringify({ ...notice, created_at: notice.created_at.replace(/\.\d+Z$/, '+00:00') }),
  }),
  {
    name: 'unknown-type',
    expects: 'a type that nobody knows is answered 2xx',
    run: async (at) => {
      const { status } = await at.deliver(at.compose('silo.ventilated'));
      return status >= 200 && status <= 299 ? '' : `answered ${status}`;
    },
  },
];

/** The delivery without which there is nothing to judge. */
export const PLAIN: Probe = {
  name: 'plain',
  expects: 'a genuine delivery is answered 2xx and takes effect once',
  run: async (at) => {
    const notice = at.compose();
    return judgeAccepted(at, notice, JSON.stringify(notice));
  },
};

export const TAKEN: readonly Probe[] = [...HEADERS, ...CLOCK, ...BODIES, ...TYPES];
