/** Memory of other processes. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

const field = (pid: number, name: string): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) * 1024;

/** Resident bytes of a process. */
export const resident = (pid: number): number => field(pid, 'VmRSS');
/** The most that it ever had. */
export const peakResident = (pid: number): number => field(pid, 'VmHWM');

export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      try {
        return readFileSync(`/proc/${candidate}/status`, 'utf8').includes(`PPid:\t${pid}\n`);
      } catch (_gone) {
        return false; // it ended between listing and reading
      }
    });
}
