import { catalogNotLoaded, namedClauses } from './catalog.ts';
import { deadFiles } from './dead-files.ts';
import { layers } from './layers.ts';
import { machines } from './machines.ts';
import { declaredNames, pathNames } from './names.ts';
import type { Rule } from './rule.ts';
import { folderSizes, readmes, typicalFileSize } from './sizes.ts';

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
