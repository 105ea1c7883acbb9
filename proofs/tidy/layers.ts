import type { Repository } from '../repository.ts';
import type { Source } from '../syntax.ts';
import { isTest } from '../text-file.ts';
import { edgesOf } from './graph.ts';
import { examineEach, type Finding, type Rule } from './rule.ts';

/**
 * The layers inside each top folder, lowest first. A file may import from its own layer and from lower ones. A layer is a folder
 * with everything below it, or a single file.
 */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  client: [
    'clock.ts',
    'json.ts',
    'read-url.ts',
    'endpoints.ts',
    'redaction',
    'settings',
    'replies',
    'http',
    'secrets',
    'config',
    'inbox',
    'adapters',
    'arrange',
    'ledger',
    'actors',
    'session',
    'index.ts',
  ],
  conformance: [
    'expectations',
    'privacy',
    'version.ts',
    'webhooks',
    'coverage-pass',
    'reproduction',
    'check',
    'oracles',
    'checks',
    'runner',
    'config',
    'doctor',
    'reports',
    'index.ts',
    'receiver',
    'listener',
  ],
  mock: [
    'describe-unknown.ts',
    'package-root.ts',
    'wire.ts',
    'dashboard/state',
    'dashboard/parts',
    'dashboard/pages/market',
    'dashboard/pages/webhooks',
    'dashboard/pages',
    'dashboard',
    'ports',
    'market/records',
    'market/rules',
    'market/views',
    'market/store',
    'server/persona-descriptions.ts',
    'server/quotas.ts',
    'mutations/seams.ts',
    'mutations/join-seams.ts',
    'mutations/deviations.ts',
    'server/http',
    'server/journal',
    'server/faults',
    'server/ports.ts',
    'server/oauth',
    'server/webhooks',
    'server/world-ttl.ts',
    'server/addresses.ts',
    'driver',
    'server/world',
    'server/coaching',
    'server/options.ts',
    'server/example-commands.ts',
    'server/process-state.ts',
    'server/tenants',
    'server/handlers',
    'server/marketplace.ts',
    'server/app.ts',
    'server/control',
    'server/http-server.ts',
    'server/server.ts',
    'mutations/violations',
    'mutations/variants',
    'vitest.ts',
    'index.ts',
  ],
  scenarios: [
    'model',
    'session',
    'commands',
    'set-up',
    'findings',
    'invariants',
    'play',
    'story',
    'properties',
    'races',
    'index.ts',
  ],
  certify: [
    'coach',
    'testbed/client-process.ts',
    'testbed/hooks.ts',
    'config.ts',
    'config-template.ts',
    'testbed',
    'verdict',
    'stages',
    'exam',
    'reports',
    'statement',
    'index.ts',
  ],
  contracts: ['consumers', 'document.ts', 'errors.ts', 'peers.ts', 'provider', 'prism', 'index.ts'],
};

/** Type imports that can go up the layers, each with its reason. They do not exist at run time, so they cause no cycle. */
const TYPES_UPWARD: readonly (readonly [from: string, to: string, reason: string])[] = [
  ['client/arrange', 'client/session', 'what is arranged is arranged in a context'],
  ['client/ledger', 'client/session', 'clean-up sends as an actor of the run'],
  ['conformance/coverage-pass', 'conformance/check', 'the coverage pass runs in the context of a check'],
  ['mock/mutations/seams.ts', 'mock/server/http', 'a seam is typed by what passes through it'],
  ['mock/mutations/seams.ts', 'mock/server/webhooks', 'a seam is typed by what passes through it'],
  ['mock/mutations/seams.ts', 'mock/server/ports.ts', 'what a seam may use of its world'],
  ['mock/mutations/deviations.ts', 'mock/mutations', 'the catalog is loaded on first use'],
  ['mock/server/http', 'mock/server/ports.ts', 'what a request may use of its world'],
  ['mock/server/http/serve.ts', 'mock/server/journal', 'serving a request writes its journal entry'],
  ['mock/server/faults/requests.ts', 'mock/server/ports.ts', 'what a request may use of its world'],
  ['mock/server/ports.ts', 'mock/server/webhooks/sign.ts', 'how a world signs its deliveries'],
];

function layerOf(path: string): { top: string; layer: string; height: number } | undefined {
  const top = path.slice(0, path.indexOf('/'));
  const below = path.slice(top.length + 1);
  const layers = LAYERS[top];
  const height = layers?.findIndex((layer) => below === layer || below.startsWith(`${layer}/`)) ?? -1;
  return layers === undefined || height === -1 ? undefined : { top, layer: layers[height] ?? '', height };
}

const isOutside = (path: string): boolean => isTest(path) || path.includes('/testing/');

export const layers: Rule = {
  name: 'inside a top folder imports go down the layers, and only listed types go up',
  examine: (repository) => {
    const sources = repository.sources.filter(({ path }) => LAYERS[path.split('/')[0] ?? ''] !== undefined && !isOutside(path));
    return examineEach(sources, (source) => examineLayers(repository, source));
  },
};

function examineLayers(repository: Repository, source: Source): readonly Finding[] {
  const from = layerOf(source.path);
  if (from === undefined)
    return [{ path: source.path, message: 'does not belong to a layer: add it to LAYERS in proofs/tidy/layers.ts' }];
  return edgesOf(repository, source).flatMap((edge) => {
    const to = layerOf(edge.to);
    if (edge.kind === 'dynamic' || to?.top !== from.top || to.height <= from.height) return [];
    const is_listed = TYPES_UPWARD.some(([lower, upper]) => source.path.startsWith(lower) && edge.to.startsWith(upper));
    if (edge.kind === 'type' && is_listed) return [];
    return [{ path: source.path, line: edge.line, message: `${from.layer} cannot import ${to.layer}, which is a higher layer` }];
  });
}
