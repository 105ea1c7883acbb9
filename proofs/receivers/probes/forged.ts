/** What must be refused. The genuine twin of each is in `genuine.ts`, or is the plain delivery. */
import { judgeRefused, refuses, type Probe } from './probe.ts';
import { hmac, type Right } from './visit.ts';

const OTHER_SECRET = 'whsec_c29tZWJvZHktZWxzZXMtc2VjcmV0LWFsdG9nZXRoZXI';
/** What is left in a configuration when the tests are through. */
const GUESSED_SECRET = 'whsec_test';

function forge({ t, body }: Right): string {
  return `t=${t},v1=${hmac(OTHER_SECRET, `${t}.`, body)}`;
}

function legacyOf({ secret, body }: Right): string {
  return `sha256=${hmac(secret, body)}`;
}

function flip(hex: string, at: number): string {
  return hex.slice(0, at) + (hex[at] === '0' ? '1' : '0') + hex.slice(at + 1);
}

/** The first digit, and the first one that differs from it, in each other's place. */
function swap(hex: string): string {
  const first = hex.slice(0, 1);
  const at = Array.from(hex).findIndex((digit) => digit !== first);
  return hex.slice(at, at + 1) + hex.slice(1, at) + first + hex.slice(at + 1);
}

/** What was taken before lends something to a forgery: its id, or its signature. */
const AFTER_A_GENUINE_ONE: readonly Probe[] = [
  {
    name: 'forged-duplicate',
    expects: 'a forgery with the id of an event that was taken is refused',
    run: async (at) => {
      const notice = at.compose();
      await at.deliver(notice);
      const { status } = await at.attempt(notice, { header: forge });
      return judgeRefused(status);
    },
  },
  {
    name: 'borrowed-signature',
    expects: 'the header of a delivery that was taken is refused above another body',
    run: async (at) => {
      let header = '';
      await at.deliver(at.compose(), {
        header: ({ t, v1 }) => {
          header = `t=${t},v1=${v1}`;
          return header;
        },
      });
      const notice = at.compose();
      const { status } = await at.attempt(notice, { header: () => header });
      return (await at.effectsOf(notice.id)) > 0 ? `answered ${status} and took effect` : judgeRefused(status);
    },
  },
];

/** Any part of the header exchanged, everything else being right. */
export const FORGED: readonly Probe[] = [
  refuses('wrong-secret', 'a signature by another secret is answered 400', { wrapping: { header: forge }, exactly: 400 }),
  refuses('flipped-first', 'a wrong first digit of v1', { wrapping: { header: ({ t, v1 }) => `t=${t},v1=${flip(v1, 0)}` } }),
  refuses('flipped-middle', 'a wrong digit in the middle of v1', {
    wrapping: { header: ({ t, v1 }) => `t=${t},v1=${flip(v1, 32)}` },
  }),
  refuses('flipped-last', 'a wrong last digit of v1', { wrapping: { header: ({ t, v1 }) => `t=${t},v1=${flip(v1, 63)}` } }),
  refuses('swapped-digits', 'a v1 of which two digits changed places', {
    wrapping: { header: ({ t, v1 }) => `t=${t},v1=${swap(v1)}` },
  }),
  refuses('v1-cut', 'a v1 that ends early', { wrapping: { header: ({ t, v1 }) => `t=${t},v1=${v1.slice(0, 16)}` } }),
  refuses('v1-longer', 'a v1 with something behind', { wrapping: { header: ({ t, v1 }) => `t=${t},v1=${v1}00` } }),
  refuses('tampered-body', 'a body that another was signed for', {
    wrapping: { header: ({ t, body, secret }) => `t=${t},v1=${hmac(secret, `${t}.`, `${body.toString()} `)}` },
  }),
  refuses('refreshed-t', 'an old signature under a fresh t', {
    wrapping: { header: ({ t, body, secret }) => `t=${t},v1=${hmac(secret, `${Number(t) - 3_600}.`, body)}` },
  }),
  refuses('neighbouring-t', 'a signature for the second before t', {
    wrapping: { header: ({ t, body, secret }) => `t=${t},v1=${hmac(secret, `${Number(t) - 1}.`, body)}` },
  }),
  refuses('signed-body-alone', 'a signature over the body alone', {
    wrapping: { header: ({ t, body, secret }) => `t=${t},v1=${hmac(secret, body)}` },
  }),
  refuses('empty-key', 'a signature by an empty secret', {
    wrapping: { header: ({ t, body }) => `t=${t},v1=${hmac('', `${t}.`, body)}` },
  }),
  refuses('guessed-key', 'a signature by a secret that anybody would try', {
    wrapping: { header: ({ t, body }) => `t=${t},v1=${hmac(GUESSED_SECRET, `${t}.`, body)}` },
  }),
  refuses('downgrade', 'a valid legacy segment beside a wrong v1', {
    wrapping: { header: (right) => `${forge(right)},${legacyOf(right)}` },
  }),
  refuses('other-key', 'the right signature under another key beside a wrong v1', {
    wrapping: { header: (right) => `${forge(right)},v0=${right.v1}` },
  }),
  refuses('forged-sandbox', 'a forged sandbox event', { changes: { livemode: false }, wrapping: { header: forge } }),
  refuses('forged-unknown', 'a forged event of an unknown type', { type: 'silo.ventilated', wrapping: { header: forge } }),
  refuses('forged-ping', 'a forged event that calls itself a ping', { type: 'ping', wrapping: { header: forge } }),
  refuses('forged-event-header', 'a forged event that SVC-Event calls a ping', {
    wrapping: { header: forge, headers: { 'SVC-Event': 'ping' } },
  }),
  refuses('forged-content-type', 'a forged event that is not called JSON', {
    wrapping: { header: forge, headers: { 'Content-Type': 'text/plain' } },
  }),
  refuses('forged-not-json', 'a forged body that is no JSON', { body: () => 'grain', wrapping: { header: forge } }),
  ...AFTER_A_GENUINE_ONE,
];

export const INCOMPLETE: readonly Probe[] = [
  refuses('no-header', 'a delivery without a signature', { wrapping: { header: () => undefined } }),
  refuses('empty-header', 'an empty signature', { wrapping: { header: () => '' } }),
  refuses('no-v1', 'a header without v1', { wrapping: { header: ({ t }) => `t=${t}` } }),
  refuses('empty-v1', 'an empty v1', { wrapping: { header: ({ t }) => `t=${t},v1=` } }),
  refuses('legacy-only', 'a valid legacy segment without v1', {
    wrapping: { header: (right) => `t=${right.t},${legacyOf(right)}` },
  }),
  refuses('no-t', 'a header without t', { wrapping: { header: ({ v1 }) => `v1=${v1}` } }),
  refuses('no-segments', 'a header that is no list of segments', { wrapping: { header: () => 'grain' } }),
];

const WORDS = { 't-word': 'soon', 't-empty': '', 't-infinite': 'Infinity' };

/** Signed by the right secret over the `t` that is sent: only the clock can refuse these (SIG-3). */
export const OUT_OF_TIME: readonly Probe[] = [
  refuses('stale', 'a t 310 seconds ago', { wrapping: { t_offset_seconds: -310 } }),
  refuses('stale-by-days', 'a t three days ago', { wrapping: { t_offset_seconds: -259_200 } }),
  refuses('future', 'a t 310 seconds ahead', { wrapping: { t_offset_seconds: 310 } }),
  refuses('t-in-milliseconds', 'a t in milliseconds', { wrapping: { t: (now_seconds) => `${now_seconds}000` } }),
  ...Object.entries(WORDS).map(([name, t]) => refuses(name, `a t that is no number: "${t}"`, { wrapping: { t: () => t } })),
  refuses('stale-t-first', 'two t, of which the first is old and signed', {
    wrapping: { t_offset_seconds: -3_600, header: ({ t, v1 }) => `t=${t},t=${Number(t) + 3_600},v1=${v1}` },
  }),
  refuses('stale-t-last', 'two t, of which the last is old and signed', {
    wrapping: { t_offset_seconds: -3_600, header: ({ t, v1 }) => `t=${Number(t) + 3_600},t=${t},v1=${v1}` },
  }),
];

/** What is said to whoever cannot sign must not help to sign. */
const DISCREET: Probe = {
  name: 'discreet',
  expects: 'the refusal tells neither the secret nor the signature that was expected',
  run: async (at) => {
    let right_v1 = '';
    const { body = '' } = await at.attempt(at.compose(), {
      header: (right) => {
        right_v1 = right.v1;
        return forge(right);
      },
    });
    const told = [right_v1, at.serving.secret].filter((secret) => body.toLowerCase().includes(secret.toLowerCase()));
    return told.length === 0 ? '' : `told ${told.join(' and ')}`;
  },
};

export const REFUSED: readonly Probe[] = [...FORGED, ...INCOMPLETE, ...OUT_OF_TIME, DISCREET];
