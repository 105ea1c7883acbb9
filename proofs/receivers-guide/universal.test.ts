/**
 * `gristmill/webhooks` has no dependencies and runs anywhere: as one file without imports, in a realm with only the language and two Web globals, like a
 * Worker. Deno and Bun are not tested, because they are not installed here.
 */
import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import type * as Webhooks from '#conformance/webhooks/index';
import { SIGNATURES_PATH, type VectorFile } from '#fixtures/vectors/make-signatures';
import { expect, test } from 'vitest';
import { bundleWebhooks } from './bundle.ts';

const { vectors } = JSON.parse(readFileSync(SIGNATURES_PATH, 'utf8')) as VectorFile;

test('the published file imports nothing, uses no Node API, and keeps the license of its contents', async () => {
  const { code, imports } = await bundleWebhooks('esm');
  expect(imports).toEqual([]);
  const bare = code.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  // `process(` is a method of the hash.
  expect(bare.match(/\b(import|require|process(?!\()|Buffer|node:|__dirname|eval|new Function)\b/)).toBeNull();
  expect(code).toContain('MIT License');
  expect(code.length).toBeLessThan(64_000);
});

test('SIG-1 every vector has the same result with only TextEncoder and TextDecoder', async () => {
  const { code } = await bundleWebhooks('iife');
  // As in a Worker, no code is made from strings.
  const context = createContext({ TextEncoder, TextDecoder }, { codeGeneration: { strings: false, wasm: false } });
  expect(runInContext('typeof process + typeof Buffer + typeof require + typeof crypto', context)).toBe('undefined'.repeat(4));
  const { verifySignature, signPayload } = runInContext(`${code}\nwebhooks`, context) as typeof Webhooks;

  const wrong = vectors.filter(({ body, body_base64 = '', header, secret, now, valid, reason }) => {
    const verified = verifySignature(body ?? Uint8Array.from(Buffer.from(body_base64, 'base64')), header, secret, { now });
    return verified.valid !== valid || (!verified.valid && verified.reason !== reason);
  });
  expect(vectors.length).toBeGreaterThan(0);
  expect(wrong.map(({ name }) => name)).toEqual([]);
  expect(signPayload('{}', 'whsec_a', { timestamp: 1 })).toMatch(/^t=1,v1=[0-9a-f]{64}$/);
});
