/** Rewrites links to a renamed memory; only the name in them changes. */
import { stemOf } from '../../core/file-stem.js';
import type { IndexEntry } from '../../core/index/index-file.js';
import { retarget } from '../../core/index/retarget.js';
import { foldName } from '../../core/links/resolve.js';
import { range, type TextEdit, TextLines } from '../../core/text.js';
import { isWikiSafe, relativePath } from './link-text.js';
import type { StoreLink } from './links.js';

/** A renamed memory. */
export interface Renamed {
  /** Path inside the store of the link. */
  readonly from: string;
  readonly to: string;
  /** `name` of the front matter before and after; undefined when it has none. */
  readonly oldName?: string | undefined;
  readonly newName?: string | undefined;
}

/** The edit of a link to a renamed memory; undefined when the link stays valid. `source`: future path of the file that contains the link. */
export function relink(
  link: StoreLink,
  renamed: Renamed,
  lines: TextLines,
  source: string = link.from,
): TextEdit | undefined {
  const newText = link.form === 'wiki' ? wikiText(link, renamed) : targetText(link, renamed, lines, source);
  return newText === undefined || newText === link.target ? undefined : { range: link.range, newText };
}

/** A wiki link keeps its form: the memory's name, its file name, or its path. */
function wikiText({ target, at }: StoreLink, { from, to, oldName, newName }: Renamed): string | undefined {
  if (at.found === undefined) return undefined;
  const extension = /\.md$/i.exec(target)?.[0] ?? '';
  const bare = target.slice(0, target.length - extension.length);
  const byName =
    at.how === 'name' || (at.how === 'folded' && oldName !== undefined && foldName(bare) === foldName(oldName));
  if (byName && (newName === undefined || newName === oldName)) return undefined;
  if (byName && newName !== undefined && isWikiSafe(newName)) return newName + extension;
  if (from === to) return undefined;
  if (bare.includes('/')) return to.replace(/\.md$/i, '') + extension;
  // A name that is no valid wiki target is not written: the old name can still be searched for.
  if (stemOf(from) === stemOf(to) || !isWikiSafe(stemOf(to))) return undefined;
  return stemOf(to) + extension;
}

/** Within a folder only the last segment is rewritten, so `./`, `../` and the spelling of folders stay. */
function targetText(link: StoreLink, { from, to }: Renamed, lines: TextLines, source: string): string | undefined {
  if (from === to && source === link.from) return undefined;
  const { target } = link;
  const written = link.at.found !== undefined && link.at.how === 'extension' ? to.replace(/\.md$/i, '') : to;
  if (folderOf(from) === folderOf(to) && source === link.from) {
    const last = /(?:^|[\\/]|%2f|%5c)((?:(?![\\/]|%2f|%5c).)*)$/is.exec(target)?.[1] ?? target;
    return (
      target.slice(0, target.length - last.length) +
      spelled(link, last, written.slice(written.lastIndexOf('/') + 1), lines)
    );
  }
  return spelled(link, target, relativePath(source, written), lines);
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** A path in the style of the link: in angle brackets, percent-encoded, or plain. */
function spelled(link: StoreLink, target: string, path: string, lines: TextLines): string {
  if (link.form === 'code') return path;
  const { start } = link.range;
  const angled = lines.line(start.line).charAt(start.character - 1) === '<';
  const percent = /%[0-9a-f]{2}/i.test(target) || (/\s/.test(path) && !angled && link.form === 'markdown');
  const model: IndexEntry = {
    line: 0,
    title: '',
    target: percent && !angled ? `${target.startsWith('./') ? './' : ''}%20` : target,
    targetRange: range(0, angled ? 1 : 0, 0, 1),
    linkRange: range(0, 0, 0, 0),
    path: undefined,
    form: 'markdown',
    mention: true,
    hook: '',
    separator: '',
    loaded: true,
  };
  return retarget(model, path, new TextLines(angled ? '<' : ' ')).newText;
}
