/** A process of its own that keeps the lock of a file, as one does that was stopped in the middle of its work. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const HOLD = `require('proper-lockfile').lock(process.argv[1], { realpath: false }).then((unlock) => {
  process.stdin.on('end', () => unlock().then(() => process.exit(0))).resume();
  console.log('locked');
});`;

/** Resolves when the lock is held, with how to give it back. */
export async function holdLock(file: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['-e', HOLD, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(createInterface({ input: child.stdout }), 'line');
  const ended = once(child, 'exit');
  return async () => {
    child.stdin.end();
    await ended;
  };
}
