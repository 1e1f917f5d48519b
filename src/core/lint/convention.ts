import { isDailyLog, isNamedLikeIndex } from '../file-kinds.js';
import { memo } from '../memo.js';
import type { ParsedFile } from '../parsed-file.js';
import type { ParsedStore } from '../parsed-store.js';
import { hasValidFrontMatter } from './metadata.js';

/**
 * The two parts that Claude Code's convention adds to feedback and project memories: `**Why:** …` and `**How to
 * apply:** …`.
 */
export type ConventionPart = 'why' | 'how';

/** Labels of each part in the languages of real stores. */
const LABELS: Readonly<Record<ConventionPart, string>> = {
  why: 'why(?: (?:this|it) (?:matters|is so))?|reasons?|rationale|motivation|reasoning|background|because|begründung|warum|grund|hintergrund|pourquoi|raison|motivo|razón|por qué|perché|waarom|dlaczego|почему|причина|зачем|理由|为什么|為什麼|原因|なぜ|背景|이유|왜|배경',
  how: 'how to (?:apply|use|do it)(?: (?:it|this))?|how|apply|application|applies(?: to| when)?|when to apply|usage|in practice|what to do|actions?|anwendung|umsetzung|wie anwenden|comment appliquer|application|cómo aplicar(?:lo)?|come applicar[elo]{1,2}|hoe toe te passen|jak stosować|как применять|применение|如何应用|如何使用|适用|適用|適用方法|적용|적용 방법|적용방법',
};

/** A label as a heading, in bold, or before a colon or dash at the start of a line. */
const labelled = (labels: string): RegExp =>
  new RegExp(
    `^[ \\t]{0,8}(?:(?:[-*+>]|\\d{1,2}[.)])[ \\t]{1,4}){0,3}(?:#{1,6}[ \\t]{1,4}|\\*\\*|__|\\*|_)?(?:${labels})(?:[ \\t]{0,3}\\([^()\\n]{0,60}\\))?[ \\t]{0,3}(?:\\*\\*|__|\\*|_)?[ \\t]{0,3}(?:[:：?？]|[—–-][ \\t]|\\*\\*|$)` +
      `|^[ \\t]{0,3}#{1,6}[ \\t]{1,4}(?:${labels})\\b[^\\n]{0,60}$|(?:\\*\\*|__)(?:${labels})(?![\\p{L}\\d])[^*_\\n]{0,40}(?:\\*\\*|__)`,
    'imu',
  );

const WRITTEN: Readonly<Record<ConventionPart, RegExp>> = { why: labelled(LABELS.why), how: labelled(LABELS.how) };

/** Units of a body that are searched: the parts follow the first sentence. */
const LOOKED_AT = 20_000;

/** Which parts of the convention a memory has. */
interface ConventionUse {
  /** Whether the convention applies: feedback and projects, short notes, in a script whose labels are known. */
  readonly applies: boolean;
  readonly why: boolean;
  readonly how: boolean;
}

const NOT_APPLICABLE: ConventionUse = { applies: false, why: false, how: false };

/** Cached per parsed file, which is immutable, so that every rule and every keystroke elsewhere reuses it. */
export const conventionOf = memo((file: ParsedFile): ConventionUse =>
  isApplicable(file)
    ? { applies: true, why: hasPart(file.memory.body, 'why'), how: hasPart(file.memory.body, 'how') }
    : NOT_APPLICABLE,
);

const hasPart = (body: string, part: ConventionPart): boolean => WRITTEN[part].test(body.slice(0, LOOKED_AT));

function isApplicable(file: ParsedFile): boolean {
  const { memory, source } = file;
  if (memory.type !== 'feedback' && memory.type !== 'project') return false;
  if (
    !hasValidFrontMatter(file) ||
    memory.deletedMs !== undefined ||
    !memory.searchable ||
    isDailyLog(source.path) ||
    isNamedLikeIndex(source.path)
  )
    return false;
  return memory.body.trim() !== '' && isLatin(memory.body) && !isDocument(memory.body);
}

/** Fewer than one letter in ten of the beginning belongs to a non-Latin script. */
function isLatin(body: string): boolean {
  let latin = 0;
  let other = 0;
  for (let at = 0; at < Math.min(body.length, 2_000); at++) {
    const unit = body.charCodeAt(at);
    if (
      (unit >= 0x41 && unit <= 0x5a) ||
      (unit >= 0x61 && unit <= 0x7a) ||
      (unit >= 0xc0 && unit < 0x250) ||
      (unit >= 0x1e00 && unit < 0x1f00)
    )
      latin++;
    else if ((unit >= 0x370 && unit < 0x2000) || (unit >= 0x3040 && unit < 0xd800) || (unit >= 0xf900 && unit < 0xfb00))
      other++;
  }
  return latin > 0 && other * 9 <= latin;
}

/** A text with sections, or longer than a note. */
const isDocument = (body: string): boolean =>
  body.length > 4_000 || (body.match(/^ {0,3}#{1,6}[ \t]+\S/gm)?.length ?? 0) >= 2;

/** Cached per files map, which is immutable. */
const habitsOf = memo((files: ParsedStore['files']): Readonly<Record<ConventionPart, boolean>> => {
  const all = [...files.values()].map(conventionOf).filter(({ applies }) => applies);
  const habit = (part: ConventionPart): boolean => {
    const have = all.filter((convention) => convention[part]).length;
    return have >= 3 && have * 3 >= all.length * 2;
  };
  return { why: habit('why'), how: habit('how') };
});

/**
 * Whether the store follows the part as a habit: in at least three memories, and in two thirds of those it applies to.
 */
export const isHabit = (store: ParsedStore, part: ConventionPart): boolean => habitsOf(store.files)[part];
