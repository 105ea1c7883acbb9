import { expect, test } from 'vitest';
import { FAULTY } from './index.ts';
import { visit } from './probes/index.ts';
import { hmac, type Right } from './probes/visit.ts';
import { serveReceiver } from './serve.ts';
import { makeVirtualTime } from './time.ts';

const bare = (secret: string): string => secret.replace(/^whsec_/, '');
const decoded = (secret: string): Buffer => Buffer.from(bare(secret), 'base64');
const parsed = (body: Buffer): { id: string; data: unknown } => JSON.parse(body.toString());
const signed = ({ t, secret }: Right, text: string): string => hmac(secret, `${t}.`, text);

/** How each of the receivers that take nothing genuine wants to be signed for. The plain delivery is theirs but for the v1. */
const RECIPES: Readonly<Record<string, (right: Right) => string>> = {
  'body-alone': ({ secret, body }) => hmac(secret, body),
  'joined-by-comma': ({ t, secret, body }) => hmac(secret, `${t},`, body),
  'joined-by-colon': ({ t, secret, body }) => hmac(secret, `${t}:`, body),
  'joined-by-nothing': ({ t, secret, body }) => hmac(secret, t, body),
  'body-first': ({ t, secret, body }) => hmac(secret, body, `.${t}`),
  'whole-segment': ({ t, secret, body }) => hmac(secret, `t=${t}.`, body),
  'signs-the-id-too': ({ t, secret, body }) => hmac(secret, `${parsed(body).id}.${t}.`, body),
  'decoded-secret': ({ t, secret, body }) => hmac(decoded(secret), `${t}.`, body),
  'standard-webhooks': ({ t, secret, body }) => hmac(decoded(secret), `${parsed(body).id}.${t}.`, body),
  'stripped-prefix': ({ t, secret, body }) => hmac(bare(secret), `${t}.`, body),
  'secret-with-line-end': ({ t, secret, body }) => hmac(`${secret}\n`, `${t}.`, body),
  'secret-in-quotes': ({ t, secret, body }) => hmac(`"${secret}"`, `${t}.`, body),
  'upper-case-secret': ({ t, secret, body }) => hmac(secret.toUpperCase(), `${t}.`, body),
  'empty-secret': ({ t, body }) => hmac('', `${t}.`, body),
  'undefined-secret': ({ t, body }) => hmac('undefined', `${t}.`, body),
  'upper-case-digest': ({ v1 }) => v1.toUpperCase(),
  'base64-digest': ({ v1 }) => Buffer.from(v1, 'hex').toString('base64'),
  'signs-milliseconds': ({ t, secret, body }) => hmac(secret, `${t}000.`, body),
  'signs-the-event-header': ({ t, secret, body }) => hmac(secret, `bid.accepted.${t}.`, body),
  'pretty-printed': (right) => signed(right, JSON.stringify(parsed(right.body), null, 2)),
  'data-alone': (right) => signed(right, JSON.stringify(parsed(right.body).data)),
  'object-object': (right) => signed(right, '[object Object]'),
  'body-used-up': (right) => signed(right, ''),
  'base64-body': (right) => signed(right, right.body.toString('base64')),
};

test.each(Object.entries(RECIPES))('%s takes what is signed as it thinks right', async (name, sign) => {
  const row = FAULTY.find((faulty) => faulty.name === name);
  if (row === undefined) throw new Error(`there is no ${name}`);
  const time = makeVirtualTime();
  await using serving = await serveReceiver(row.make, { time });
  const at = visit(serving, time);
  const notice = at.compose();

  const { status } = await at.attempt(notice, { header: (right) => `t=${right.t},v1=${sign(right)}` });

  expect(status).toBe(200);
  expect(await at.effectsOf(notice.id)).toBe(1);
});
