/**
 * Lint rules of this project. Plain JavaScript, because the linter loads this file directly.
 *
 * `house/no-wall-clock`: time and randomness come from arguments or the world. Only the files that `.oxlintrc.json` names can read the machine's.
 * `house/import-matrix`: the import order of the top folders. Imports between them use `#folder`.
 * `house/encoded-paths`: in the folders that talk to a deployment, a path with an id is a template with the tag `encodePath`.
 * `house/no-silent-cast`: every `as` has a comment, on its line or above its statement, that says why it holds.
 * `house/no-vacuous-regex`: no regular expression inside `toMatchObject(…)`. Vitest compares it as an object without keys, so any string matches.
 */

/** The top folders that each top folder can import. `proofs` can import all of them. */
const MAY_IMPORT = {
  spec: [],
  fixtures: ['spec'],
  mock: ['spec', 'fixtures'],
  client: ['spec'],
  conformance: ['spec', 'client'],
  scenarios: ['spec', 'client', 'conformance'],
  contracts: ['spec', 'client', 'conformance'],
  // The exam starts mocks with createMock().
  certify: ['spec', 'mock', 'client', 'conformance'],
  cli: ['spec', 'fixtures', 'mock', 'client', 'conformance', 'scenarios', 'contracts', 'certify'],
  // Benchmarks start PostgreSQL with a helper of the proofs.
  bench: ['spec', 'fixtures', 'mock', 'client', 'conformance', 'scenarios', 'contracts', 'proofs'],
  docs: ['spec', 'fixtures', 'mock', 'client', 'conformance', 'scenarios', 'contracts'],
  tools: ['spec', 'fixtures', 'mock', 'client', 'conformance'],
};

const TOP_FOLDERS = [...Object.keys(MAY_IMPORT), 'proofs'];

/** Global timer functions, and members that read the clock or return random values (object, then member). */
const BANNED_CALLS = new Set(['setTimeout', 'setInterval', 'randomUUID', 'Date']);
const BANNED_MEMBERS = new Set([
  'Date.now',
  'Math.random',
  'crypto.randomUUID',
  'globalThis.setTimeout',
  'globalThis.setInterval',
]);
const BANNED_IMPORTS = { 'node:crypto': ['randomUUID'], 'node:timers': ['setTimeout', 'setInterval'] };
const BANNED_MODULES = new Set(['node:timers/promises']);

const noWallClock = {
  meta: { type: 'problem', docs: { description: 'Time and randomness come from the world.' } },
  create(context) {
    const report = (node, what) =>
      context.report({
        node,
        message: `${what}: take time and randomness as arguments or from the world (mock/ports/clock.ts, random.ts, timer.ts).`,
      });

    return {
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && BANNED_CALLS.has(node.callee.name)) report(node, `${node.callee.name}()`);
      },
      MemberExpression(node) {
        if (node.object.type !== 'Identifier' || node.property.type !== 'Identifier') return;
        const name = `${node.object.name}.${node.property.name}`;
        if (BANNED_MEMBERS.has(name)) report(node, name);
      },
      NewExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0)
          report(node, 'new Date()');
      },
      ImportDeclaration(node) {
        if (BANNED_MODULES.has(node.source.value)) report(node, node.source.value);
        const banned = BANNED_IMPORTS[node.source.value] ?? [];
        for (const { imported } of node.specifiers) {
          if (imported !== undefined && banned.includes(imported.name)) report(node, `${imported.name} of ${node.source.value}`);
        }
      },
    };
  },
};

/** The path of the linted file from the project root, with forward slashes: `mock/server/http/respond.ts`. */
function pathInProject(context) {
  return context.filename.slice(context.cwd.length + 1).replaceAll('\\', '/');
}

/** The top folder of a relative import, or undefined if it is outside the top folders. */
function folderOfRelative(path, specifier) {
  const at = new URL(specifier, `file:///${path}`).pathname.slice(1);
  return TOP_FOLDERS.find((folder) => at.startsWith(`${folder}/`));
}

function listAllowed(folder) {
  return MAY_IMPORT[folder].length === 0 ? 'no other top folder' : MAY_IMPORT[folder].join(', ');
}

const importMatrix = {
  meta: { type: 'problem', docs: { description: 'Imports between top folders go one way.' } },
  create(context) {
    const path = pathInProject(context);
    const from = path.split('/')[0];

    const check = (node) => {
      const specifier = node?.value;
      if (typeof specifier !== 'string') return;
      if (specifier.startsWith('.')) {
        const to = folderOfRelative(path, specifier);
        if (to !== undefined && to !== from)
          context.report({ node, message: `Import ${to} as '#${to}', not by a relative path.` });
        return;
      }
      if (!specifier.startsWith('#')) return;
      const to = specifier.slice(1).split('/')[0];
      if (to === from) context.report({ node, message: `Within ${from}, import by a relative path.` });
      else if (MAY_IMPORT[from]?.includes(to) === false) {
        context.report({
          node,
          message: `${from} cannot import ${to}; it can import: ${listAllowed(from)}.`,
        });
      }
    };

    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source ?? node.argument?.literal),
    };
  },
};

const SENDS_REQUESTS = new Set(['client', 'conformance', 'scenarios', 'contracts']);
const PATH_WITH_ID = /^\/(?:inventory|bids|trades|teams|cash-bids|cash-bid-offers|webhooks|market|me)\/(?:[a-z/-]*\/)?$/;

const encodedPaths = {
  meta: { type: 'problem', docs: { description: 'Ids in paths are percent-encoded.' } },
  create(context) {
    if (!SENDS_REQUESTS.has(pathInProject(context).split('/', 1)[0])) return {};
    return {
      TemplateLiteral(node) {
        if (node.parent.type === 'TaggedTemplateExpression' || node.expressions.length === 0) return;
        if (PATH_WITH_ID.test(node.quasis[0].value.raw))
          context.report({
            node,
            message: 'An id can have any character: tag the path with encodePath (client/http/encode-path.ts).',
          });
      },
    };
  },
};

/** The line where the statement (or class member, or table row) that holds `node` begins. */
function firstLineOf(node) {
  let at = node;
  while (!/Statement$|Declaration$|Definition$|^Property$/.test(at.type) && at.parent) at = at.parent;
  return at.loc.start.line;
}

const noSilentCast = {
  meta: { type: 'problem', docs: { description: 'Every cast has a comment with its reason.' } },
  create(context) {
    const { lines } = context.sourceCode;
    const isComment = (line) => /^\s*(\/\/|\/?\*)|\*\/\s*$/.test(lines[line - 1] ?? '');

    return {
      TSAsExpression(node) {
        if (node.typeAnnotation.type === 'TSTypeReference' && node.typeAnnotation.typeName.name === 'const') return;
        const { start, end } = node.loc;
        const hasComment =
          isComment(start.line - 1) ||
          isComment(firstLineOf(node) - 1) ||
          / \/\/ /.test(lines[end.line - 1]) ||
          / \/\/ /.test(lines[start.line - 1]);
        if (!hasComment)
          context.report({
            node,
            message: 'Cast without a reason: narrow the type, or add a comment that says why the cast holds.',
          });
      },
    };
  },
};

const CONTAINERS = new Set(['Property', 'ObjectExpression', 'ArrayExpression', 'SpreadElement', 'ConditionalExpression']);

const noVacuousRegex = {
  meta: { type: 'problem', docs: { description: 'A regular expression inside toMatchObject(…) asserts nothing.' } },
  create(context) {
    return {
      Literal(node) {
        if (!node.regex) return;
        let at = node.parent;
        while (CONTAINERS.has(at.type)) at = at.parent;
        if (at.type !== 'CallExpression' || at.callee.property?.name !== 'toMatchObject') return;
        context.report({ node, message: 'Any string matches this: use expect.stringMatching(…).' });
      },
    };
  },
};

export default {
  meta: { name: 'house' },
  rules: {
    'no-wall-clock': noWallClock,
    'import-matrix': importMatrix,
    'encoded-paths': encodedPaths,
    'no-silent-cast': noSilentCast,
    'no-vacuous-regex': noVacuousRegex,
  },
};
