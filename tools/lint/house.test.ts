import { expect, test } from 'vitest';

// The linter loads this plain JavaScript file, so it has no types.
const { default: house } = await import(new URL('house.mjs', import.meta.url).href);

/** The messages of the rule `house/import-matrix` for one import. */
function checkImport(path: string, specifier: string): readonly string[] {
  const messages: string[] = [];
  const context = {
    cwd: '/project',
    filename: `/project/${path}`,
    report: ({ message }: { message: string }) => messages.push(message),
  };
  house.rules['import-matrix'].create(context).ImportDeclaration({ source: { value: specifier } });
  return messages;
}

test.for([
  ['spec/a.ts', '#mock/a', 'spec cannot import mock; it can import: no other top folder.'],
  ['mock/a.ts', '#conformance/a', 'mock cannot import conformance; it can import: spec, fixtures.'],
  ['mock/a.test.ts', '#cli/a', 'mock cannot import cli; it can import: spec, fixtures.'],
  ['conformance/a.ts', '#mock', 'conformance cannot import mock; it can import: spec, client.'],
  ['scenarios/a.ts', '#contracts/a', 'scenarios cannot import contracts; it can import: spec, client, conformance.'],
  ['mock/a.ts', '../spec/a.ts', "Import spec as '#spec', not by a relative path."],
  ['mock/a.ts', '#mock/b', 'Within mock, import by a relative path.'],
] as const)('import-matrix: %s cannot import %s', ([path, specifier, message]) => {
  expect(checkImport(path, specifier)).toEqual([message]);
});

test.for([
  ['mock/a.ts', '#spec/a'],
  ['mock/a.ts', './b.ts'],
  ['mock/a.ts', 'express'],
  ['proofs/a.ts', '#cli/a'],
] as const)('import-matrix: %s can import %s', ([path, specifier]) => {
  expect(checkImport(path, specifier)).toEqual([]);
});

test.for(['cli', 'docs', 'tools'])('import-matrix: %s cannot import proofs', (folder) => {
  expect(checkImport(`${folder}/a.ts`, '#proofs/a')).toHaveLength(1);
});

/** How often the rule `house/encoded-paths` complains about a template that begins like this, before an inserted value. */
function countPlainPaths(path: string, begins: string, parent = 'CallExpression'): number {
  let count = 0;
  const context = { cwd: '/project', filename: `/project/${path}`, report: () => (count += 1) };
  const node = { parent: { type: parent }, expressions: [{}], quasis: [{ value: { raw: begins } }] };
  house.rules['encoded-paths'].create(context).TemplateLiteral?.(node);
  return count;
}

test('encoded-paths: a path with an id needs the tag, in the folders that send requests', () => {
  for (const begins of ['/bids/', '/me/inventory/', '/market/prices/']) expect(countPlainPaths('client/a.ts', begins)).toBe(1);
  expect(countPlainPaths('client/a.ts', '/bids/', 'TaggedTemplateExpression')).toBe(0);
  expect(countPlainPaths('client/a.ts', '/bids?status=')).toBe(0);
  expect(countPlainPaths('client/a.ts', 'GET /bids/')).toBe(0);
  expect(countPlainPaths('mock/a.ts', '/bids/')).toBe(0);
});

test.for([
  ['Property ObjectExpression', 'toMatchObject', 1],
  ['ArrayExpression', 'toMatchObject', 1],
  ['', 'stringMatching', 0],
  ['', 'toMatch', 0],
] as const)('no-vacuous-regex: a regular expression in %s of %s', ([containers, name, count]) => {
  let parent: object = { type: 'CallExpression', callee: { type: 'MemberExpression', property: { name } } };
  for (const type of containers.split(' ').filter(Boolean)) parent = { type, parent };
  const messages: string[] = [];
  const context = { report: ({ message }: { message: string }) => messages.push(message) };
  house.rules['no-vacuous-regex'].create(context).Literal({ regex: {}, parent });
  expect(messages).toHaveLength(count);
});
