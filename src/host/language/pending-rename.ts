/** The rename of a memory that was asked for last: the editor reports its file rename like one made in the explorer. */
import { withoutMark } from '../../core/text.js';
import type { LanguageContext, OpenState } from './feature.js';

/** A file or folder before and after, absolute. */
export interface MovedPath {
  readonly from: string;
  readonly to: string;
}

interface RecordedRename extends MovedPath {
  /** Files of the edit as they were before it, by absolute path. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Tells the file rename that belongs to an edit of ours from one the user makes. */
export class PendingRename {
  #given: RecordedRename | undefined;

  /** An edit that renames a file was handed to the editor. It may be looked at for long, made in parts, or thrown away. */
  record(given: RecordedRename): void {
    this.#given = given;
  }

  /** Whether files are being moved as that edit says, and some of its text edits are made already. Each edit is carried out once. */
  includes(moves: readonly MovedPath[], opened: OpenState, textOf: LanguageContext['textOf']): boolean {
    const given = this.#given;
    const [move, ...others] = moves;
    if (given === undefined || move?.from !== given.from || move.to !== given.to || others.length > 0) return false;
    this.#given = undefined;
    return [...given.texts].some(([file, before]) => {
      const shown = textOf(opened.uris.get(file) ?? '');
      return shown !== undefined && withoutMark(shown) !== withoutMark(before);
    });
  }
}
