/**
 * Preloaded into a process: stops it (SIGSTOP) before the call STOP_AT to the file system that concerns one of STOP_FOLDERS (joined by `:`). With
 * STOP_LOG every such call is written down instead, one line each.
 */
import { closeSync, openSync, writeSync } from 'node:fs';

import { interceptFileCalls } from '../support/file-calls.mjs';

const folders = (process.env['STOP_FOLDERS'] ?? '').split(':');
const { STOP_AT: at, STOP_LOG: log } = process.env;
const file = log === undefined ? undefined : openSync(log, 'a');
if (file !== undefined) process.on('exit', () => closeSync(file));

interceptFileCalls(
  (path) => folders.some((folder) => path.startsWith(folder)),
  ({ index, name, path }) => {
    if (file !== undefined) writeSync(file, `${name} ${path}\n`);
    else if (index === Number(at)) process.kill(process.pid, 'SIGSTOP');
  },
);
