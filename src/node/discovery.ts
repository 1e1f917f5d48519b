/** Finds a running host of a folder by the discovery files of the data folder, and asks it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { ANSWER_HEADER, bearer, type HostAddress, HOSTS_FOLDER, readHostAddress } from '../protocol/hooks.js';
import { post } from './post.js';
import { isRunning } from './process-running.js';

/** The discovery file of a host. */
export const hostFile = (dataDir: string, pid: number, port: number): string =>
  join(dataDir, HOSTS_FOLDER, `${pid}-${port}.json`);

/** The discovery files of the data folder; without an address where one is unreadable, or could have been written by another user. */
export function hostFiles(dataDir: string): { readonly file: string; readonly address: HostAddress | undefined }[] {
  const folder = join(dataDir, HOSTS_FOLDER);
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    // No host was ever started, or its folder is not for this user.
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
    // Reading a pipe would wait for its writer.
    if (!stats.isFile()) return undefined;
    // A file that other users can write may lead to their program.
    if (process.platform !== 'win32' && ((mode & 0o022) !== 0 || uid !== process.getuid?.())) return undefined;
    return readHostAddress(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Removed just now, or half written by a host that died: no address.
    return undefined;
  }
}

/** The running host of the nearest workspace folder around a folder. Real paths, which hosts and hooks spell as the file system does. */
export function findHost(dataDir: string, cwd: string): HostAddress | undefined {
  const addresses = hostFiles(dataDir).flatMap(({ address }) => address ?? []);
  for (let folder = cwd; ; folder = dirname(folder)) {
    const host = addresses.findLast(({ folders, pid }) => folders.includes(folder) && isRunning(pid));
    if (host !== undefined || dirname(folder) === folder) return host;
  }
}

/** Asks a host. Rejects when it does not answer in time, refuses, or does not show who it is. */
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
