import { MemdirError } from '../core/errors.js';
import { INDEX_NAME, parseIndex } from '../core/index/index-file.js';
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
      throw new MemdirError('read-only', `${path} cannot be changed. ${now.unreadable ?? 'It is not UTF-8 text.'}`);
    if (now?.text === before) return after;
    const merged =
      now === undefined || before === undefined || !isAddition(path, before, after, now.text)
        ? undefined
        : mergeTexts(before, after, now.text);
    if (merged === undefined)
      throw new MemdirError(
        'changed-on-disk',
        `${path} changed on disk since it was read. Look at it again, then repeat the change.`,
      );
    return merged;
  };
}

/** Whether a text only has more lines at its end, none of which lists what `after` lists anew. */
function isAddition(path: string, before: string, after: string, now: string): boolean {
  if (!now.startsWith(before) || !/(?:^|[\r\n])$/.test(before)) return false;
  if (path !== INDEX_NAME) return true;
  const [old, ours, theirs] = [before, after, now].map(targetsOf) as [Set<string>, Set<string>, Set<string>];
  return ![...ours].some((target) => !old.has(target) && theirs.has(target));
}

const targetsOf = (text: string): Set<string> =>
  new Set(parseIndex(sourceOfText(INDEX_NAME, text)).entries.map(({ target }) => target));
