/** Separates a question from program output that was pasted with it. */
import { hasContentWord } from './terms.js';

/** Lines that programs write: of stack traces, logs, diffs, listings and tables. */
export const PROGRAM_OUTPUT =
  /^\s*(?:at (?:\S+ )?\S*:\d+|at [\w$.<>]+\(|File ".{1,300}", line \d+|#\d+ +0x[\da-f]+|\.{3} \d+ more$|from \S+:\d+:in |goroutine \d+ \[|\d+: (?:0x[\da-f]+|\S+::\S+)|\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\[?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)\b\]?:?\s|[+-]{3} [ab]\/|@@ -\d|[-dl][rwx-]{9}\s|\|.*\|$|[├└│])/;
/** Lines that say what went wrong. */
const MESSAGE =
  /^\s*(?:(?:[\w$.]{0,200}(?:Error|Exception)|error(?:\[\w+\])?|fatal|panic|Uncaught|Caused by|npm ERR!)\b|Exception in thread|Traceback \(|thread '.{1,200}' panicked)/;
const FAILED = /\b(?:ERROR|FATAL)\b/;
const FENCE = /^\s*(`{3,}|~{3,})/;
/** Code and what belongs to the line before. */
const INDENTED = /^(?:\t| {4})/;
/** A frame of a stack trace within a line: an input field without line breaks joins the lines. */
const FRAME = /\bat (?:[\w$.<>[\]]+ )?\([^()\s]{1,300}:\d+\)/g;

/** Lines from which on a text counts as pasted. */
const LEAST_PASTED = 4;
/** Own lines up to which all count; of more (output that looks like prose), those of a short paragraph at either end. */
const [MAX_OWN_LINES, SHORT_PARAGRAPH] = [12, 3];
/** UTF-16 units of a question; search reads no more. */
const LONGEST = 100_000;
/** Messages from the beginning, and as many from the end. */
const MOST_MESSAGES = 3;

/**
 * A question with pasted output, as several questions to ask in turn until one is answered: its own lines, these with the error messages of
 * the output, and all of it. Any other text is one question. Filters and phrases are not recognised in output. Takes time linear in the text.
 */
export function questionsIn(text: string): readonly [string, ...string[]] {
  const lines = text.replace(FRAME, '\n$&\n').split(/\r\n|\n|\r/);
  const isOwn = ownLines(lines);
  const pasted = [...new Set(lines.filter((line, at) => !isOwn[at] && line.trim() !== ''))];
  if (pasted.length < LEAST_PASTED) return [text];
  const own = lines.filter((_, at) => isOwn[at]);
  const messages = bothEnds(pasted.filter((line) => MESSAGE.test(line) || FAILED.test(line)));
  const questions = [own, [...own, ...messages.map(plain)], [...own, ...pasted.map(plain)]].map((some) =>
    some.join('\n').slice(0, LONGEST),
  );
  const [first, ...others] = [...new Set(questions)].filter(hasContentWord);
  return first === undefined ? [text] : [first, ...others];
}

const bothEnds = (lines: readonly string[]): readonly string[] =>
  lines.length <= 2 * MOST_MESSAGES ? lines : [...lines.slice(0, MOST_MESSAGES), ...lines.slice(-MOST_MESSAGES)];

/** By line: whether a person wrote it. */
function ownLines(lines: readonly string[]): readonly boolean[] {
  let fence = '';
  const written = lines.map((line) => {
    const mark = FENCE.exec(line)?.[1] ?? '';
    const isEdge = mark !== '' && mark.startsWith(fence);
    if (isEdge) fence = fence === '' ? mark : '';
    return (
      fence === '' &&
      !isEdge &&
      line.trim() !== '' &&
      ![PROGRAM_OUTPUT, MESSAGE, INDENTED].some((one) => one.test(line))
    );
  });
  return written.filter(Boolean).length <= MAX_OWN_LINES ? written : shortEnds(written);
}

/** The first and the last paragraph where they are short; the outermost lines where neither is. */
function shortEnds(written: readonly boolean[]): readonly boolean[] {
  const [first, last] = [written.indexOf(true), written.lastIndexOf(true)];
  const end = written.indexOf(false, first);
  const ahead = (end < 0 ? last + 1 : end) - first;
  const behind = last - written.lastIndexOf(false, last);
  const [fromFirst, fromLast] =
    Math.min(ahead, behind) > SHORT_PARAGRAPH
      ? [1, 1]
      : ([ahead, behind].map((length) => (length <= SHORT_PARAGRAPH ? length : 0)) as [number, number]);
  return written.map((_, at) => (at >= first && at < first + fromFirst) || (at <= last && at > last - fromLast));
}

const plain = (line: string): string =>
  line
    .trim()
    .replace(/["“”„«»「」]/gu, ' ')
    .replace(/(?<!\S)(?:-?\w+:)+(?=\S)/gu, (keys) => keys.replaceAll(':', ' '));
