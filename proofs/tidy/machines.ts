import type { TextFile } from '../text-file.ts';
import { examineEach, type Finding, type Rule } from './rule.ts';

/** Folders of a developer's machine. The words are interpolated, so that this file does not match. */
const MACHINE_PATHS: readonly RegExp[] = [
  new RegExp(String.raw`(?<![\w.-])/${'work'}/`),
  new RegExp(String.raw`(?<![\w.-])/${'tmp'}/(plan|bash_jobs)`),
  new RegExp(String.raw`(?<![\w.-])/${'root'}/`),
  new RegExp(String.raw`(?<![\w.-])/${'Users'}/\w`),
];

/** Hosts of package registries and mirrors. The person who installs chooses one, so no file should. */
const REGISTRY_HOST = /\bregistry\.\w+\.(org|com|net|io)|https?:\/\/[^\s/"']*(registry|artifactory|nexus|verdaccio|mirror)/;

export const machines: Rule = {
  name: 'no file has a path of a developer machine or a registry host',
  examine: (repository) => examineEach(repository.files, examineLines),
};

function examineLines({ path, text }: TextFile): readonly Finding[] {
  return text.split('\n').flatMap((line, index) => {
    const named = [...MACHINE_PATHS, REGISTRY_HOST]
      .map((pattern) => pattern.exec(line)?.[0])
      .filter((word) => word !== undefined);
    return named.map((word) => ({ path, line: index + 1, message: `has ${word}` }));
  });
}
