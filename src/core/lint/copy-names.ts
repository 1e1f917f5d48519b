import { t } from '../l10n.js';
/** A file name parsed as the name of a copy. */
export interface CopyName {
  readonly stem: string;
  /** The program that names copies like that, for people. */
  readonly by: string;
  /** Whether the name alone proves a copy; `x 2` and `x-MACHINE` may be names of memories. */
  readonly sure: boolean;
}

/** One pattern for each spelling, the stem in the group `stem`. All are anchored and of bounded cost. */
const SPELLINGS: readonly (readonly [pattern: RegExp, by: () => string, sure: boolean])[] = [
  [/^(?<stem>.+)\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]{1,12})?$/i, () => 'Syncthing', true],
  [/^(?<stem>.+)\.team-conflict-\d{8}-\d{6}-[A-Z0-9]{1,12}$/i, () => t('team sync'), true],
  [
    /^(?<stem>.+?) ?\([^()]{0,80}(?:conflict|konflikt|conflit|conflicto|conflitto|競合|冲突|衝突)[^()]{0,80}\)(?: ?\(\d{1,3}\))?$/i,
    () => t('a sync tool'),
    true,
  ],
  [/^(?<stem>.+?) ?\[conflict(?:ed)?[^[\]]{0,80}\]$/i, () => t('a sync tool'), true],
  [/^(?<stem>.+)_conf\(\d{1,3}\)$/i, () => 'Google Drive', true],
  [/^(?<stem>.+)~\d{0,3}$/, () => t('an editor'), true],
  [/^(?<stem>.+) - (?:copy|kopie|copie|copia|cópia|kopia)(?: ?\(\d{1,3}\))?$/i, () => 'Windows', true],
  [/^(?<stem>.+) (?:copy|kopie|copie)(?: \d{1,3})?$/i, () => 'macOS', false],
  [/^(?:copy of|kopie von|copie de|copia de) (?<stem>.+)$/i, () => 'Google Drive', false],
  [/^(?<stem>.+?) ?\(\d{1,3}\)$/, () => t('a browser or sync tool'), false],
  [/^(?<stem>.+) \d{1,2}$/, () => 'iCloud', false],
  [/^(?<stem>.+)-(?:DESKTOP|LAPTOP|WIN|PC)-[A-Z0-9]{4,12}(?:-\d{1,3})?$/, () => 'OneDrive', false],
  [/^(?<stem>.+)-[A-Z0-9][\w-]{0,30}(?:MacBook|iMac|MacMini)[\w-]{0,20}$/, () => 'OneDrive', false],
];

/** Characters that names of words joined by `-` and `_` lack: most names are sorted out by them. */
const ODD = /[ ~()[\]]|\.(?:sync|team)-conflict-|-[A-Z]/;

/** All readings of a stem as the name of a copy, likeliest first. */
export function copyNames(stem: string): CopyName[] {
  if (stem.length > 255 || !ODD.test(stem)) return [];
  return SPELLINGS.flatMap(([pattern, by, sure]) => {
    const original = pattern.exec(stem)?.groups?.['stem']?.trimEnd();
    return original === undefined || original === '' ? [] : [{ stem: original, by: by(), sure }];
  });
}
