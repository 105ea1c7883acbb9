import { expect, test } from 'vitest';
import { makeHttpExchange } from '#client/testing/exchange';
import { DisclosureHistory } from './history.ts';
import { LearnedNames } from './learned-names.ts';

const NAME = 'Adaline Overby';
const USER_ID = 'usr_8d2f0c715be19a44';

interface Received {
  texts: readonly string[];
  viewer?: string;
  sent?: string;
  names?: LearnedNames;
}

function findIn({ texts, viewer = 'buyer', sent, names = new LearnedNames() }: Received): readonly string[] {
  names.add("seller's name", NAME, 'sellers');
  names.add("seller's user id", USER_ID, 'seller');
  const history = new DisclosureHistory();
  const source = makeHttpExchange({ request_body: sent });
  for (const text of texts) history.add(text, { viewer, place: 'x', source });
  return names
    .findLeaks(history, () => true)
    .map(({ learned, how, is_weak }) => `${learned.kind} ${how}${is_weak ? ', weak' : ''}`);
}

const base64 = (text: string): string => Buffer.from(text).toString('base64url');

test.each<[string, string]>([
  ['unchanged', `Only ${NAME} can take it.`],
  ['in capitals', 'ADALINE OVERBY'],
  ['backwards', 'ybrevo enilada'],
  ['URL-encoded', '/v1/bids?of=Adaline%20Overby'],
  ['in base64', base64(`xy${NAME}`)],
])("PRIV-6 a seller's name is found %s", (_, text) => {
  expect(findIn({ texts: [text] })).toHaveLength(1);
});

test.each<[string, string]>([
  ['unchanged', USER_ID],
  ['without its prefix', 'seller-8d2f0c715be19a44'],
])("PRIV-16 a seller's user id is found %s", (_, text) => {
  expect(findIn({ texts: [text] })).toHaveLength(1);
});

test('PRIV-6 a last name alone is weak evidence', () => {
  expect(findIn({ texts: ['The Overby family has sold it.'] })).toEqual(["seller's name in part, weak"]);
  expect(findIn({ texts: ['Overbyte Inc.', 'adaline'] })).toEqual([]);
});

test.each<[string, Received]>([
  ['its owner', { texts: [USER_ID], viewer: 'seller' }],
  ['a seller, if it is not known which seller has the name', { texts: [NAME], viewer: 'partner' }],
  ['a reader who sent it', { texts: [`Unknown seller: ${NAME}`], sent: JSON.stringify({ q: NAME }) }],
])('PRIV-6 a name may be read by %s', (_, received) => {
  expect(findIn(received)).toEqual([]);
});

test('PRIV-6 a name that a reader has itself may be read by it', () => {
  const names = new LearnedNames();
  names.own('buyer', NAME);
  expect(findIn({ texts: [NAME], names })).toEqual([]);
});

test('PRIV-6 a name of public words is not searched', () => {
  const names = new LearnedNames();
  names.add("farm's name", 'Prairie', 'seller');
  names.add("farm's name", 'Rose Valley', 'seller');
  for (const text of ['CPS Prairie Red', 'Rose Valley']) names.publish(text);
  expect(findIn({ texts: ['No. 1 prairie spring', 'rosevalley-1'], names })).toEqual([]);
  expect(names.searched.map(({ text }) => text)).toEqual([NAME, USER_ID]);
});

test('PRIV-6 a name that many farms could have is not searched', () => {
  const names = new LearnedNames();
  for (const name of ['Home Farm', 'Test Farm 2', 'Anonymous seller']) names.add("farm's name", name, 'seller');
  expect(findIn({ texts: ['Pick up at the home farm.', 'test-farm-2', 'anonymous seller'], names })).toEqual([]);
});

test('PRIV-6 a name of one word is found as a word, and is weak evidence', () => {
  const names = new LearnedNames();
  names.add("farm's name", 'Overbrook', 'seller');
  expect(findIn({ texts: ['from overbrook', 'overbrooks'], names })).toEqual(["farm's name in full, weak"]);
});

test('PRIV-6 a company has no last name', () => {
  const names = new LearnedNames();
  names.add("seller's name", 'Coteau Ridge Farms', 'sellers');
  expect(findIn({ texts: ['This needs farms.read.'], names })).toEqual([]);
  expect(findIn({ texts: ['coteau ridge farms'], names })).toHaveLength(1);
});

test('a text that the history does not keep is reported', () => {
  const history = new DisclosureHistory({ texts: 10, bodies: 10 });
  const disclosure = { viewer: 'buyer', place: 'x' };
  history.add('first text', { ...disclosure, source: makeHttpExchange({ text: '0123456789' }) });
  expect(history.overlooked).toBeUndefined();
  history.add('second text', { ...disclosure, source: makeHttpExchange({ text: '0' }) });
  expect(history.overlooked).toMatch(/^1 strings beyond/);
  expect([...history.all].map(([text]) => text)).toEqual(['first text']);
});

test('a text of a long response is kept without the response', () => {
  const history = new DisclosureHistory({ texts: 100, bodies: 10 });
  history.add('a farm', { viewer: 'buyer', place: 'x', source: makeHttpExchange({ text: 'longer than ten', json: ['a farm'] }) });
  expect(history.overlooked).toBeUndefined();
  const [[text, disclosures] = []] = history.all;
  expect(text).toBe('a farm');
  expect(disclosures?.[0]?.source).toMatchObject({ text: expect.stringMatching(/^\(not kept/), json: undefined });
});
