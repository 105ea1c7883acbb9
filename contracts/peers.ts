/** Optional packages that only this folder needs. */
import { createRequire } from 'node:module';
import { ContractsSetupError } from './errors.ts';

/** Resolves an installed module from a file. @throws if it is not installed */
export type Resolve = (name: string, from: string) => string;

const nodeResolve: Resolve = (name, from) => createRequire(from).resolve(name);

/** @throws ContractsSetupError with the command that installs it */
export function findPeer(name: string, resolve: Resolve = nodeResolve): string {
  try {
    return resolve(name, import.meta.filename);
  } catch {
    throw new ContractsSetupError(`this takes ${name}, which is not installed: npm install --save-dev ${name}`);
  }
}

/** The native verifier of Pact: it comes with the package that people install, and npm may keep it below that. */
export function findPactCore(resolve: Resolve = nodeResolve): string {
  const pact = findPeer('@pact-foundation/pact', resolve);
  try {
    return resolve('@pact-foundation/pact-core', pact);
  } catch {
    throw new ContractsSetupError(
      '@pact-foundation/pact is installed without its core: npm install --save-dev @pact-foundation/pact',
    );
  }
}

/** The command of Prism. */
export function findPrism(resolve: Resolve = nodeResolve): string {
  return findPeer('@stoplight/prism-cli', resolve);
}
