import { MemdirError } from '../core/errors.js';
import { INDEX_NAME, type IndexFile, parseIndex } from '../core/index/index-file.js';
import { t } from '../core/l10n.js';
import { type SourceFile, sourceOfText } from '../core/memory.js';
import { mergeTexts } from '../core/merge-texts.js';

/**
 * A planned change of a file for `MemoryFiles.change`: lines that other programs added at its end since stay. `before`: undefined for a new file. Throws
 * `changed-on-disk` where the text is another one otherwise, or an entry would be listed twice, and `read-only` for a file that has no text.
 */
export function mergedChange(
  path: string,
  before: string | undefined,
  after: string,
): (now: SourceFile | undefined) => string {
  return (now) => {
    if (now !== undefined && (now.unreadable !== undefined || now.encoding !== 'utf8'))
      throw new MemdirError(
        'read-only',
        t('{path} can’t be changed. {reason}', { path, reason: now.unreadable ?? t('It isn’t UTF-8 text.') }),
      );
    if (now?.text === before) return after;
    const merged =
      now === undefined || before === undefined || !isAddition(path, before, after, now.text)
        ? undefined
        : mergeTexts(before, after, now.text);
    if (merged === undefined)
      throw new MemdirError('changed-on-disk', t('{path} has changed on disk. Review it and try again.', { path }));
    return merged;
  };
}

/** Whether a text only has more lines at its end: no merge conflict, and no entry of what `after` lists anew. */
function isAddition(path: string, before: string, after: string, now: string): boolean {
  if (!now.startsWith(before) || !/(?:^|[\r\n])$/.test(before)) return false;
  const [old, ours, theirs] = [before, after, now].map((text) => parseIndex(sourceOfText(path, text)));
  if (old === undefined || ours === undefined || theirs === undefined || theirs.conflictLines.length > 0) return false;
  if (path !== INDEX_NAME) return true;
  const [listed, others] = [targetsOf(old), targetsOf(theirs)];
  return ![...targetsOf(ours)].some((target) => !listed.has(target) && others.has(target));
}

const targetsOf = ({ entries }: IndexFile): Set<string> => new Set(entries.map(({ target }) => target));
