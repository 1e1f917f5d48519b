/** Entry of the bundle that Claude Code's hooks run. In every case it ends soon, with exit code 0, and prints JSON or nothing. */
import { dataFolderPath } from '../node/data-dir.js';
import { limitOf } from './answer.js';
import { runHook } from './run.js';

/** Milliseconds beyond the limit after which the process exits, finished or not. */
const GRACE_MS = 1_500;

process.exitCode = 0;
const limit = limitOf(process.env, dataFolderPath(process.env));
const exitIn = (ms: number): NodeJS.Timeout => setTimeout(() => process.exit(0), ms).unref();
let exitTimer = exitIn(limit + GRACE_MS);
const extend = (ms: number): void => {
  clearTimeout(exitTimer);
  exitTimer = exitIn(ms + limit + GRACE_MS);
};
for (const failure of ['uncaughtException', 'unhandledRejection'] as const) process.on(failure, () => process.exit(0));

const [event = ''] = process.argv.slice(process.argv[2] === 'hook' ? 3 : 2);
void runHook({ event, env: process.env, input: process.stdin, distDir: __dirname, extend }).then((output) => {
  if (output === '') process.exit(0);
  process.stdout.on('error', () => process.exit(0)).write(`${output}\n`, () => process.exit(0));
});
