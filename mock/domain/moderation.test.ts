import { expect, test } from 'vitest';
import { findWayRound } from './moderation.ts';

const WAYS_ROUND: readonly (readonly [string, string])[] = [
  ['an e-mail address', 'write to jo@example.com'],
  ['an e-mail address', 'JO.SMITH+grain@MAIL.EXAMPLE.CO.UK'],
  ['an e-mail address', 'jo@elevator.farm, any day'],
  ['an e-mail address', 'jo @ example.com'],
  ['an e-mail address', 'jo (at) example.com'],
  ['an e-mail address', 'jo[at]example[dot]com'],
  ['an e-mail address', 'jo at example dot com: jo@example dot com'],
  ['an e-mail address', 'jo＠example.com'],
  ['an e-mail address', 'jo@exam\u200Bple.com'],
  ['an e-mail address', 'jo@müller.de'],
  ['a URL', 'https://example.test/lot'],
  ['a URL', 'HTTP://192.0.2.1'],
  ['a URL', 'ftp://example.test'],
  ['a URL', 'www.example.test'],
  ['a URL', 'see Example.CA for terms'],
  ['a URL', 'prairie-pool.farm'],
  ['a URL', 'jo at example dot com'],
  ['a phone number', '306-555-0123'],
  ['a phone number', '(306) 555-0123'],
  ['a phone number', 'Call(306)555-0123.'],
  ['a phone number', '306 555 0123'],
  ['a phone number', '306.555.0123'],
  ['a phone number', '306/555/0123'],
  ['a phone number', '306 - 555 - 0123'],
  ['a phone number', '306–555–0123'],
  ['a phone number', '306\u00A0555\u00A00123'],
  ['a phone number', '３０６ ５５５ ０１２３'],
  ['a phone number', '1-306-555-0123'],
  ['a phone number', '+1 306 555 0123'],
  ['a phone number', '+13065550123'],
  ['a phone number', '3065550123'],
  ['a phone number', '13065550123'],
  ['a phone number', '+44 20 7946 0958'],
];

test.for(WAYS_ROUND)('PRIV-10 BID-38 %s is found in: %s', ([what, text]) => {
  expect(findWayRound(text)).toBe(what);
});

const HARMLESS: readonly string[] = [
  '',
  '@',
  'No. 1 CWRS 13.5 protein, 250.00/MT by 2026-09-30',
  '40 t @ 250.00/MT',
  '40 t@$250.CAD',
  '40 t@250.CAD',
  'basis +25.00 2026-07-01',
  'premium +10 2026-09-30 2026-10-31',
  '20260701-20260731',
  '2026-06-10T12:00:00.000Z',
  'PO 4500012345',
  'ref BID-7K2QM9XA on inv_3f9c2a71b04e8d55',
  'net 30 days.Net weight at 250.00.Net of dockage',
  'Payment within 10 days.No deductions',
  'f.o.b. farm',
  'delivered @ Regina.No freight',
  '1,250.00 CAD per 1,000.000 t',
  '10:00-16:00 Mon.-Fri.',
  '1000000 kg or 1 250 t',
  'test weight 640/650/660',
  'graded (at) destination',
  'Semi-trailers only, 53 ft, 2 axles',
  'a/c 12-345-678',
];

test.for(HARMLESS)('PRIV-10 BID-37 nothing is found in: %s', (text) => {
  expect(findWayRound(text)).toBeUndefined();
});
