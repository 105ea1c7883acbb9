import { expect, test } from 'vitest';
import { findPactCore, findPrism } from './peers.ts';

const missing =
  (name: string) =>
  (asked: string): string => {
    if (asked === name) throw new Error(`Cannot find module '${asked}'`);
    return `/somewhere/${asked}/index.js`;
  };

test('a missing package is reported with the command that installs it', () => {
  expect(() => findPactCore(missing('@pact-foundation/pact'))).toThrow(
    '@pact-foundation/pact is not installed: run npm install --save-dev @pact-foundation/pact',
  );
  expect(() => findPactCore(missing('@pact-foundation/pact-core'))).toThrow('installed without its core');
  expect(() => findPrism(missing('@stoplight/prism-cli'))).toThrow('npm install --save-dev @stoplight/prism-cli');
});

test('installed packages are found', () => {
  expect(findPactCore()).toMatch(/pact-core/);
  expect(findPrism()).toMatch(/prism-cli/);
});
