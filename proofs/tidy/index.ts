import { citedClauses, namedClauses } from './citations.ts';
import { deadFiles } from './dead-files.ts';
import { coldCatalogue } from './cold-catalogue.ts';
import { checkedTypes } from './language.ts';
import { folderSizes, layers } from './layers.ts';
import { machines } from './machines.ts';
import { declaredNames, pathNames } from './names.ts';
import { readmes } from './readmes.ts';
import type { Rule } from './rule.ts';
import { dataTables, fileSizes, typicalFileSize } from './sizes.ts';
import { unfinishedTests } from './unfinished-tests.ts';

export type { Finding, Rule, Verdict } from './rule.ts';

/** The rules of the house style that the linter does not check. */
export const RULES: readonly Rule[] = [
  fileSizes,
  dataTables,
  typicalFileSize,
  coldCatalogue,
  layers,
  folderSizes,
  deadFiles,
  pathNames,
  declaredNames,
  checkedTypes,
  unfinishedTests,
  readmes,
  citedClauses,
  namedClauses,
  machines,
];
