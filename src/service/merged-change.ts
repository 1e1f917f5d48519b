import { MemdirError } from '../core/errors.js';
import type { SourceFile } from '../core/memory.js';
import { mergeTexts } from '../core/merge-texts.js';

/**
 * A planned change of a file for `MemoryFiles.change`: what other programs changed in other lines since stays. `before`: undefined for a new file.
 * Throws `changed-on-disk` where both changed the same lines, and `read-only` for a file that has no text.
 */
export function mergedChange(
  path: string,
  before: string | undefined,
  after: string,
): (now: SourceFile | undefined) => string {
  return (now) => {
    if (now !== undefined && (now.unreadable !== undefined || now.encoding !== 'utf8'))
      throw new MemdirError('read-only', `${path} cannot be changed. ${now.unreadable ?? 'It is not UTF-8 text.'}`);
    const merged =
      now === undefined || before === undefined
        ? now?.text === before
          ? after
          : undefined
        : mergeTexts(before, after, now.text);
    if (merged === undefined)
      throw new MemdirError(
        'changed-on-disk',
        `${path} changed on disk since it was read. Look at it again, then repeat the change.`,
      );
    return merged;
  };
}
