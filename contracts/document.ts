import { fileURLToPath } from 'node:url';

/** The path of the OpenAPI document, in the repository and in the published package. */
export function findDocument(): string {
  return fileURLToPath(new URL('../spec/openapi.json', import.meta.url));
}
