import { hasCode } from './error-code.js';

/** Whether there is a process of this id, another account's too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}
