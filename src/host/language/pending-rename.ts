/** The last symbol rename: the editor reports its file rename like one in the Explorer view. */
import { withoutMark } from '../../core/text.js';
import type { LanguageContext, OpenState } from './feature.js';

/** A renamed file or folder; both paths absolute. */
export interface MovedPath {
  readonly from: string;
  readonly to: string;
}

interface RecordedRename extends MovedPath {
  /** Texts of the edited files before the edit, by absolute path. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Recognizes the file rename that is part of a symbol rename. */
export class PendingRename {
  #recorded: RecordedRename | undefined;

  /** Records an edit with a file rename. The editor may preview it for long, apply parts of it, or discard it. */
  record(rename: RecordedRename): void {
    this.#recorded = rename;
  }

  /** Whether the moves are those of the recorded edit and some of its text edits are applied already. True at most once for each edit. */
  includes(moves: readonly MovedPath[], opened: OpenState, textOf: LanguageContext['textOf']): boolean {
    const recorded = this.#recorded;
    const [move, ...others] = moves;
    if (recorded === undefined || move?.from !== recorded.from || move.to !== recorded.to || others.length > 0)
      return false;
    this.#recorded = undefined;
    return [...recorded.texts].some(([file, before]) => {
      const shown = textOf(opened.uris.get(file) ?? '');
      return shown !== undefined && withoutMark(shown) !== withoutMark(before);
    });
  }
}
