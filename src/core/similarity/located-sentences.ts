import { type Unit, unitsOf } from '../dream/statement-coverage.js';
import type { ParsedFile } from '../parsed-file.js';

export interface LocatedSentence extends Unit {
  /** Line of the file. */
  readonly at: number;
}

/** What a memory says, sentence by sentence, and on which line of its file. */
export function locatedSentences({ memory, lines }: Pick<ParsedFile, 'memory' | 'lines'>): readonly LocatedSentence[] {
  let from = memory.bodyLine;
  return unitsOf(memory.body).flatMap((unit) => {
    // Units come in order, so each line is looked for from the last one on.
    let at = from;
    while (at < lines.count && lines.line(at) !== unit.line) at++;
    if (at >= lines.count) return [];
    from = at;
    return [{ ...unit, at }];
  });
}
