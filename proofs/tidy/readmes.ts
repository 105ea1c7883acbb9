import { examineEach, listTopFolders, type Rule } from './rule.ts';

const README_LINES_MAX = 60;

export const readmes: Rule = {
  name: `every top folder has a README of at most ${README_LINES_MAX} lines`,
  examine: (repository) => {
    const byPath = new Map(repository.files.map((file) => [file.path, file.text]));
    return examineEach(listTopFolders(repository), (folder) => {
      const path = `${folder}/README.md`;
      const text = byPath.get(path);
      if (text === undefined) return [{ path, message: 'does not exist' }];

      const lines = text.trimEnd().split('\n').length;
      return lines > README_LINES_MAX ? [{ path, message: `has ${lines} lines` }] : [];
    });
  },
};
