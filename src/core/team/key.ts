/** Names of files of a team: paths inside the team folder that mean the same file on every system, and no other place. */
import { isIndexName } from '../index/index-file.js';
import { t } from '../l10n.js';
import { copyNames } from '../lint/copy-names.js';
import { DEVICE_NAME } from '../named-path.js';

export type KeyFault =
  | 'empty'
  | 'null'
  | 'control'
  | 'invisible'
  | 'absolute'
  | 'backslash'
  | 'traversal'
  | 'encoded'
  | 'look-alike'
  | 'composition'
  | 'characters'
  | 'device'
  | 'edge'
  | 'hidden'
  | 'long'
  | 'deep'
  | 'not-markdown'
  | 'copy';

/** Bytes of UTF-8 of a name and of a whole key: what common file systems take, with room for the names of temporary files. */
const LONGEST_NAME = 200;
const LONGEST_KEY = 512;
/** Folders in folders; deeper ones are not listed. */
const DEEPEST = 12;

const SENTENCES: Readonly<Record<KeyFault, () => string>> = {
  empty: () => t('The name is empty.'),
  null: () => t('The name contains a null character.'),
  control: () => t('The name contains control characters.'),
  invisible: () => t('The name contains invisible characters.'),
  absolute: () => t('The path is absolute.'),
  backslash: () => t('The path contains a backslash, which Windows reads as a folder.'),
  traversal: () => t('The path leads out of the team folder.'),
  encoded: () => t('The path leads out of the team folder when it is decoded.'),
  'look-alike': () => t('The name contains a character that looks like a slash or a dot.'),
  composition: () => t('The name uses decomposed letters, so other systems may treat it as another file.'),
  characters: () => t('The name contains a character that Windows doesn’t allow.'),
  device: () => t('Windows reserves this name for a device.'),
  edge: () => t('A name starts or ends with a space, or ends with a dot.'),
  hidden: () => t('A name starts with a dot or belongs to another program.'),
  long: () => t('The path is too long for some systems.'),
  deep: () => t('The file is in too many nested folders.'),
  'not-markdown': () => t('The file isn’t a Markdown file.'),
  copy: () => t('The file is a conflict copy. Merge it into the original, then delete it.'),
};

/** Why a key is refused, a sentence. */
export const keyFaultText = (fault: KeyFault): string => SENTENCES[fault]();

/** Why a path inside a team folder is no key of a team; undefined for one that is. */
export function keyFault(key: string): KeyFault | undefined {
  return characterFault(key) ?? pathFault(key) ?? firstOf(key.split('/'), nameFault) ?? fileFault(key);
}

function characterFault(key: string): KeyFault | undefined {
  if (key === '') return 'empty';
  if (key.includes('\0')) return 'null';
  if (/\p{Cc}/u.test(key)) return 'control';
  if (!key.isWellFormed() || /[\p{Cf}\p{Zl}\p{Zp}]/u.test(key)) return 'invisible';
  return undefined;
}

function pathFault(key: string): KeyFault | undefined {
  if (key.includes('\\')) return 'backslash';
  if (/^(?:\/|~|[a-z]:)/i.test(key)) return 'absolute';
  if (leads(key)) return 'traversal';
  if (isEncoded(key)) return 'encoded';
  if (looksLikeAnother(key)) return 'look-alike';
  if (key !== key.normalize('NFC')) return 'composition';
  if (bytesOf(key) > LONGEST_KEY) return 'long';
  return key.split('/').length > DEEPEST ? 'deep' : undefined;
}

const leads = (path: string): boolean => path.split('/').some((name) => name === '' || name === '.' || name === '..');

/** Whether a program that decodes the key, once or several times, reads another path. */
function isEncoded(key: string): boolean {
  let text = key;
  for (let round = 0; round < 3 && text.includes('%'); round++) {
    if (OVERLONG.test(text) || looksLikeAnother(decodedRuns(text))) return true;
    // Each escape by itself: a sequence that is no UTF-8 must not hide another one.
    const decoded = text.replace(/%(?:u([0-9a-f]{4})|([0-9a-f]{2}))/gi, (_, four?: string, two?: string) =>
      String.fromCharCode(parseInt(four ?? two ?? '', 16)),
    );
    if (decoded === text) return false;
    text = decoded;
    if (/[\0\\]/.test(text) || count(text) !== count(key) || leads(text) || looksLikeAnother(text)) return true;
  }
  return false;
}

/** A character in more bytes than UTF-8 has for it: no valid name, and a dot or a slash to programs that decode it all the same. */
const OVERLONG = /%(?:c[01]|e0%[89][0-9a-f]|f0%8[0-9a-f])/i;

/** Runs of escapes as the UTF-8 that they are; others as they are. */
const decodedRuns = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });

const count = (text: string): number => text.split('/').length;

/** Slashes and dots of other scripts: programs that fold characters by compatibility read them as the plain ones. */
const LOOK_ALIKES =
  /[\u2044\u2215\u29f8\u29f5\u2216\ufe68\uff0f\uff3c\u2024\u2025\u2026\ufe52\uff0e\ufe19\u3002\uff61]/u;

function looksLikeAnother(key: string): boolean {
  const folded = key.normalize('NFKC');
  return LOOK_ALIKES.test(key) || count(folded) !== count(key) || folded.includes('\\') || leads(folded);
}

function nameFault(name: string): KeyFault | undefined {
  if (/[<>:"|?*]/.test(name)) return 'characters';
  if (DEVICE_NAME.test(name)) return 'device';
  if (/^\s|[\s.]$/u.test(name)) return 'edge';
  if (name.startsWith('.') || /^node_modules$/i.test(name)) return 'hidden';
  return bytesOf(name) > LONGEST_NAME ? 'long' : undefined;
}

function fileFault(key: string): KeyFault | undefined {
  if (!/[^/]\.md$/.test(key)) return 'not-markdown';
  return isCopy(key) ? 'copy' : undefined;
}

/** Whether a file is what a conflict left beside another one. */
export const isCopy = (key: string): boolean =>
  copyNames(key.slice(key.lastIndexOf('/') + 1, -'.md'.length)).some(({ sure }) => sure);

/** A key with which all others are compared that would be the same file where case and composition do not count. */
const foldedKey = (key: string): string => key.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFC');

/**
 * Keys that some systems cannot keep beside another one: the same name in another spelling, or a folder where another has a file. Earlier keys stay.
 * The keys by the one that they collide with.
 */
export function collisions(keys: Iterable<string>): ReadonlyMap<string, string> {
  const taken = new Map<string, string>();
  const found = new Map<string, string>();
  for (const key of new Set(keys)) {
    const places = placesOf(key);
    const other = places
      .map(({ folded, spelled }) => ({ spelled, there: taken.get(folded) }))
      .find(({ spelled, there }) => there !== undefined && (there !== spelled || !spelled.endsWith('/')));
    if (other?.there !== undefined) found.set(key, other.there);
    else for (const { folded, spelled } of places) taken.set(folded, spelled);
  }
  return found;
}

/** A key and the folders around it; folders end in a slash. */
function placesOf(key: string): { readonly folded: string; readonly spelled: string }[] {
  const names = key.split('/');
  return names.map((_, at) => {
    const path = names.slice(0, at + 1).join('/');
    return { folded: foldedKey(path), spelled: at + 1 < names.length ? `${path}/` : path };
  });
}

/** Name beside a file for the local text that lost against the server's; `at`: ISO 8601, `mark`: 4 or more letters and digits that tell texts apart. */
export function conflictPath(key: string, at: string, mark: string): string {
  const stamp = at.replace(/[-:]|\.\d+Z?$|Z$/g, '').replace('T', '-');
  const tail = `.team-conflict-${stamp}-${mark.slice(0, 7).toUpperCase()}.md`;
  const stem = key.slice(0, -'.md'.length);
  const folder = stem.slice(0, stem.lastIndexOf('/') + 1);
  return `${folder}${shortened(stem.slice(folder.length), 240 - tail.length)}${tail}`;
}

function shortened(text: string, bytes: number): string {
  const letters = [...text];
  while (bytesOf(letters.join('')) > bytes) letters.pop();
  return letters.join('');
}

/** Whether a key is the team's MEMORY.md. */
export const isTeamIndex = (key: string): boolean => isIndexName(key);

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

const encoder = new TextEncoder();
export const bytesOf = (text: string): number => encoder.encode(text).length;
