import { expect, test } from 'vitest';
import { locateMembers, parseResponse } from './json.ts';

test('members are listed outer ones first, with their JSON pointers', () => {
  const members = locateMembers(parseResponse({ response_body: '{"a/b":[1,{"id":"x"}]}' }));
  expect(members.map(({ pointer }) => pointer)).toEqual(['/a~1b', '/a~1b/0', '/a~1b/1', '/a~1b/1/id']);
});

test('a response that is nested far deeper than any documented one has members, and no error', () => {
  const [open, close] = ['['.repeat(20_000), ']'.repeat(20_000)];
  const members = locateMembers(parseResponse({ response_body: `{"id":"inv_1","deep":${open}${close}}` }));
  expect(members[0]).toEqual({ key: 'id', value: 'inv_1', pointer: '/id' });
  expect(members.length).toBeLessThan(100);
});

test('a response that is not JSON has no members', () => {
  expect(locateMembers(parseResponse({ response_body: '<html>' }))).toEqual([]);
});
