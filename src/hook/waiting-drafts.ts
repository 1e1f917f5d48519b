/** Announces drafts that wait for a review to who sits at the terminal: once for each that is new. */
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { inLanguage, tPlural } from '../core/l10n.js';
import { isInside } from '../core/paths.js';
import { bundleOf, languageOf } from '../node/language.js';

interface Announcer {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of the bundles. */
  readonly distDir: string;
}

/** Draft files that are looked at. */
const MOST = 500;
/** Bytes of a draft file in which its head lies. */
const HEAD_BYTES = 4_096;

/**
 * A sentence about the drafts of this folder in the user’s language; empty when none came since the last one. Where nothing can be noted it says
 * nothing, so that it is not said each time.
 */
export function announcement({ dataDir, env, distDir }: Announcer, cwd: string): string {
  const folder = join(dataDir, 'inbox');
  const waiting = namesIn(folder).filter((name) => isOf(cwd, folderOf(join(folder, name))));
  if (waiting.length === 0) return '';
  const file = join(dataDir, 'hooks', 'announced.json');
  const announced = readAnnounced(file);
  if (waiting.every((name) => announced.has(name))) return '';
  if (!save(file, [...namesIn(folder).filter((name) => announced.has(name)), ...waiting])) return '';
  return inLanguage(bundleOf(languageOf(env), distDir), () =>
    tPlural(
      waiting.length,
      'Memdir: 1 draft to review. Run “memdir inbox”, or open the Inbox in VS Code.',
      'Memdir: {n} drafts to review. Run “memdir inbox”, or open the Inbox in VS Code.',
    ),
  );
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .slice(0, MOST);
  } catch {
    // There is no inbox yet.
    return [];
  }
}

/** As `memdir inbox` lists them: those of the folder, of what is in it, and of what it is in. */
const isOf = (cwd: string, seen: string | undefined): boolean =>
  seen === undefined || isInside(seen, cwd) || isInside(cwd, seen);

/** Where a draft was seen. */
function folderOf(file: string): string | undefined {
  const value = /^ {2}cwd: (.+)$/m.exec(headOf(file))?.[1]?.trim();
  if (value === undefined || !value.startsWith('"')) return value?.replace(/^'(.*)'$/, '$1');
  try {
    return String(JSON.parse(value));
  } catch {
    // Edited by hand into something else.
    return undefined;
  }
}

function headOf(file: string): string {
  try {
    const handle = openSync(file, 'r');
    try {
      const buffer = Buffer.alloc(HEAD_BYTES);
      return buffer.toString('utf8', 0, readSync(handle, buffer, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(handle);
    }
  } catch {
    // Decided upon in this moment.
    return '';
  }
}

function readAnnounced(file: string): ReadonlySet<unknown> {
  try {
    const names: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return new Set(Array.isArray(names) ? names : []);
  } catch {
    // Nothing was announced yet.
    return new Set();
  }
}

function save(file: string, names: readonly string[]): boolean {
  try {
    mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
    const part = `${file}.${process.pid}`;
    writeFileSync(part, JSON.stringify([...new Set(names)]), { mode: 0o600 });
    renameSync(part, file);
    return true;
  } catch {
    // A data folder that cannot be written.
    return false;
  }
}
