/** Members of a team on machines of their own: each with a home, a data folder and a checkout of the same project. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import type { TeamReport } from '../../src/core/results.js';
import { projectSlug } from '../../src/core/stores/project-slug.js';
import { type Ended, tempFolder, type Terminal, terminal } from '../cli/support.js';
import { memoryText } from '../support/service.js';

export const REPOSITORY = 'git.example/acme/shop';

export interface Client extends Terminal {
  /** Claude Code's memory of the project. */
  readonly store: string;
  /** The team folder below it. */
  readonly folder: string;
  /** Runs `memdir team …` in this process. */
  readonly team: (...args: string[]) => Promise<Ended>;
  /** Runs `memdir team …`, and answers its report. Exit codes 0 and 1 only. */
  readonly report: (...args: string[]) => Promise<TeamReport>;
  readonly write: (key: string, text: string) => Promise<void>;
  readonly read: (key: string) => Promise<string | undefined>;
  readonly remove: (key: string) => Promise<void>;
  /** Files of the team folder, sorted. */
  readonly keys: () => Promise<string[]>;
}

/** @param url of the database, with password */
export async function client(url: string): Promise<Client> {
  const cwd = await tempFolder();
  await mkdir(join(cwd, '.git'));
  await writeFile(join(cwd, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  await writeFile(join(cwd, '.git', 'config'), `[remote "origin"]\n\turl = https://${REPOSITORY}.git\n`);
  const shell = await terminal(cwd);
  shell.env.MEMDIR_TEAM_URL = url;
  await mkdir(join(shell.home, 'data'), { recursive: true });
  await writeFile(join(shell.home, 'data', 'settings.json'), JSON.stringify({ 'embedding.provider': 'none' }));
  const store = join(shell.home, '.claude', 'projects', projectSlug(cwd), 'memory');
  const folder = join(store, 'team');
  await mkdir(store, { recursive: true });
  const path = (key: string): string => join(folder, key);
  return {
    ...shell,
    store,
    folder,
    team: (...args) => shell.run('team', ...args),
    report: async (...args) => {
      const { code, stdout, stderr } = await shell.run('team', ...args, '--json');
      if (code !== 0 && code !== 1) throw new Error(`memdir team ${args.join(' ')} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout) as TeamReport;
    },
    write: async (key, text) => {
      await mkdir(dirname(path(key)), { recursive: true });
      await writeFile(path(key), text);
    },
    read: (key) => readFile(path(key), 'utf8').catch(() => undefined),
    remove: (key) => rm(path(key)),
    keys: async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .sort(),
  };
}

/** A memory in the form of Claude Code. */
export const memory = (name: string, body: string, type = 'project'): string =>
  memoryText({ name, description: `About ${name}`, type, body });

export const names = (paths: readonly string[]): string[] => paths.map((path) => basename(path));
