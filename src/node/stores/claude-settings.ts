/** Claude Code's settings that decide where memory is and whether it is used. */
import { messageOf } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import { t } from '../../core/l10n.js';
import { type NamedPath, namedPath, type PathFault, type PathPlace } from '../../core/named-path.js';
import { readRegular } from '../files/regular-file.js';
import { isGone } from '../paths.js';
import type { RootsEnvironment } from './base-folders.js';
import { isOffSwitch, memorySwitches } from './memory-enabled.js';
import type { SettingsFile } from './settings-files.js';

/** A file with one wrong value counts in nothing, as in Claude Code. Checked by hand, because every hook asks. */
const KEYS: readonly {
  readonly key: string;
  readonly fault: () => string;
  readonly accepts: (value: unknown) => boolean;
}[] = [
  {
    key: 'autoMemoryDirectory',
    fault: () => t('{key} must be a string', { key: 'autoMemoryDirectory' }),
    accepts: (value) => typeof value === 'string',
  },
  {
    key: 'autoMemoryEnabled',
    fault: () => t('{key} must be true or false', { key: 'autoMemoryEnabled' }),
    accepts: (value) => typeof value === 'boolean',
  },
  {
    key: 'autoDreamEnabled',
    fault: () => t('{key} must be true or false', { key: 'autoDreamEnabled' }),
    accepts: (value) => typeof value === 'boolean',
  },
  { key: 'env', fault: () => t('{key} must be an object', { key: 'env' }), accepts: isObject },
];

export interface NamedDirectory {
  /** Absolute, `~` expanded; undefined where the directory is refused. */
  readonly path?: string;
  readonly place: SettingsFile;
  /** Whether Claude Code uses the directory that is refused here. */
  readonly elsewhere?: boolean;
}

export interface ClaudeSettings {
  /** `autoMemoryDirectory` of the nearest layer that names one, whether or not it is a directory that can be used. */
  readonly directory?: NamedDirectory;
  /** `memoryDir`, which other tools read from the same files. */
  readonly memoryDir?: NamedDirectory;
  /** Why memory is off, when it is: what that means for a store, and the switch alone, without a full stop. */
  readonly off?: string;
  readonly switchedOff?: string;
  /** The switch by which Claude Code loads neither instructions nor MEMORY.md, without a full stop. */
  readonly instructionsOff?: string;
  /** `claudeMdExcludes` of all settings: patterns of absolute paths. */
  readonly excludes: readonly string[];
  /** Name of the settings by which Claude Code consolidates its memory by itself. */
  readonly consolidatedBy?: string;
  /** What was ignored and why, one sentence each. */
  readonly notes: readonly string[];
}

interface Read {
  readonly place: SettingsFile;
  readonly directory?: NamedDirectory;
  readonly memoryDir?: NamedDirectory;
  readonly enabled?: boolean;
  readonly consolidates?: boolean;
  readonly excludes: readonly string[];
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
  const named = (key: 'directory' | 'memoryDir'): NamedDirectory[] =>
    read.map((one) => one[key]).filter((one) => one !== undefined);
  const [[directory, farther], [memoryDir]] = [named('directory'), named('memoryDir')];
  if (directory !== undefined && directory.path === undefined && farther !== undefined)
    notes.push(
      t('autoMemoryDirectory in {file} doesn’t apply either: Claude Code uses the nearest settings that specify it.', {
        file: farther.place.name,
      }),
    );
  const dream = read.find(({ consolidates }) => consolidates !== undefined);
  const switches = memorySwitches(
    read.map(({ place, enabled, env }) => ({ name: place.name, believed: place.believed, enabled, env })),
    around.env,
  );
  return {
    ...(directory === undefined ? {} : { directory }),
    ...(memoryDir === undefined ? {} : { memoryDir }),
    ...(switches.off === undefined
      ? {}
      : { off: `${switches.off.by}: ${switches.off.effect}`, switchedOff: switches.off.by }),
    ...(switches.instructionsOff === undefined ? {} : { instructionsOff: switches.instructionsOff }),
    excludes: read.flatMap(({ excludes }) => excludes),
    ...(dream?.consolidates === true ? { consolidatedBy: dream.place.name } : {}),
    notes: [...new Set([...notes, ...switches.notes])],
  };
}

async function readSettingsFile(place: SettingsFile, around: RootsEnvironment, notes: string[]): Promise<Read> {
  if (!place.believed) return await readUntrusted(place, around, notes);
  const values = await readJson(place, notes);
  const wrong = wrongKeys(values);
  if (wrong.length > 0) {
    const faults = wrong.map(({ fault }) => fault()).join(', ');
    notes.push(
      t('Claude Code ignores {file} because of a wrong value: {reason}.', { file: place.name, reason: faults }),
    );
    return { place, env: {}, excludes: [] };
  }
  const [directory, memoryDir] = ['autoMemoryDirectory', 'memoryDir'].map((key) =>
    readDirectory(place, key, values[key], around, notes),
  );
  const enabled = values['autoMemoryEnabled'];
  const consolidates = values['autoDreamEnabled'];
  return {
    place,
    env: variablesOf(values['env']),
    excludes: excludesOf(values),
    ...(directory === undefined ? {} : { directory }),
    ...(memoryDir === undefined ? {} : { memoryDir }),
    ...(typeof enabled === 'boolean' ? { enabled } : {}),
    ...(typeof consolidates === 'boolean' ? { consolidates } : {}),
  };
}

const wrongKeys = (values: Readonly<Record<string, unknown>>): typeof KEYS =>
  KEYS.filter(({ key, accepts }) => values[key] !== undefined && !accepts(values[key]));

/** Reads settings of a folder that is not trusted: those that switch memory off count, because that takes nothing outside. The rest is ignored with a note. */
async function readUntrusted(place: SettingsFile, around: RootsEnvironment, notes: string[]): Promise<Read> {
  const values = await readJson(place, []);
  for (const { key } of ignoredOf(values, around))
    notes.push(t('{key} in {file} is ignored: the folder isn’t trusted.', { key, file: place.name }));
  if (wrongKeys(values).length > 0) return { place, env: {}, excludes: [] };
  const off = Object.entries(variablesOf(values['env'])).filter(([name, value]) => isOffSwitch(name, value));
  const enabled = values['autoMemoryEnabled'];
  const variables = Object.fromEntries(off);
  // What it excludes from loading takes nothing outside either.
  return { place, env: variables, excludes: excludesOf(values), ...(typeof enabled === 'boolean' ? { enabled } : {}) };
}

const excludesOf = ({ claudeMdExcludes: patterns }: Readonly<Record<string, unknown>>): string[] =>
  Array.isArray(patterns) ? patterns.filter((each) => typeof each === 'string') : [];

function variablesOf(variables: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(isObject(variables) ? variables : {}))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      found[name] = String(value);
  return found;
}

export interface IgnoredSetting {
  readonly key: string;
  /** The directory that it names, absolute; undefined where it names none that is valid. */
  readonly path?: string | undefined;
}

/** The settings that are ignored of a file in a folder that is not trusted. */
export const ignoredSettings = async (place: SettingsFile, around: RootsEnvironment): Promise<IgnoredSetting[]> =>
  ignoredOf(await readJson(place, []), around);

const ignoredOf = (values: Readonly<Record<string, unknown>>, around: RootsEnvironment): IgnoredSetting[] =>
  ['autoMemoryDirectory', 'memoryDir', 'autoMemoryEnabled', 'autoDreamEnabled']
    .filter((key) => values[key] !== undefined && !(key === 'autoMemoryEnabled' && values[key] === false))
    .map((key) => {
      const value = values[key];
      return { key, path: typeof value === 'string' ? parseDirectory(value, around).path : undefined };
    });

async function readJson(place: SettingsFile, notes: string[]): Promise<Record<string, unknown>> {
  let text: string;
  try {
    text = (await readRegular(place.file)).replace(/^\uFEFF/, '');
  } catch (error) {
    if (!isGone(error))
      notes.push(t('{file} can’t be read: {reason}.', { file: place.file, reason: messageOf(error) }));
    return {};
  }
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
    notes.push(t('{file} is ignored: it must contain a JSON object.', { file: place.file }));
  } catch {
    // Claude Code reads plain JSON and ignores other files, so they are ignored here too.
    notes.push(
      t('{file} is ignored: it isn’t plain JSON (comments and trailing commas aren’t allowed).', { file: place.file }),
    );
  }
  return {};
}

/** The directory of a setting. A directory that is refused is named all the same: no farther layer counts then. */
function readDirectory(
  place: SettingsFile,
  key: string,
  value: unknown,
  around: RootsEnvironment,
  notes: string[],
): NamedDirectory | undefined {
  if (typeof value !== 'string') return undefined;
  const found = parseDirectory(value, around);
  if (found.fault !== undefined)
    notes.push(t('{key} in {file} is ignored: {reason}.', { key, file: place.name, reason: found.why }));
  return { place, ...(found.fault === undefined ? { path: found.path } : { elsewhere: isTaken(value, found.fault) }) };
}

/** Whether Claude Code takes a directory that is refused here: outside Windows it reads two slashes as one, and it takes a whole home folder. */
export const isTaken = (value: string, fault: PathFault): boolean =>
  (fault === 'share' && /^\/\/+[^/]/.test(value)) || (fault === 'home' && !value.startsWith('~')) || fault === 'device';

/** The directory that a setting or variable names, as Claude Code spells it: its letters composed. */
export function parseDirectory(
  value: string,
  around: Pick<RootsEnvironment, 'home' | 'platform'> & PathPlace,
): NamedPath {
  const found = namedPath(value, around);
  return found.fault === undefined ? { path: found.path.normalize('NFC') } : found;
}
