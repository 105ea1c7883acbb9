import { expect, test } from 'vitest';
import { hasErrorForField } from './expect.ts';

test.for([
  ['url', true],
  ['/url', true],
  ['body.url', true],
  ['url[0]', true],
  ['events', false],
  ['my_url', false],
  [undefined, false],
] as const)('an entry for the field %j is about url: %s', ([field, is_about_url]) => {
  expect(hasErrorForField({ error: { errors: [{ field, message: 'is invalid' }] } }, 'url')).toBe(is_about_url);
});

test.for([undefined, 'text', {}, { error: 'text' }, { error: { errors: 'url' } }])('%j has no entry', (json) => {
  expect(hasErrorForField(json, 'url')).toBe(false);
});
