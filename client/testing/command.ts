import { fileURLToPath } from 'node:url';

/**
 * The file of the command that tests start. `npm run proofs` has built the package just before, and the built command starts in a third of the
 * time; a single test uses the sources.
 */
export const COMMAND: string = fileURLToPath(new URL(`../../${process.env['PROOFS_COMMAND'] ?? 'cli/main.ts'}`, import.meta.url));
