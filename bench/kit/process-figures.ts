import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const BYTES_PER_MB = 1_000_000;

interface Memory {
  resident_mb: number;
  /** The peak. Only on Linux. */
  peak_mb?: number;
}

/** The memory of a running process, in millions of bytes. */
export function readMemory(pid: number): Memory {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return { resident_mb: toMb(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]))) };
  const status = readFileSync(path, 'utf8');
  const field = (name: string): number => toMb(Number(new RegExp(String.raw`^${name}:\s+(\d+) kB`, 'm').exec(status)?.[1]));
  return { resident_mb: field('VmRSS'), peak_mb: field('VmHWM') };
}

function toMb(kibibytes: number): number {
  return (kibibytes * 1024) / BYTES_PER_MB;
}

/** Fields of /proc/<pid>/stat after the command name in parentheses: user time and system time. */
const USER_TIME = 11;
const SYSTEM_TIME = 12;
/** Linux always reports them in hundredths of a second. */
const MS_PER_TICK = 10;

/** The CPU time of a process, in ms; undefined if the process has ended, or if the system does not report it. */
export function readCpuMs(pid: number): number | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const fields = stat.split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * MS_PER_TICK;
}

/** A process can end at any time, even while its file is read. The error is then ESRCH. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return undefined;
    throw error;
  }
}
