/** Claude Code's settings that decide where memory is and whether it is used. */
import { isAbsolute, join, win32 } from 'node:path';

import * as z from 'zod';

import { messageOf } from '../../core/errors.js';
import { readRegular } from '../files/regular-file.js';
import { isGone } from '../paths.js';
import { memoryOffReason } from './memory-enabled.js';
import type { SettingsFile } from './settings-files.js';

/** Keys are checked one by one: a wrong value does not hide the others. */
const DIRECTORY = z.string().min(1);
const ENABLED = z.boolean();
const SETTINGS = z.record(z.string(), z.unknown());
const VARIABLE = z.union([z.string(), z.number(), z.boolean()]).transform(String);

export interface NamedDirectory {
  /** Absolute, `~` expanded. */
  readonly path: string;
  readonly place: SettingsFile;
}

export interface ClaudeSettings {
  /** `autoMemoryDirectory`. */
  readonly directory?: NamedDirectory;
  /** `memoryDir`, which other tools read from the same files. */
  readonly memoryDir?: NamedDirectory;
  /** Why memory is off, when it is. */
  readonly off?: string;
  /** What was ignored and why, one sentence each. */
  readonly notes: readonly string[];
}

export interface RootsEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

interface Read {
  readonly place: SettingsFile;
  readonly directory?: string;
  readonly memoryDir?: string;
  readonly enabled?: boolean;
  readonly env: Readonly<Record<string, string>>;
}

/** Merges the settings files. Never rejects: an invalid file or value is skipped with a note. */
export async function readClaudeSettings(
  places: readonly SettingsFile[],
  around: RootsEnvironment,
): Promise<ClaudeSettings> {
  const notes: string[] = [];
  const read: Read[] = [];
  for (const place of places) read.push(await readSettingsFile(place, around, notes));
  const named = (key: 'directory' | 'memoryDir'): NamedDirectory | undefined => {
    const first = read.find((one) => one[key] !== undefined);
    return first?.[key] === undefined ? undefined : { path: first[key], place: first.place };
  };
  const [directory, memoryDir] = [named('directory'), named('memoryDir')];
  const off = memoryOffReason(
    read.map(({ place, enabled, env }) => ({ name: place.name, enabled, env })),
    around.env,
  );
  return {
    ...(directory === undefined ? {} : { directory }),
    ...(memoryDir === undefined ? {} : { memoryDir }),
    ...(off === undefined ? {} : { off }),
    notes: [...new Set(notes)],
  };
}

async function readSettingsFile(place: SettingsFile, around: RootsEnvironment, notes: string[]): Promise<Read> {
  if (!place.believed) {
    await noteIgnored(place, around, notes);
    return { place, env: {} };
  }
  const values = await readJson(place, notes);
  const directoryOf = (key: string): string | undefined => readDirectory(place, key, values[key], around, notes);
  const enabled = values['autoMemoryEnabled'];
  const switched = ENABLED.safeParse(enabled);
  if (enabled !== undefined && !switched.success)
    notes.push(`autoMemoryEnabled in ${place.name} is ignored: it must be true or false.`);
  const [directory, memoryDir] = [directoryOf('autoMemoryDirectory'), directoryOf('memoryDir')];
  return {
    place,
    env: variablesOf(values['env']),
    ...(directory === undefined ? {} : { directory }),
    ...(memoryDir === undefined ? {} : { memoryDir }),
    ...(switched.success ? { enabled: switched.data } : {}),
  };
}

function variablesOf(value: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  const variables = SETTINGS.safeParse(value);
  for (const [name, text] of Object.entries(variables.success ? variables.data : {})) {
    const variable = VARIABLE.safeParse(text);
    if (variable.success) found[name] = variable.data;
  }
  return found;
}

export interface IgnoredSetting {
  readonly key: string;
  /** The directory that it names, absolute; undefined where it names none that is valid. */
  readonly path?: string | undefined;
}

/** The settings of a file in a folder that is not trusted. */
export async function ignoredSettings(place: SettingsFile, around: RootsEnvironment): Promise<IgnoredSetting[]> {
  const values = await readJson(place, []);
  return ['autoMemoryDirectory', 'memoryDir', 'autoMemoryEnabled']
    .filter((key) => values[key] !== undefined)
    .map((key) => ({ key, path: readDirectory(place, key, values[key], around, []) }));
}

async function noteIgnored(place: SettingsFile, around: RootsEnvironment, notes: string[]): Promise<void> {
  for (const { key } of await ignoredSettings(place, around)) {
    notes.push(`${key} in ${place.name} is ignored: it counts only in a folder that is trusted.`);
  }
}

async function readJson(place: SettingsFile, notes: string[]): Promise<Record<string, unknown>> {
  let text: string;
  try {
    text = (await readRegular(place.file)).replace(/^\uFEFF/, '');
  } catch (error) {
    if (!isGone(error)) notes.push(`${place.file} cannot be read: ${messageOf(error)}.`);
    return {};
  }
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    const settings = SETTINGS.safeParse(value);
    if (settings.success) return settings.data;
    notes.push(`${place.file} is ignored: it must hold a JSON object.`);
  } catch {
    // Claude Code reads plain JSON and ignores other files, so they are ignored here too.
    notes.push(`${place.file} is ignored: it is not plain JSON (comments and trailing commas are not allowed).`);
  }
  return {};
}

function readDirectory(
  place: SettingsFile,
  key: string,
  value: unknown,
  around: RootsEnvironment,
  notes: string[],
): string | undefined {
  if (value === undefined) return undefined;
  const text = DIRECTORY.safeParse(value);
  const found = text.success ? parseDirectory(text.data, around) : { ignored: NOT_ABSOLUTE };
  if (found.ignored !== undefined) notes.push(`${key} in ${place.name} is ignored: ${found.ignored}.`);
  return found.path;
}

const NOT_ABSOLUTE = 'it must be an absolute path or start with ~/';

export type DirectoryNamed =
  { readonly path: string; readonly ignored?: undefined } | { readonly path?: undefined; readonly ignored: string };

/** The absolute directory that a setting or variable names, or why it is ignored: only absolute paths and paths below `~/` are valid. */
export function parseDirectory(
  value: string,
  { home, platform }: Pick<RootsEnvironment, 'home' | 'platform'>,
): DirectoryNamed {
  const ofHome = platform === 'win32' ? /^~[/\\]/ : /^~\//;
  const path = ofHome.test(value) ? join(home, value.slice(2)) : value;
  const absolute = platform === 'win32' ? win32.isAbsolute(path) : isAbsolute(path);
  if (!absolute || path.includes('\0')) return { ignored: NOT_ABSOLUTE };
  const bare = path.replace(/[/\\]+$/, '');
  if (bare === '' || /^[a-z]:$/i.test(bare)) return { ignored: 'it is the root of a drive' };
  if (bare === home.replace(/[/\\]+$/, '')) return { ignored: 'it is your whole home folder' };
  return { path };
}
