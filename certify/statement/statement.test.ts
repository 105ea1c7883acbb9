import { createPrivateKey, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeReport, makeStage } from '../testing/report.ts';
import type { Envelope } from './envelope.ts';
import { PAYLOAD_TYPE, encodeForSigning, generateKeys, seal, readKey } from './envelope.ts';
import { PREDICATE_TYPE, signStatement, verifyStatement, type Statement } from './statement.ts';

const KEYS = generateKeys();
const PRIVATE_KEY = readKey('private', KEYS.private_key);
const OTHER = generateKeys();
const REQUIRED = [
  { id: 'placing.plain', level: 'must' },
  { id: 'placing.has-key', level: 'should' },
] as const;
const REPORT = makeReport(REQUIRED.map(({ id, level }) => makeStage(id, level, 'ready')));
const REPORT_TEXT = JSON.stringify(REPORT);
const SIGNED = signStatement(REPORT, REPORT_TEXT, 'report.json', PRIVATE_KEY);

const OPTIONS = {
  public_key: readKey('public', KEYS.public_key),
  readReport: (): string => REPORT_TEXT,
  now_ms: Date.parse(REPORT.started_at) + 1_000,
  required: REQUIRED,
};

function edit(change: (envelope: Envelope) => object): string {
  return JSON.stringify({ ...JSON.parse(SIGNED), ...change(JSON.parse(SIGNED)) });
}

/** Signs a changed statement with the right key, as a dishonest signer could. */
function resign(change: (statement: Statement) => object): string {
  const payload: Statement = JSON.parse(Buffer.from(JSON.parse(SIGNED).payload, 'base64').toString());
  return JSON.stringify(seal(JSON.stringify({ ...payload, ...change(payload) }), PRIVATE_KEY));
}

const withPredicate = (change: Partial<Statement['predicate']>): string =>
  resign(({ predicate }) => ({ predicate: { ...predicate, ...change } }));

const decode = ({ payload }: Envelope): string => Buffer.from(payload, 'base64').toString();
const encode = (text: string): string => Buffer.from(text).toString('base64');

test('an unchanged statement is accepted', () => {
  const { statement, is_report_checked } = verifyStatement(SIGNED, OPTIONS);
  expect(statement.predicate).toMatchObject({
    verdict: 'ready',
    seed: '7',
    requirements: [{ id: 'placing.plain' }, { id: 'placing.has-key' }],
  });
  expect(is_report_checked).toBe(true);
  expect(verifyStatement(SIGNED, { ...OPTIONS, readReport: () => undefined }).is_report_checked).toBe(false);
});

test('the signed bytes are those of the DSSE specification', () => {
  // The example of its section on PAE.
  expect(encodeForSigning('http://example.com/HelloWorld', Buffer.from('hello world')).toString()).toBe(
    'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
  );
  const { payload, signatures } = JSON.parse(SIGNED);
  const bytes = `DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${Buffer.from(payload, 'base64').length} ${Buffer.from(payload, 'base64').toString()}`;
  expect(signatures[0].sig).toBe(sign(null, Buffer.from(bytes), createPrivateKey(KEYS.private_key)).toString('base64'));
});

test.each<[name: string, text: string, options: Partial<typeof OPTIONS>, says: string]>([
  [
    'the payload is edited',
    edit((e) => ({ payload: encode(decode(e).replace('"seed":"7"', '"seed":"8"')) })),
    {},
    'was changed after it was signed',
  ],
  [
    'the results are edited',
    edit((e) => ({ payload: encode(decode(e).replace('"verdict":"ready"', '"verdict":"not_ready"')) })),
    {},
    'was changed after it was signed',
  ],
  [
    'the signature is edited',
    edit((e) => ({
      signatures: [{ ...e.signatures[0], sig: e.signatures[0]?.sig.replace(/^./, (one) => (one === 'A' ? 'B' : 'A')) }],
    })),
    {},
    'does not match the payload',
  ],
  [
    'the signature is cut',
    edit((e) => ({ signatures: [{ ...e.signatures[0], sig: e.signatures[0]?.sig.slice(0, 40) }] })),
    {},
    'does not match the payload',
  ],
  [
    'the signature is empty',
    edit((e) => ({ signatures: [{ ...e.signatures[0], sig: '' }] })),
    {},
    'the signature is not complete base64',
  ],
  ['there is no signature', edit(() => ({ signatures: [] })), {}, 'is not a DSSE envelope'],
  [
    'there is a second signature',
    edit((e) => ({ signatures: [...e.signatures, { keyid: OTHER.keyid, sig: e.signatures[0]?.sig }] })),
    {},
    'has 2 signatures instead of one',
  ],
  ['the payload type is changed', edit(() => ({ payloadType: 'application/json' })), {}, 'the payload type is application/json'],
  ['the payload is truncated base64', edit((e) => ({ payload: e.payload.slice(0, -3) })), {}, 'not complete base64'],
  [
    'the payload has foreign characters',
    edit((e) => ({ payload: `${e.payload.slice(0, 8)}\n${e.payload.slice(8)}` })),
    {},
    'not complete base64',
  ],
  ['a key of the envelope is there twice', SIGNED.replace('{', '{"payload":"e30=",'), {}, 'the statement has a duplicate key'],
  ['the envelope has a further field', edit(() => ({ note: 'x' })), {}, 'is not a DSSE envelope'],
  ['it is not JSON', SIGNED.slice(0, -5), {}, 'the statement is not JSON'],
  ['it was signed with another key', SIGNED, { public_key: readKey('public', OTHER.public_key) }, 'signed with another key'],
  [
    'the key id is that of another key',
    edit((e) => ({ signatures: [{ ...e.signatures[0], keyid: OTHER.keyid }] })),
    { public_key: readKey('public', OTHER.public_key) },
    'does not match the payload',
  ],
  ['it has expired', SIGNED, { now_ms: Date.parse(REPORT.started_at) + 91 * 86_400_000 }, 'was valid until 2027-02-20'],
  ['it is from the future', SIGNED, { now_ms: Date.parse(REPORT.started_at) - 2 * 86_400_000 }, 'which is in the future'],
  ['it is about another version of the API', withPredicate({ api: '0.9.0' }), {}, 'about version 0.9.0 of the API'],
  ['the predicate type is changed', resign(() => ({ predicateType: `${PREDICATE_TYPE}0` })), {}, `instead of ${PREDICATE_TYPE}`],
  [
    'the statement type is changed',
    resign(() => ({ _type: 'https://in-toto.io/Statement/v0.1' })),
    {},
    'is not a statement of gristmill certify: _type',
  ],
  [
    'the signer leaves out a requirement',
    withPredicate({ requirements: [{ id: 'placing.plain', level: 'must', verdict: 'ready', reason: null }] }),
    {},
    'leaves out the requirement placing.has-key',
  ],
  [
    'the signer lowers a level',
    withPredicate({ requirements: REQUIRED.map(({ id }) => ({ id, level: 'should', verdict: 'ready', reason: null })) }),
    {},
    'gives placing.plain the level should instead of must',
  ],
  [
    'the signer calls a client ready that is not',
    withPredicate({ requirements: REQUIRED.map(({ id, level }) => ({ id, level, verdict: 'not_ready', reason: null })) }),
    {},
    'says ready, but its results give not_ready',
  ],
  [
    'the signer names a report elsewhere',
    resign(({ subject }) => ({ subject: [{ ...subject[0], name: '../report.json' }] })),
    {},
    'which is not a file in the folder of the statement',
  ],
])('rejected: %s', (_, text, options, says) => {
  expect(() => verifyStatement(text, { ...OPTIONS, ...options })).toThrow(says);
});

test('a payload with a key twice is refused, even from the right key', () => {
  const payload = decode(JSON.parse(SIGNED)).replace('"seed":"7"', '"seed":"8","seed":"7"');
  const text = JSON.stringify(seal(payload, PRIVATE_KEY));
  expect(() => verifyStatement(text, OPTIONS)).toThrow('the payload has a duplicate key');
});
