/** The process of one mutant: starts a mock whose source or responses are changed in one place, and runs all checks of the gate against it. */
import { registerHooks } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CheckVerdict } from '#conformance/check/verdicts';
import { ROOT } from '../../text-file.ts';
import { applyMutant, type Mutant } from './find-mutants.ts';
import { changeResponses, type ResponseMutant } from './response-mutants.ts';

/** What the gate found. `unverified`: a check was blocked or had an error. `crashed`: the mock did not start, or the run did not end. */
export type MutantOutcome =
  | { readonly kind: 'killed'; readonly by: string }
  | { readonly kind: 'warned' | 'unverified'; readonly by: string }
  | { readonly kind: 'survived' | 'crashed' };

process.once('message', (message) => {
  // The parent sends nothing but a mutant.
  testMutant(message as Mutant | ResponseMutant)
    .catch((): MutantOutcome => ({ kind: 'crashed' }))
    .then((outcome) => process.send?.(outcome, () => process.exit()))
    .catch(() => process.exit(1));
});
process.once('disconnect', () => process.exit());

/** The mock is loaded afterward, through this hook. */
function changeSource(mutant: Mutant): void {
  const path = join(ROOT, mutant.path);
  const source = applyMutant(readFileSync(path, 'utf8'), mutant);
  const { href } = pathToFileURL(path);
  registerHooks({
    load: (url, context, next) =>
      url === href ? { format: 'module-typescript', shortCircuit: true, source } : next(url, context),
  });
}

async function testMutant(mutant: Mutant | ResponseMutant): Promise<MutantOutcome> {
  if ('original' in mutant) changeSource(mutant);
  const { createMock } = await import('#mock');
  const { LOTS, withWorld } = await import('../../worlds.ts');
  const { conform } = await import('#conformance');
  const { resolveConfig } = await import('#conformance/config/resolve-config');
  await using mock = await createMock({ port: 0, lots: LOTS });
  return await withWorld(mock, {}, async (target, world): Promise<MutantOutcome> => {
    if ('change' in mutant)
      Object.defineProperty(world, 'seams', { value: { ...world.seams, response: changeResponses(mutant) } });
    const stopping = new AbortController();
    const settings = await resolveConfig({ target, ledger: false, seed: 'mutation' }, '/', {});
    const { checks } = await conform(settings, {
      stop: stopping.signal,
      onEvent: (event) => {
        if (event.type === 'check_ended' && event.result.verdict === 'fail') stopping.abort();
      },
    });
    const by = (...verdicts: readonly CheckVerdict[]): string | undefined =>
      checks.find(({ verdict }) => verdicts.includes(verdict))?.id;
    const [failed, warned, blocked] = [by('fail'), by('warn'), by('blocked', 'error')];
    if (failed !== undefined) return { kind: 'killed', by: failed };
    if (warned !== undefined) return { kind: 'warned', by: warned };
    return blocked === undefined ? { kind: 'survived' } : { kind: 'unverified', by: blocked };
  });
}
