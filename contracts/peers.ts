/** Optional packages that only this folder needs. */
import { createRequire } from 'node:module';
import { ContractsSetupError } from './errors.ts';

/** @throws ContractsSetupError with the command that installs it */
function findPeer(name: string): string {
  try {
    return createRequire(import.meta.filename).resolve(name);
  } catch {
    throw new ContractsSetupError(`${name} is not installed: run npm install --save-dev ${name}`);
  }
}

/** Pact's native verifier, a dependency of the package that users install. npm can install it in the node_modules folder of that package. */
export function findPactCore(): string {
  const pact = findPeer('@pact-foundation/pact');
  try {
    return createRequire(pact).resolve('@pact-foundation/pact-core');
  } catch {
    throw new ContractsSetupError(
      '@pact-foundation/pact is installed without its core: run npm install --save-dev @pact-foundation/pact',
    );
  }
}

/** The command of Prism. */
export function findPrism(): string {
  return findPeer('@stoplight/prism-cli');
}
