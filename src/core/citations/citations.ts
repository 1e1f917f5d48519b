/** Citations of a memory: paths of the project in back-ticks, plain text and links, each with the line it points at. */
import { layoutOf } from '../markdown/layout.js';
import type { Range, TextLines } from '../text.js';
import { type CitedPath, readPath } from './cited-path.js';

/** UTF-16 units of a line that are scanned. */
const LONGEST_LINE = 10_000;
/** Paths of one memory that are collected. */
const MOST_CITATIONS = 200;

export interface Citation extends CitedPath {
  readonly form: 'code' | 'plain' | 'link';
  /** Range of the path as written, without its line number. */
  readonly range: Range;
  /** As written, without its line number. */
  readonly cited: string;
  /** Range of path and line number. */
  readonly whole: Range;
  /** The line begins with a name in back-ticks, which may own the path: another repository, a package. */
  readonly owned: boolean;
}

/**
 * Paths that the text states as fact, from a line on, in order. Left out: paths that the line calls gone, planned or an
 * example, code blocks, comments, URLs, globs, placeholders, home paths, build output. Linear in the length of the
 * text; nothing is looked up.
 */
export function citationsOf(lines: TextLines, fromLine = 0): Citation[] {
  const found: Citation[] = [];
  if (!/[/\\.]/.test(lines.text)) return found;
  const { kinds } = layoutOf(lines);
  let [quietSection, quietList] = [false, false];
  for (let line = fromLine; line < lines.count && found.length < MOST_CITATIONS; line++) {
    const text = lines.line(line).slice(0, LONGEST_LINE);
    if (kinds[line] !== 'text') continue;
    if (/^ {0,3}#{1,6}\s/.test(text)) {
      quietSection = statesAbsence(text);
      quietList = false;
      continue;
    }
    const item = /^\s*(?:[-*+]|\d{1,3}[.)])\s/.test(text);
    // The line that introduces a list decides for its items.
    if (!item && text.trim() !== '') quietList = /:[*_\s]*$/.test(text) && impliesAbsence(text, text.length);
    if (!quietSection && !(item && quietList) && mayCite(text))
      found.push(...lineCitations(text, line).filter(({ range }) => !impliesAbsence(text, range.start.character)));
  }
  return found.slice(0, MOST_CITATIONS);
}

/** Cheap test: most lines fail it. */
const mayCite = (text: string): boolean =>
  (text.includes('.') && (text.includes('/') || text.includes('`') || text.includes('](') || text.includes('\\'))) ||
  text.includes('/`');

const OWNER = /^[\s>|*+-]{0,12}`[\w-]+\/?`/;
const CODE = /(?<!`)(`{1,3})(?!`)([^`]{1,400})\1(?!`)/g;
const LINK = /\]\([ \t]{0,5}<?([^()\s<>]{1,400})>?(?:[ \t]+"[^"]{0,200}")?[ \t]{0,5}\)/g;
/** Text that contains no plain path: addresses, mail, wiki links, struck-out text, tags, templates. */
const NO_PATH =
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s)>\]]{1,2000}|\b(?:file|mailto|command|vscode|mem|data):[^\s)>\]]{1,2000}|\[\[[^\][]{1,500}\]\]|~~[^~]{1,500}~~|<[a-z/!][^<>]{0,500}>|\{\{[^{}]{0,200}\}\}/gi;
const MAY_BLANK = /:\/\/|\[\[|~~|<|\{\{|\b(?:file|mailto|command|vscode|mem|data):/i;
const PLAIN =
  /(?<![\w@.~/\\:$%*{<[(=#+"'-])\(?((?:\.\/)?[\w.-]{1,100}(?:\/[\w.+@-]{1,100}){1,20}(?::\d{1,7}(?:[-:]\d{1,7})?)?)/g;

function lineCitations(text: string, line: number): Citation[] {
  const found: Citation[] = [];
  const owned = OWNER.test(text);
  const add = (written: string, start: number, form: Citation['form']): void => {
    const path = readPath(written, form);
    if (path === undefined) return;
    const at = start + path.offset;
    const span = (length: number): Range => ({ start: { line, character: at }, end: { line, character: at + length } });
    found.push({
      ...path,
      form,
      cited: text.slice(at, at + path.length),
      range: span(path.length),
      whole: span(path.wholeLength),
      owned,
    });
  };
  // Struck-out text, addresses and the like are blanked unit for unit, so that columns do not move.
  let rest = MAY_BLANK.test(text) ? text.replace(NO_PATH, blank) : text;
  rest = rest.replace(CODE, (whole: string, ticks: string, code: string, at: number) => {
    add(code, at + ticks.length, 'code');
    return blank(whole);
  });
  rest = rest.replace(LINK, (whole: string, target: string, at: number) => {
    add(target, at + whole.indexOf(target), 'link');
    return blank(whole);
  });
  if (rest.includes('/'))
    for (const match of rest.matchAll(PLAIN))
      add(match[1] ?? '', match.index + match[0].length - (match[1]?.length ?? 0), 'plain');
  return found.sort((a, b) => a.range.start.character - b.range.start.character);
}

/** Replaced by a character that ends every path, so that a path beside the blanked text does not continue into it. */
const blank = (text: string): string => '*'.repeat(text.length);

/** UTF-16 units around a path that are searched for words about it, in a line that is longer. */
const CONTEXT_UNITS = 200;

/** Words for a file that is gone or was elsewhere. */
const GONE =
  /\b(?:remov(?:e[ds]?|ing|al)|delet(?:e[ds]?|ing|ion)|renam(?:e[ds]?|ing)|mov(?:ed|ing)|gone|dropp(?:ed|ing)|retired?|replac(?:e[ds]?|ing|ement)|supersed\w*|obsolete|deprecat\w*|legacy|former(?:ly)?|previous(?:ly)?|earlier|old|used to (?:be|live|sit|hold)|no longer|not exist|n't exist|never existed|non-?existent|not there|split (?:up|into|from)|merged? into|extracted (?:from|into|to)|ported from|migrat\w+|was (?:in|at|under|called|named)|(?:is|are|was|were|been) (?:now )?(?:reverted|archived|purged|lost)|reverted|archived?|purged?|prun(?:ed|ing))\b/i;
/** Words for a file that is planned, an example or elsewhere. */
const NOT_YET =
  /\b(?:create|creating|scaffold\w*|will (?:be|live|go|need|become|create|add|have|hold)|would|could|should (?:be|go|live|sit)|to be (?:added|written|created)|plan(?:s|ned|ning)?|todo|tbd|propos\w*|suggest\w*|future|upcoming|next step|not yet|pending|new files?|add(?:ing)? an?|e\.g|for example|for instance|such as|examples?|hypothetical\w*|imagin\w*|placeholder|naming|named like|if (?:there|it is|present)|optional\w*|generat\w+|writes? (?:to|into)|written to|outputs?|emits?|emitted|produc\w+|download\w*|gitignor\w*|git-ignored|not committed|untracked|uncommitted|never (?:create|commit|write|add|use)|(?:do not|don't) (?:create|commit|write|add|use)|instead of|rather than|repo(?:s|sitory|sitories)?|upstream|external|sibling|elsewhere|submodule|worktrees?)\b|\[ \]/i;
const OTHER_LANGUAGES =
  /删除|移除|已删|重命名|改名|迁移|废弃|不存在|不再|新建|创建|計画|削除|移動|廃止|作成|存在しない|삭제|제거|이동|이름.?변경|없음|없다|생성|удал|переимен|перенес|больше нет|не существует|созда|gelöscht|entfernt|umbenannt|verschoben|existiert nicht|nicht mehr|anlegen|erstell|supprim|renomm|déplac|n'existe|eliminad|borrad|renombrad|movid|ya no existe|removid|excluíd|renomead|verwijderd|hernoemd|verplaatst|bestaat niet/i;

/** A path outside the project: other paths of the line may be relative to it. */
const ELSEWHERE = /(?:^|[\s`"'])(?:\.\.[/\\]|~[/\\])[\w.-]/;

/** Whether a heading introduces files that are gone, planned or elsewhere. */
export const statesAbsence = (text: string): boolean =>
  GONE.test(text) || NOT_YET.test(text) || OTHER_LANGUAGES.test(text);

/** Whether the words around a column of a line say that the file there is not, or not surely, in the project. */
export function impliesAbsence(text: string, at: number): boolean {
  const near =
    text.length <= 2 * CONTEXT_UNITS ? text : text.slice(Math.max(0, at - CONTEXT_UNITS), at + CONTEXT_UNITS);
  // Names inside back-ticks do not count as such words: `src/legacy/old.ts` is a path like any other.
  if (ELSEWHERE.test(near) || /\bnot (?:in |at |from )?`{0,3}$/i.test(text.slice(Math.max(0, at - 20), at)))
    return true;
  return statesAbsence(near.replace(/`[^`]{1,400}`/g, '`').replace(/[\w.-]+(?:\/[\w.-]+)+/g, ' '));
}
