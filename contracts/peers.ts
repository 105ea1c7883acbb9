/** Optional packages that only this folder needs. */
import { createRequire } from 'node:module';
import { ContractsSetupError } from './errors.ts';

/** Resolves an installed module from a file. @throws if it is not installed */
type Resolve = (name: string, from: string) => string;

const nodeResolve: Resolve = (name, from) => createRequire(from).resolve(name);

/** @throws ContractsSetupError with the command that installs it */
function findPeer(name: string, resolve: Resolve): string {
  try {
    return resolve(name, import.meta.filename);
  } catch {
    throw new ContractsSetupError(`${name} is not installed: run npm install --save-dev ${name}`);
  }
}

/** Pact's native verifier, a dependency of the package that users install. npm can install it in the node_modules folder of that package. */
export function findPactCore(resolve: Resolve = nodeResolve): string {
  const pact = findPeer('@pact-foundation/pact', resolve);
  try {
    return resolve('@pact-foundation/pact-core', pact);
  } catch {
    throw new ContractsSetupError(
      '@pact-foundation/pact is installed without its core: run npm install --save-dev @pact-foundation/pact',
    );
  }
}

/** The command of Prism. */
export function findPrism(resolve: Resolve = nodeResolve): string {
  return findPeer('@stoplight/prism-cli', resolve);
}
