/** Versions of Claude Code in use: one settings file serves all installations, in terminals and editors. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { DAY_MS } from '../../core/units.js';
import { firstField, newest } from '../stores/transcript-folders.js';

/** From this version on Claude Code skips unknown events; earlier versions ignore the whole settings file. */
const FORGIVING = '2.1.101';
/** Days back in which a version counts as in use. */
const DAYS = 30;
/** Project folders checked, the last used first, and transcripts of each. */
const MOST_FOLDERS = 12;
const MOST_FILES = 4;

/**
 * Whether every version that was used lately takes hooks for `PostToolUseFailure`, by the version each transcript begins with. Undefined:
 * no transcript says.
 * @param configDir absolute, of Claude Code
 */
export async function takesFailures(configDir: string): Promise<boolean | undefined> {
  const versions = (
    await Promise.all((await recent(join(configDir, 'projects'))).map((file) => firstField(file, 'version')))
  ).filter((version) => version !== undefined);
  return versions.length === 0 ? undefined : versions.every((version) => isFrom(version, FORGIVING));
}

export const FAILURES_LEFT_OUT = `Commands that fail are not noted: hooks for them are connected when sessions of the last ${DAYS} days all ran with Claude Code ${FORGIVING} or later, as former versions may ignore the whole file for them. Connect again then.`;

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
