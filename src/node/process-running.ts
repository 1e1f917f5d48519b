import { codeOf } from './error-codes.js';

/** Whether a process of this machine runs. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user exists all the same.
    return codeOf(error) === 'EPERM';
  }
}
