import { execFile } from 'node:child_process';

import { OWN_PROCESS } from '../../core/capture/own-tools.js';

/** Milliseconds git may take. */
const TIMEOUT_MS = 2_000;

/** Whether git would leave a path out; undefined when it cannot be asked. Runs git, so only for folders that are trusted. */
export async function isIgnoredByGit(checkout: string, path: string): Promise<boolean | undefined> {
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
    [OWN_PROCESS]: '1',
  };
  return await new Promise((resolve) => {
    execFile(
      'git',
      ['-c', 'core.fsmonitor=false', 'check-ignore', '--quiet', '--no-index', path],
      { cwd: checkout, env, timeout: TIMEOUT_MS, windowsHide: true },
      (error) => {
        if (error === null) resolve(true);
        else resolve(error.code === 1 ? false : undefined);
      },
    );
  });
}
