import type { TextFile } from '../text-file.ts';
import { judgeEach, type Finding, type Rule } from './rule.ts';

/** Where somebody's machine keeps things. Written in pieces, so that this file does not name what it looks for. */
const MACHINE_PATHS: readonly RegExp[] = [
  new RegExp(String.raw`(?<![\w.-])/${'work'}/`),
  new RegExp(String.raw`(?<![\w.-])/${'tmp'}/(plan|bash_jobs)`),
  new RegExp(String.raw`(?<![\w.-])/${'root'}/`),
  new RegExp(String.raw`(?<![\w.-])/${'Users'}/\w`),
];

/** Hosts that serve packages, mirrors included: whoever installs chooses one. */
const REGISTRY_HOST = /\bregistry\.\w+\.(org|com|net|io)|https?:\/\/[^\s/"']*(registry|artifactory|nexus|verdaccio|mirror)/;

export const machines: Rule = {
  name: 'no file names a path of the machine that it was written on, or a registry host',
  examine: (repository) => judgeEach(repository.files, judgeLines),
};

function judgeLines({ path, text }: TextFile): readonly Finding[] {
  return text.split('\n').flatMap((line, index) => {
    const named = [...MACHINE_PATHS, REGISTRY_HOST]
      .map((pattern) => pattern.exec(line)?.[0])
      .filter((word) => word !== undefined);
    return named.map((word) => ({ path, line: index + 1, message: `names ${word}` }));
  });
}

export const lockfile: Rule = {
  name: 'the lockfile tells packages by their integrity and names no host',
  examine: (repository) => {
    const files = repository.files.filter((file) => file.path === 'package-lock.json');
    return judgeEach(files, ({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        return /"resolved": ".*:/.test(line) ? [{ path, line: index + 1, message: `names a host: ${line.trim()}` }] : [];
      }),
    );
  },
};
