import { expect, test } from 'vitest';
import { z } from 'zod';
import { exampleOf, ownExamples } from './example-of.ts';

const Slug = z.string().meta({ examples: ['canola', 'durum'] });

test('a declared example has precedence over a generated one', () => {
  expect(exampleOf(Slug)).toBe('canola');
  expect(exampleOf(z.object({ slug: Slug }).meta({ examples: [{ slug: 'peas' }] }))).toEqual({ slug: 'peas' });
  expect(ownExamples(Slug)).toEqual(['canola', 'durum']);
});

test('the example of an object is composed from the examples of its parts', () => {
  const page = z.object({
    items: z.array(z.union([Slug, z.number()])),
    next: z.string().nullable(),
    interval: z.enum(['day', 'week']),
  });

  expect(exampleOf(page)).toEqual({ items: ['canola'], next: null, interval: 'day' });
});

test('values that only the caller knows are given by name', () => {
  expect(exampleOf(z.object({ href: z.string() }), { href: '/bids' })).toEqual({ href: '/bids' });
});

test('a part without an example is an error', () => {
  expect(() => exampleOf(z.object({ name: z.string() }))).toThrow('no example of a ZodString');
});
