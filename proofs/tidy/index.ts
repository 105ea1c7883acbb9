import { namedClauses } from './citations.ts';
import { deadFiles } from './dead-files.ts';
import { catalogNotLoaded } from './catalog-not-loaded.ts';
import { folderSizes, layers } from './layers.ts';
import { machines } from './machines.ts';
import { declaredNames, pathNames } from './names.ts';
import { readmes } from './readmes.ts';
import type { Rule } from './rule.ts';
import { typicalFileSize } from './sizes.ts';

/** The rules of the house style that the linter does not check. */
export const RULES: readonly Rule[] = [
  typicalFileSize,
  catalogNotLoaded,
  layers,
  folderSizes,
  deadFiles,
  pathNames,
  declaredNames,
  readmes,
  namedClauses,
  machines,
];
