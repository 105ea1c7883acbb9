import { expect, test } from 'vitest';
import { findContactLeak } from './moderation.ts';

const CONTACT_LEAKS: readonly (readonly [string, string])[] = [
  ['an email address', 'write to jo@example.com'],
  ['an email address', 'JO.SMITH+grain@MAIL.EXAMPLE.CO.UK'],
  ['an email address', 'jo@elevator.farm, any day'],
  ['an email address', 'jo＠example.com'],
  ['a URL', 'https://example.test/lot'],
  ['a URL', 'HTTP://192.0.2.1'],
  ['a URL', 'www.example.test'],
  ['a URL', 'see Example.CA for terms'],
  ['a URL', 'prairie-pool.farm'],
  ['a phone number', '306-555-0123'],
  ['a phone number', '(306) 555-0123'],
  ['a phone number', 'Call(306)555-0123.'],
  ['a phone number', '306 555 0123'],
  ['a phone number', '306.555.0123'],
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
  ['a URL', 'bobfarm․ca'],
  ['a URL', 'bobfarm.xyz'],
  ['a phone number', '500-750-1000, or 306-555-1234'],
  ['a phone number', 'variety-3065551234'],
  ['an email address or a phone number', 'Call 306-555-0134 or mail joe@farm.ca, joe@farm.example'],
];

test.for(CONTACT_LEAKS)('PRIV-10 BID-38 %s is found in: %s', ([what, text]) => {
  expect(findContactLeak(text)).toBe(what);
});

const HARMLESS: readonly string[] = [
  '',
  '@',
  'No. 1 CWRS 13.5 protein, 250.00/MT by 2026-09-30',
  '40 t @ 250.00/MT',
  '40 t@250.CAD',
  'premium +10 2026-09-30 2026-10-31',
  '20260701-20260731',
  '2026-06-10T12:00:00.000Z',
  'ref BID-7K2QM9XA on inv_3f9c2a71b04e8d55',
  'net 30 days.Net weight at 250.00.Net of dockage',
  'f.o.b. farm',
  '1,250.00 CAD per 1,000.000 t',
  '1000000 kg or 1 250 t',
  'test weight 640/650/660',
  'a/c 12-345-678',
  '500-750-1000 mt',
  'Load 100-200-3500 bu',
  'loads of 500/750/1000',
  'i.e.dry/clean',
  'approx 1,000-1,200 t per truck, 44.5 t each',
  '44.125 / 52.250 t',
  'basis -25.50, -30.25 and -42.125',
  'Scale tickets.In/out weights',
  '$8.25/bu.CAD',
  'Tough (14.6-17.0%) at 2.50/t per 0.1',
  'truck 1 2 3 4 and 5 6 7',
  'invoice 2026/07/01-2026/07/31',
  'falling number 300.5, 310.5, 320.5',
  'Mon.-Fri. 8.00-17.00, Sat. 8.00-12.00',
  'gm-a13065551234',
  'P7211HR, DKC26-40, S007-Y4 and NSC Watson RR2Y',
];

test.for(HARMLESS)('PRIV-10 BID-37 nothing is found in: %s', (text) => {
  expect(findContactLeak(text)).toBeUndefined();
});
