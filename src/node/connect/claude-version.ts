/** Versions of Claude Code in use: one settings file serves all installations, in terminals and editors. */
import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

import { OWN_PROCESS } from '../../core/capture/own-tools.js';
import { t } from '../../core/l10n.js';
import { DAY_MS } from '../../core/units.js';
import { realPathOf } from '../paths.js';
import { firstField, newest } from '../stores/transcript-folders.js';

/** From this version on Claude Code skips unknown events; earlier versions ignore the whole settings file. */
const FORGIVING = '2.1.101';
/** From this version on hooks that are not waited for leave nothing in the transcript. */
const ASYNC = '2.1.119';
/** Days back in which a transcript shows a version that is in use. */
const DAYS = 30;
/** Project folders checked, the last used first, and transcripts of each. */
const MOST_FOLDERS = 12;
const MOST_FILES = 4;
/** Milliseconds for an answer to `--version`. */
const ANSWER_MS = 10_000;
/** Folders in the home folder where editors keep their extensions. */
const EDITORS = ['.vscode', '.vscode-insiders', '.vscode-server', '.vscodium', '.cursor', '.windsurf'];

export interface VersionRequest {
  /** Absolute, of Claude Code. */
  readonly configDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/** What the oldest Claude Code in use can do with hooks. */
export interface HookSupport {
  /** Whether hooks for events of later versions may be in the settings. Undefined: unknown. */
  readonly events: boolean | undefined;
  /** Whether hooks can run without being waited for. Undefined: unknown. */
  readonly async: boolean | undefined;
  /** The oldest version in use; undefined: unknown. */
  readonly version: string | undefined;
}

export const UNKNOWN_SUPPORT: HookSupport = { events: undefined, async: undefined, version: undefined };

/** Asks the installed programs and extensions for their versions; where there are none, transcripts of the last days say. */
export async function hookSupport(request: VersionRequest): Promise<HookSupport> {
  const installed = (await Promise.all([programVersions(request), extensionVersions(request.home)])).flat();
  const versions = installed.length > 0 ? installed : await transcriptVersions(request.configDir);
  if (versions.length === 0) return UNKNOWN_SUPPORT;
  const version = versions.find((one) => versions.every((other) => isFrom(other, one))) ?? versions[0];
  return {
    events: versions.every((one) => isFrom(one, FORGIVING)),
    async: versions.every((one) => isFrom(one, ASYNC)),
    version,
  };
}

/** What is left out of the settings, for people; undefined for nothing. */
export function leftOut({ events, async: isAsync, version }: HookSupport): string | undefined {
  if (events === undefined)
    return t(
      'Failed commands, subagents and compactions aren’t recorded: this needs Claude Code {version} or later, and no Claude Code was found. Connect again after installing it.',
      { version: FORGIVING },
    );
  if (!events)
    return t(
      'Failed commands, subagents and compactions aren’t recorded: this needs Claude Code {version} or later, and {current} is in use. Update it, then connect again.',
      { version: FORGIVING, current: version ?? '' },
    );
  return isAsync === false
    ? t(
        'Claude Code {current} waits for each hook; {version} and later don’t wait for hooks that only record. Update it, then connect again.',
        { current: version ?? '', version: ASYNC },
      )
    : undefined;
}

async function programVersions(request: VersionRequest): Promise<readonly string[]> {
  const { env, home, platform, configDir } = request;
  const names = platform === 'win32' ? ['claude.exe', 'claude.cmd'] : ['claude'];
  const folders = [
    ...(env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder)),
    join(home, '.local', 'bin'),
    join(home, '.claude', 'local'),
    join(configDir, 'local'),
  ];
  const files = await Promise.all(
    folders
      .flatMap((folder) => names.map((name) => join(folder, name)))
      .map(async (file) => ((await stat(file).catch(() => undefined))?.isFile() ? await realPathOf(file) : undefined)),
  );
  const programs = [...new Set(files.filter((file) => file !== undefined))];
  const versions = await Promise.all(programs.map((program) => askVersion(program, request)));
  return versions.filter((version) => version !== undefined);
}

/** Undefined where a program does not answer with a version. */
const askVersion = (program: string, { env, platform }: VersionRequest): Promise<string | undefined> =>
  new Promise((resolve) => {
    const isScript = platform === 'win32' && program.endsWith('.cmd');
    execFile(
      isScript ? `"${program}"` : program,
      ['--version'],
      {
        timeout: ANSWER_MS,
        env: { ...env, [OWN_PROCESS]: '1' },
        windowsHide: true,
        // Only a shell can start a script there.
        shell: isScript,
      },
      (_, stdout) => resolve(/^\d+\.\d+\.\d+\S*/.exec(stdout.trim())?.[0]),
    );
  });

/** Versions of Claude Code in the newest extension of each editor; former extensions stay in the folder for a while. */
async function extensionVersions(home: string): Promise<readonly string[]> {
  const newestOf = async (editor: string): Promise<readonly string[]> => {
    const names = await readdir(join(home, editor, 'extensions')).catch(() => []);
    const versions = names.flatMap((name) => /^anthropic\.claude-code-(\d+\.\d+\.\d+)/.exec(name)?.[1] ?? []);
    return versions.filter((one) => versions.every((other) => isFrom(one, other))).slice(0, 1);
  };
  return (await Promise.all(EDITORS.map(newestOf))).flat();
}

/** The version that each transcript written to lately begins with. */
async function transcriptVersions(configDir: string): Promise<readonly string[]> {
  const files = await recent(join(configDir, 'projects'));
  const versions = await Promise.all(files.map((file) => firstField(file, 'version')));
  return versions.filter((version) => version !== undefined);
}

/** Transcripts written to lately. */
async function recent(projects: string): Promise<string[]> {
  const since = Date.now() - DAYS * DAY_MS;
  const timeOf = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
  const folders = await Promise.all(
    (await readdir(projects).catch(() => [])).map(async (name) => ({
      path: join(projects, name),
      time: await timeOf(join(projects, name)),
    })),
  );
  const lately = folders.sort((a, b) => b.time - a.time).slice(0, MOST_FOLDERS);
  const files = (await Promise.all(lately.map(async ({ path }) => (await newest(path)).slice(0, MOST_FILES)))).flat();
  const times = await Promise.all(files.map(timeOf));
  return files.filter((_, at) => (times[at] as number) >= since);
}

/** Whether a version is another one or a later one; what is no version is not. */
function isFrom(version: string, least: string): boolean {
  const numbers = (text: string): number[] => (/^\d+\.\d+\.\d+/.exec(text)?.[0] ?? '').split('.').map(Number);
  const [ours, wanted] = [numbers(version), numbers(least)];
  const at = wanted.findIndex((number, i) => ours[i] !== number);
  return at === -1 || (ours[at] as number) > (wanted[at] as number);
}
