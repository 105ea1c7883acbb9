import { expect, test } from 'vitest';
import { readTargetUrl } from './target-url.ts';

test.for<readonly [string, string]>([
  ['https://api.example.com/v1', 'https://api.example.com/v1'],
  [' http://127.0.0.1:4010/v1// ', 'http://127.0.0.1:4010/v1'],
])('%s is read as %s', ([text, url]) => {
  expect(readTargetUrl('--target', text)).toBe(url);
});

test.for<readonly [string, string]>([
  ['localhost:4010/v1', 'must begin with http:// or https://'],
  ['ftp://example.com/v1', 'begins with ftp:'],
  ['https://me:secret@example.com/v1', 'contains a user name or password'],
  ['https://example.com/v1?page=1', 'has a query or fragment'],
  // Without a query or fragment, the sign alone would still come before every path.
  ['https://example.com/v1?', 'has a query or fragment'],
  ['https://example.com/v1/#', 'has a query or fragment'],
])('%s is refused, because it %s', ([text, why]) => {
  expect(() => readTargetUrl('--target', text)).toThrow(why);
});
