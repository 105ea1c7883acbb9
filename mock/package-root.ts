/**
 * The folder with package.json, spec/, and, in the published package, dashboard/. This file lies one folder below it, and so do the bundled
 * chunks in dist/.
 */
export const PACKAGE_ROOT: URL = new URL('../', import.meta.url);
