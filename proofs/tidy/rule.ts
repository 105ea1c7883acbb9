import { isGenerated, isTest, topFolderOf, type Repository } from '../repository.ts';
import type { Source } from '../syntax.ts';

export interface Finding {
  readonly path: string;
  /** From 1; left out where the finding is about the whole file. */
  readonly line?: number;
  readonly message: string;
}

export interface Verdict {
  /** How many things were looked at. A rule that looked at nothing has proved nothing. */
  readonly examined: number;
  readonly findings: readonly Finding[];
}

export interface Rule {
  /** A sentence that is true of a tidy repository. */
  readonly name: string;
  readonly examine: (repository: Repository) => Verdict;
}

/** Judges each of `subjects` by itself. */
export function judgeEach<Subject>(subjects: readonly Subject[], judge: (subject: Subject) => readonly Finding[]): Verdict {
  return { examined: subjects.length, findings: subjects.flatMap((subject) => judge(subject)) };
}

/** The TypeScript that a person wrote, tests included. */
export function listTypeScript(repository: Repository): readonly Source[] {
  return repository.sources.filter((source) => /\.tsx?$/.test(source.path) && !isGenerated(source.path));
}

/** The folders at the root that hold a part of the project: those with a dot belong to tools. */
export function listTopFolders(repository: Repository): readonly string[] {
  const folders = new Set(repository.files.map((file) => topFolderOf(file.path)));
  return [...folders].filter((folder) => folder !== '' && !folder.startsWith('.'));
}

/** Whether a file is made for people who work on the project, and not for those who run it. */
export function isBackstage(path: string): boolean {
  return isTest(path) || ['bench', 'proofs', 'tools'].includes(topFolderOf(path));
}
