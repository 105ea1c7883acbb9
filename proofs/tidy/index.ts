import { citedClauses, namedClauses } from './citations.ts';
import { deadFiles } from './dead-files.ts';
import { coldCatalogue, importMatrix } from './imports.ts';
import { checkedTypes } from './language.ts';
import { folderSizes, layers } from './layers.ts';
import { lockfile, machines } from './machines.ts';
import { declaredNames, pathNames } from './names.ts';
import { readmes } from './readmes.ts';
import type { Rule } from './rule.ts';
import { dataTables, fileSizes, functionSizes, typicalFileSize } from './sizes.ts';
import { unfinishedTests } from './unfinished-tests.ts';
import { wallClock } from './wall-clock.ts';

export type { Finding, Rule, Verdict } from './rule.ts';

/** The house style, as far as a machine can judge it. */
export const RULES: readonly Rule[] = [
  fileSizes,
  dataTables,
  typicalFileSize,
  functionSizes,
  importMatrix,
  coldCatalogue,
  layers,
  folderSizes,
  deadFiles,
  pathNames,
  declaredNames,
  checkedTypes,
  wallClock,
  unfinishedTests,
  readmes,
  citedClauses,
  namedClauses,
  machines,
  lockfile,
];
