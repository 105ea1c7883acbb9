import type { Repository } from '../repository.ts';
import type { Source } from '../syntax.ts';
import { isGenerated, topFolderOf } from '../text-file.ts';

export interface Finding {
  readonly path: string;
  /** From 1; absent if the finding is about the whole file. */
  readonly line?: number;
  readonly message: string;
}

export interface Verdict {
  /** The number of things examined. A rule that examined nothing proves nothing. */
  readonly examined: number;
  readonly findings: readonly Finding[];
}

export interface Rule {
  /** A sentence that holds in a repository that follows the rule. */
  readonly name: string;
  readonly examine: (repository: Repository) => Verdict;
}

/** Examines each subject separately. */
export function examineEach<Subject>(subjects: readonly Subject[], examine: (subject: Subject) => readonly Finding[]): Verdict {
  return { examined: subjects.length, findings: subjects.flatMap((subject) => examine(subject)) };
}

/** Handwritten TypeScript files, including tests. */
export function listTypeScript(repository: Repository): readonly Source[] {
  return repository.sources.filter((source) => /\.tsx?$/.test(source.path) && !isGenerated(source.path));
}

/** The folders in the root, except those that begin with a dot. */
export function listTopFolders(repository: Repository): readonly string[] {
  const folders = new Set(repository.files.map((file) => topFolderOf(file.path)));
  return [...folders].filter((folder) => folder !== '' && !folder.startsWith('.'));
}
