/** Finds the running host of a folder by the address file that it writes, and sends it requests. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { t } from '../core/l10n.js';
import {
  type HostAddress,
  HOSTS_FOLDER,
  NONCE_HEADER,
  PROOF_HEADER,
  PROVE_PATH,
  readHostAddress,
} from '../protocol/hooks.js';
import { isNonce, isSameProof, newNonce, proofOf } from './hook-proof.js';
import { PostConnection } from './http-client.js';
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

/**
 * Sends a request to a host once it has proven to be the one that wrote the address: until then, who answers learns nothing. Rejects when it does not answer
 * in time, refuses, or is another program. A program that proves nothing is left after half the time, so that enough remains to do without it.
 */
export async function askHost(
  { port, key }: HostAddress,
  path: string,
  question: unknown,
  timeoutMs: number,
): Promise<unknown> {
  const connection = new PostConnection(port, Math.ceil(timeoutMs / 2));
  try {
    const proof = await prove(connection, key);
    connection.limit(timeoutMs);
    const { status, body } = await connection.post({
      path,
      headers: { [PROOF_HEADER]: proof },
      body: JSON.stringify(question),
    });
    if (status !== 200) throw new Error(t('it responded with status {status}', { status }));
    return JSON.parse(body);
  } finally {
    connection.close();
  }
}

/** Resolves when a host proves to be the one that wrote the address; rejects when it does not in time. */
export async function proveHost({ port, key }: HostAddress, timeoutMs: number): Promise<void> {
  const connection = new PostConnection(port, timeoutMs);
  try {
    await prove(connection, key);
  } finally {
    connection.close();
  }
}

/** The proof to show to a host that has shown its own. */
async function prove(connection: PostConnection, key: string): Promise<string> {
  const client = newNonce();
  const { headers } = await connection.post({ path: PROVE_PATH, headers: { [NONCE_HEADER]: client }, body: '' }, true);
  const nonces = { client, host: headers.get(NONCE_HEADER) ?? '' };
  if (!isNonce(nonces.host) || !isSameProof(headers.get(PROOF_HEADER) ?? '', proofOf('host', key, nonces)))
    throw new Error(t('it is another program'));
  return proofOf('client', key, nonces);
}
