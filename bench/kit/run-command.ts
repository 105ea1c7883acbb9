import { spawn } from 'node:child_process';
import { once } from 'node:events';

interface CommandRun {
  seconds: number;
  /** User and system time of the process. */
  cpu_seconds: number;
  exit_code: number;
  stdout: string;
}

const US_PER_SECOND = 1_000_000;
const MS_PER_SECOND = 1_000;

/** Marks the line with the CPU time, which the process prints when it exits. Worker threads load this module too, so they must not print. */
const MARK = 'cpu time of the benchmark:';
const WITH_CPU = `--import=data:text/javascript,import{isMainThread}from'node:worker_threads';if(isMainThread)process.on('exit',()=>{const{user,system}=process.cpuUsage();console.error('${MARK}'+(user+system))})`;

/** Runs a Node program and measures it. @throws if it is killed by a signal */
export async function runCommand(args: readonly string[]): Promise<CommandRun> {
  const started_ms = performance.now();
  const child = spawn(process.execPath, [WITH_CPU, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.stderr += text));
  await once(child, 'close');
  const seconds = (performance.now() - started_ms) / MS_PER_SECOND;
  if (child.exitCode === null) throw new Error(`${args.join(' ')} was killed by ${child.signalCode ?? 'a signal'}`);
  const cpu_us = Number(new RegExp(`${MARK}(\\d+)`).exec(texts.stderr)?.[1]);
  return { seconds, cpu_seconds: cpu_us / US_PER_SECOND, exit_code: child.exitCode, stdout: texts.stdout };
}
