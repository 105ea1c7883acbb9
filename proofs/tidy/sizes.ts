import { isTest } from '../text-file.ts';
import { examineEach, listTopFolders, listTypeScript, type Rule } from './rule.ts';

const FILE_LINES_P90 = 200;

/** The linter limits each file. */
export const typicalFileSize: Rule = {
  name: `nine in ten files have at most ${FILE_LINES_P90} lines`,
  examine: (repository) => {
    const sources = listTypeScript(repository);
    const long = sources.filter((source) => countLines(source.text) > FILE_LINES_P90);
    const findings = long.map((source) => ({ path: source.path, message: `has ${countLines(source.text)} lines` }));
    return { examined: sources.length, findings: long.length > sources.length / 10 ? findings : [] };
  },
};

/** In a folder with more files, a newcomer does not find the right one. Tests do not count. */
const FOLDER_FILES_MAX = 20;
/** Folders with one file per area of the document. */
const TABLES = [/^spec\/clauses$/, /^conformance\/checks/, /^mock\/mutations\/violations/];

export const folderSizes: Rule = {
  name: `no folder holds more than ${FOLDER_FILES_MAX} source files`,
  examine: (repository) => {
    const counts = new Map<string, number>();
    for (const { path } of repository.sources) {
      const folder = path.slice(0, path.lastIndexOf('/'));
      if (!isTest(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    return examineEach([...counts], ([folder, count]) =>
      count <= FOLDER_FILES_MAX || TABLES.some((table) => table.test(folder))
        ? []
        : [{ path: folder, message: `holds ${count} source files: split it by concept` }],
    );
  },
};

const README_LINES_MAX = 60;

export const readmes: Rule = {
  name: `every top folder has a README of at most ${README_LINES_MAX} lines`,
  examine: (repository) => {
    const byPath = new Map(repository.files.map((file) => [file.path, file.text]));
    return examineEach(listTopFolders(repository), (folder) => {
      const path = `${folder}/README.md`;
      const text = byPath.get(path);
      if (text === undefined) return [{ path, message: 'does not exist' }];

      const lines = countLines(text);
      return lines > README_LINES_MAX ? [{ path, message: `has ${lines} lines` }] : [];
    });
  },
};

function countLines(text: string): number {
  return text.trimEnd().split('\n').length;
}
