/** Identity of a checkout, to recognise a project that was moved. Read from git's files, without running git; addresses are stored as hashes. */
import { join } from 'node:path';

import { readRegular } from '../files/regular-file.js';
import { shortHash } from '../hash.js';
import { isDirectory } from '../paths.js';
import { findRepository } from './git.js';

export interface CheckoutIdentity {
  /** Hash of the first entry of the reflog: a checkout keeps it when its folder is renamed or moved. */
  readonly born?: string | undefined;
  /** Hash of the address of `origin` without user name, password and `.git`. */
  readonly remote?: string | undefined;
}

/** Empty for a folder outside git. */
export async function checkoutIdentity(folder: string): Promise<CheckoutIdentity> {
  const common = await commonFolder(folder);
  if (common === undefined) return {};
  const [log, config] = await Promise.all([readText(join(common, 'logs', 'HEAD')), readText(join(common, 'config'))]);
  const born = log.split('\n', 1)[0]?.trim();
  const remote = remoteOf(config);
  return { ...(born ? { born: shortHash(born) } : {}), ...(remote === undefined ? {} : { remote: shortHash(remote) }) };
}

/** Address of `origin` without scheme, user name, password and `.git`, in lower case: `github.com/acme/shop`. */
export async function remoteOrigin(folder: string): Promise<string | undefined> {
  const common = await commonFolder(folder);
  return common === undefined ? undefined : remoteOf(await readText(join(common, 'config')));
}

/** Git's folder that all worktrees of a repository share. */
async function commonFolder(folder: string): Promise<string | undefined> {
  const repository = await findRepository(folder);
  return repository === undefined
    ? undefined
    : await gitFolder([
        join(repository.canonical, '.git'),
        ...(repository.canonical === repository.checkout ? [] : [repository.canonical]),
        ...repository.others,
        join(repository.checkout, '.git'),
      ]);
}

const readText = async (file: string): Promise<string> => await readRegular(file).catch(() => '');

async function gitFolder(places: readonly string[]): Promise<string | undefined> {
  for (const place of places) if (await isDirectory(place)) return place;
  return undefined;
}

function remoteOf(config: string): string | undefined {
  const section = /^\[remote "origin"\]([^[]*)/m.exec(config)?.[1] ?? '';
  const url = /^\s*url\s*=\s*(\S+)/m.exec(section)?.[1];
  return url
    ?.replace(/^([a-z+]+:\/\/)?(?:[^@/]*@)?/i, '')
    .replace(/\.git\/?$|\/$/, '')
    .replace(':', '/')
    .toLowerCase();
}
