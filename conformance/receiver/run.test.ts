import { Breach } from '#client';
import { expect, test } from 'vitest';
import { resolveReceiver } from './resolve-config.ts';
import { ReceiverRun } from './run.ts';

test.each([
  ['http://127.0.0.1:1/hooks', 'http://127.0.0.1:1/hooks'],
  ["http://127.0.0.1:1/it's;hooks", String.raw`'http://127.0.0.1:1/it'\''s;hooks'`],
  // The shell expands the variable, and nothing else.
  ['http://127.0.0.1:1/hooks?token=abc&x=1', 'http://127.0.0.1:1/hooks"?$WEBHOOK_QUERY"'],
])('the command that reruns a drill quotes the address of the receiver: %s', (url, quoted) => {
  const { evidence_context } = new ReceiverRun(resolveReceiver({ url, secret: 'whsec_0123456789' }, {}));
  expect(evidence_context.rerun('SIG-1/genuine', new Breach({ message: 'It is wrong.' }))).toBe(
    `gristmill receiver ${quoted} --secret "$WEBHOOK_SECRET" --only SIG-1/genuine`,
  );
});
