/** CPU profiles of V8, split by the part of the program that the time goes to. */

interface CallFrame {
  functionName: string;
  /** A file URL, a name such as `node:net`, or empty for built-in functions. */
  url: string;
}

/** What Node writes with `--cpu-prof`. Times are microseconds of the system's monotonic clock. */
export interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
  /** The id of the innermost function at each sample. */
  samples: number[];
  /** The time since the sample before; the first, since `startTime`. */
  timeDeltas: number[];
  startTime: number;
}

/** A part of a program, and how to recognize its files by their URL. */
export type Part = readonly [name: string, pattern: RegExp];

/** Microseconds of the system's monotonic clock, which profiles use. */
export interface Window {
  from_us: number;
  to_us: number;
}

export const OTHER = 'other';
export const COLLECTION = 'garbage collection';

/**
 * Splits the busy time of a part of a profile. A sample counts for the innermost caller whose file belongs to a part, so a built-in function
 * counts for the file that calls it.
 * @returns microseconds by part, including {@link COLLECTION}, and {@link OTHER} for samples without such a caller
 */
export function splitProfile(profile: CpuProfile, parts: readonly Part[], { from_us, to_us }: Window): Map<string, number> {
  const partOf = partsOfNodes(profile, parts);
  const times_us = new Map<string, number>();
  let now_us = profile.startTime;
  for (const [index, id] of profile.samples.entries()) {
    const elapsed_us = profile.timeDeltas[index] ?? 0;
    now_us += elapsed_us;
    const part = partOf.get(id);
    if (part === undefined || now_us < from_us || now_us > to_us) continue;
    times_us.set(part, (times_us.get(part) ?? 0) + elapsed_us);
  }
  return times_us;
}

/** The part of each function in the call tree; none while the process waits. */
function partsOfNodes({ nodes }: CpuProfile, parts: readonly Part[]): Map<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const found = new Map<number, string>();
  const visit = (id: number, inherited: string): void => {
    const node = byId.get(id);
    if (node === undefined || node.callFrame.functionName === '(idle)') return;
    const { functionName, url } = node.callFrame;
    const own = functionName === '(garbage collector)' ? COLLECTION : parts.find(([, pattern]) => pattern.test(url))?.[0];
    const part = own ?? inherited;
    found.set(id, part);
    for (const child of node.children ?? []) visit(child, part);
  };
  const [root] = nodes;
  if (root !== undefined) visit(root.id, OTHER);
  return found;
}
