/** Claude Code's own settings, as far as they decide where memory lives and whether it is used. */
import { isAbsolute, join, win32 } from 'node:path';
import { z } from 'zod';
import { messageOf } from '../../core/errors.js';
import type { StoreScope } from '../../core/memory.js';
import { readRegular } from '../files/regular.js';
import { expandHome, isGone } from '../paths.js';

/** Each key alone: one wrong value does not hide the others. */
const DIRECTORY = z.string().min(1);
const ENABLED = z.boolean();
const SETTINGS = z.record(z.string(), z.unknown());

export interface SettingsPlace {
  readonly scope: StoreScope;
  readonly file: string;
  /** How the file is named to people. */
  readonly name: string;
}

export interface ClaudeSettings {
  /** Absolute, `~` expanded. */
  readonly directory?: { readonly path: string; readonly place: SettingsPlace };
  /** Why memory is off, when it is. */
  readonly off?: string;
  /** What was ignored and why, one sentence each. */
  readonly notes: readonly string[];
}

interface Read {
  readonly place: SettingsPlace;
  readonly directory?: string;
  readonly enabled?: boolean;
}

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/** Where the machine's administrator puts settings. */
export function managedSettingsFile(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode/managed-settings.json';
  if (platform === 'win32') return 'C:\\Program Files\\ClaudeCode\\managed-settings.json';
  return '/etc/claude-code/managed-settings.json';
}

/** Places in order of precedence: managed, local, project, user. Those inside the folders only when they are trusted. */
export function settingsPlaces(configDir: string, folders: readonly string[], trusted: boolean, managed: string): SettingsPlace[] {
  const inside = (scope: StoreScope, file: string): SettingsPlace[] =>
    trusted ? folders.map((folder) => ({ scope, file: join(folder, '.claude', file), name: `.claude/${file}` })) : [];
  return [
    { scope: 'managed', file: managed, name: 'the managed settings' },
    ...inside('local', 'settings.local.json'),
    ...inside('project', 'settings.json'),
    { scope: 'user', file: join(configDir, 'settings.json'), name: 'your Claude Code settings' },
  ];
}

/** What the settings say together. Never rejects: a file or value that makes no sense is left out with a note. */
export async function readClaudeSettings(places: readonly SettingsPlace[], around: Surroundings): Promise<ClaudeSettings> {
  const notes: string[] = [];
  const read: Read[] = [];
  for (const place of places) read.push(await readPlace(place, around, notes));
  const directory = read.find((one) => one.directory !== undefined);
  const off = whyOff(read, around.env);
  return {
    ...(directory?.directory === undefined ? {} : { directory: { path: directory.directory, place: directory.place } }),
    ...(off === undefined ? {} : { off }),
    notes,
  };
}

function whyOff(read: readonly Read[], env: Surroundings['env']): string | undefined {
  const forced = env['CLAUDE_CODE_DISABLE_AUTO_MEMORY']?.toLowerCase();
  if (forced === '1' || forced === 'true') return 'CLAUDE_CODE_DISABLE_AUTO_MEMORY is set: Claude Code is not writing here.';
  if (forced === '0' || forced === 'false') return undefined;
  const first = read.find((one) => one.enabled !== undefined);
  return first?.enabled === false ? `autoMemoryEnabled is false in ${first.place.name}: Claude Code is not writing here.` : undefined;
}

async function readPlace(place: SettingsPlace, around: Surroundings, notes: string[]): Promise<Read> {
  const values = await readJson(place, notes);
  const directory = readDirectory(place, values['autoMemoryDirectory'], around, notes);
  const enabled = values['autoMemoryEnabled'];
  const switched = ENABLED.safeParse(enabled);
  if (enabled !== undefined && !switched.success) notes.push(`autoMemoryEnabled in ${place.name} is ignored: it must be true or false.`);
  return { place, ...(directory === undefined ? {} : { directory }), ...(switched.success ? { enabled: switched.data } : {}) };
}

async function readJson(place: SettingsPlace, notes: string[]): Promise<Record<string, unknown>> {
  let text: string;
  try {
    text = await readRegular(place.file);
  } catch (error) {
    if (!isGone(error)) notes.push(`${place.file} cannot be read: ${messageOf(error)}.`);
    return {};
  }
  try {
    return SETTINGS.parse(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch {
    // Claude Code reads plain JSON: what it cannot read does not count for us either.
    notes.push(`${place.file} is ignored: it is not plain JSON (comments and trailing commas are not allowed).`);
    return {};
  }
}

function readDirectory(place: SettingsPlace, value: unknown, around: Surroundings, notes: string[]): string | undefined {
  if (value === undefined) return undefined;
  const text = DIRECTORY.safeParse(value);
  const path = text.success ? absoluteOrHome(text.data, around) : undefined;
  if (path === undefined) notes.push(`autoMemoryDirectory in ${place.name} is ignored: it must be an absolute path or start with ~/.`);
  return path;
}

/** The absolute path a setting names; undefined unless it is absolute or starts with `~/`. */
export function absoluteOrHome(value: string, { home, platform }: Pick<Surroundings, 'home' | 'platform'>): string | undefined {
  const path = /^~[/\\]/.test(value) ? expandHome(value, home) : value;
  const absolute = platform === 'win32' ? win32.isAbsolute(path) : isAbsolute(path);
  return absolute ? path : undefined;
}
