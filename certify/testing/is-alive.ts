import { spawnSync } from 'node:child_process';

/** Whether a process of this id is running. One that has ended can wait for the system to remove it. */
export function isAlive(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return state !== '' && !state.startsWith('Z');
}
