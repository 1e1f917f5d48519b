/**
 * The sample: media/sample copied to where Claude Code would have written it, with dates counted from today.
 *
 *     BASE/project                     the folder to open, with its team store and sub-agent stores
 *     BASE/home/.claude                Claude Code's own folder: the main store of that project, and a user's sub-agent store
 *     BASE/laptop-backup               a store with problems, reached through the setting memdir.directories
 */
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

import { projectSlug, SLUG_LIMIT } from '../../src/core/stores/project-slug.js';
import { DAY_MS } from '../../src/core/units.js';
import { root } from './project.mjs';

export interface Sample {
  /** The workspace folder. */
  readonly project: string;
  /** Value for CLAUDE_CONFIG_DIR. */
  readonly claudeConfig: string;
  /** Main store of the project. */
  readonly store: string;
  /** Store with problems; to be named in memdir.directories. */
  readonly backup: string;
}

const TEMPLATE = /\{\{(days|time)-(\d+)\}\}/g;
/** Age in days of a file that names no date: 15 to 164, the same at each copy. */
const undatedAge = (name: string): number =>
  15 + ([...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 150);

/** `{{days-3}}` is the date three days ago, `{{time-3}}` date and time; the file's own time follows the first of them. */
function fillDates(file: string, now: number): void {
  const text = readFileSync(file, 'utf8');
  const stamp = (days: string): string => new Date(now - Number(days) * DAY_MS).toISOString();
  const filled = text.replace(TEMPLATE, (_, kind: string, days: string) =>
    kind === 'days' ? stamp(days).slice(0, 10) : stamp(days),
  );
  if (filled !== text) writeFileSync(file, filled);
  const age = Number(/\{\{(?:days|time)-(\d+)\}\}/.exec(text)?.[1] ?? undatedAge(path.basename(file)));
  const when = new Date(now - age * DAY_MS);
  utimesSync(file, when, when);
}

/** A repository of its own, so that the sample is not taken for a folder of the one it lies in. */
function markAsRepository(project: string): void {
  const git = path.join(project, '.git');
  for (const folder of ['objects', 'refs/heads']) mkdirSync(path.join(git, folder), { recursive: true });
  writeFileSync(path.join(git, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(path.join(git, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n');
}

function projectFolderName(project: string): string {
  const slug = projectSlug(realpathSync(project));
  return slug.length <= SLUG_LIMIT ? slug : `${slug.slice(0, SLUG_LIMIT)}-sample`;
}

/** Lays the sample out below `base`, replacing what an earlier call left there. */
export function prepareSample(base: string): Sample {
  const now = Date.now();
  const source = path.join(root, 'media', 'sample');
  const project = path.join(base, 'project');
  const claudeConfig = path.join(base, 'home', '.claude');
  for (const folder of ['project', 'home', 'laptop-backup'])
    rmSync(path.join(base, folder), { recursive: true, force: true });
  cpSync(path.join(source, 'project'), project, { recursive: true });
  markAsRepository(project);
  const store = path.join(claudeConfig, 'projects', projectFolderName(project), 'memory');
  const backup = path.join(base, 'laptop-backup');
  const copies = {
    memory: store,
    team: path.join(project, '.claude', 'memory'),
    'agent-project': path.join(project, '.claude', 'agent-memory'),
    'agent-user': path.join(claudeConfig, 'agent-memory'),
    'laptop-backup': backup,
  };
  for (const [from, to] of Object.entries(copies)) cpSync(path.join(source, from), to, { recursive: true });
  for (const folder of Object.values(copies)) for (const file of filesBelow(folder)) fillDates(file, now);
  return { project, claudeConfig, store, backup };
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile());
