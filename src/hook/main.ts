/** Entry of the bundle that Claude Code's hooks run. In every case it ends soon, with exit code 0, and prints JSON or nothing. */
import { dataFolderPath } from '../node/data-dir.js';
import { notePrompt } from '../node/inject/prompt-record.js';
import { hookEventOf } from '../protocol/hooks.js';
import { clientMs, limitOf } from './answer.js';
import { runHook } from './run.js';

/** Milliseconds beyond the limit after which the process exits, finished or not. */
const GRACE_MS = 1_500;
/** The same beyond what the client waits for. */
const LAST_MS = 400;

process.exitCode = 0;
const dataDir = dataFolderPath(process.env);
const limit = limitOf(process.env, dataDir);
const [event = ''] = process.argv.slice(process.argv[2] === 'hook' ? 3 : 2);
let isDone = false;
const exitIn = (ms: number): NodeJS.Timeout =>
  setTimeout(
    () => {
      if (!isDone && hookEventOf(event) === 'UserPromptSubmit') notePrompt(dataDir, 'late');
      process.exit(0);
    },
    Math.min(ms, clientMs(process.env) + LAST_MS),
  ).unref();
let exitTimer = exitIn(limit + GRACE_MS);
const extend = (ms: number): void => {
  clearTimeout(exitTimer);
  exitTimer = exitIn(ms + limit + GRACE_MS);
};
for (const failure of ['uncaughtException', 'unhandledRejection'] as const) process.on(failure, () => process.exit(0));

void runHook({ event, env: process.env, input: process.stdin, distDir: __dirname, extend }).then((output) => {
  isDone = true;
  if (output === '') process.exit(0);
  process.stdout.on('error', () => process.exit(0)).write(`${output}\n`, () => process.exit(0));
});
