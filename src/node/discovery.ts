/** Finds the running host of a folder by the address file that it writes, and sends it requests. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { ANSWER_HEADER, bearer, type HostAddress, HOSTS_FOLDER, readHostAddress } from '../protocol/hooks.js';
import { post } from './post.js';
import { isRunning } from './process-running.js';

/** The file to which a host writes its address. */
export const hostFile = (dataDir: string, pid: number, port: number): string =>
  join(dataDir, HOSTS_FOLDER, `${pid}-${port}.json`);

/** All address files; unreadable ones are skipped. */
export function hostFiles(dataDir: string): { readonly file: string; readonly address: HostAddress | undefined }[] {
  const folder = join(dataDir, HOSTS_FOLDER);
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    // No host was started yet, or the folder belongs to another user.
    return [];
  }
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ file: join(folder, name), address: addressIn(join(folder, name)) }));
}

function addressIn(file: string): HostAddress | undefined {
  try {
    const stats = statSync(file);
    const { mode, uid } = stats;
    // Reading a pipe would block.
    if (!stats.isFile()) return undefined;
    // A file that other users can write might name a program of theirs.
    if (process.platform !== 'win32' && ((mode & 0o022) !== 0 || uid !== process.getuid?.())) return undefined;
    return readHostAddress(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Just removed, or incomplete because its host died.
    return undefined;
  }
}

/** The running host with the nearest workspace folder around this folder. Real paths, which hosts and hooks spell as the file system does. */
export function findHost(dataDir: string, cwd: string): HostAddress | undefined {
  const addresses = hostFiles(dataDir).flatMap(({ address }) => address ?? []);
  for (let folder = cwd; ; folder = dirname(folder)) {
    const host = addresses.findLast(({ folders, pid }) => folders.includes(folder) && isRunning(pid));
    if (host !== undefined || dirname(folder) === folder) return host;
  }
}

/** Sends a request to a host. Rejects when it does not answer in time, refuses, or fails to authenticate. */
export async function askHost(
  { port, token, answerToken }: HostAddress,
  path: string,
  question: unknown,
  timeoutMs: number,
): Promise<unknown> {
  const answer = await post({
    port,
    path,
    headers: { authorization: bearer(token) },
    body: JSON.stringify(question),
    timeoutMs,
  });
  if (answer.status !== 200) throw new Error(`it answered with status ${answer.status}`);
  if (answer.headers.get(ANSWER_HEADER) !== answerToken) throw new Error('it is another program');
  return JSON.parse(answer.body);
}
