/** Claims: sentences of a memory in a form that can be compared with those of others. */
import { layoutOf } from '../markdown/layout.js';
import type { Range, TextLines } from '../text.js';
import { wordHash, wordOf } from './stem-words.js';

export interface Claim {
  /** Range of the sentence. */
  readonly range: Range;
  /** Subject: stems, without values and fillers. */
  readonly frame: readonly string[];
  /** Stems of the frame that limit where or when the claim applies. */
  readonly scopes: readonly string[];
  /**
   * Order-independent hash of frame and kinds of values; undefined for a frame too long to be contradicted word for
   * word.
   */
  readonly key: number | undefined;
  readonly values: readonly { readonly of: string; readonly value: string }[];
  /** Whether it contains a negation. */
  readonly negative: boolean;
  /** `X instead of Y`. */
  readonly choice?: { readonly chosen: string; readonly refused: string };
}

const LONGEST_LINE = 5_000;
const LONGEST_SENTENCE = 250;
const MOST_CLAIMS = 150;
const MOST_TERMS = 16;
/** Longer frames are never contradicted word for word. */
const MOST_DENIED = 6;

/** A word, number, path or address; a code span without blanks is one word. */
const WORD = /[~≈$€£]?[\p{L}\p{N}#@][\p{L}\p{N}'’_./:@%+#~-]*|\[ \]/gu;
/** Events, conditions and chance are no claims about how things are. */
const NO_CLAIM =
  /^(?:\W*(?:found|fixed|added|removed|took|measured|ran|completed|done|merged|shipped|session|today|yesterday|tomorrow|example|e\.g|for example|why|because)\b)|\b(?:pass(?:ed|es|ing)?|fail(?:ed|s|ing)?|fixed|green|\d+ tests|measured|took|lasted|counted|so far|as of|today|yesterday|last (?:week|month|time|night)|at the time|grew|rose|fell|went|dropped|increased|decreased|used to|formerly|previously|was|were|had|went from|changed from|between|e\.g|for example|\?)(?=\W|$)/i;
const CHOICE =
  /([\p{L}\p{N}_.@/+#-]+)[`"*]*(?: (?:instead of|rather than) |, not )(?:a |an |the )?[`"*]*([\p{L}\p{N}_.@/+#-]+)/iu;
const PREFERENCE =
  /\b(?:prefers?|choose|chose|favou?rs?) (?:a |an |the )?[`"*]*([\p{L}\p{N}_.@/+#-]+)[`"*]*(?: \p{L}+)? over (?:a |an |the )?[`"*]*([\p{L}\p{N}_.@/+#-]+)/iu;
/** The name or place of a thing: `The branch is \`develop\``. */
const NAMED =
  /\b(?:is|are|lives? (?:in|at|on|under)|stands? in|sits? in|(?:is|are) (?:in|at|on|called|named|kept in|stored in))[ :]+(?:the |a )?`([^`\s]{1,100})`/gi;

/** Claims of the text from a line on. Linear in the length of the text. */
export function claimsOf(lines: TextLines, fromLine: number): Claim[] {
  const claims: Claim[] = [];
  const { kinds } = layoutOf(lines);
  for (let line = fromLine; line < lines.count && claims.length < MOST_CLAIMS; line++) {
    if (kinds[line] !== 'text') continue;
    const text = lines.line(line).slice(0, LONGEST_LINE);
    if (/^\s*(?:#{1,6}\s|\||- \[ \])/.test(text)) continue;
    for (const { sentence, start } of sentences(text)) {
      const claim = claimOf(sentence, {
        start: { line, character: start },
        end: { line, character: start + sentence.length },
      });
      if (claim !== undefined) claims.push(claim);
    }
  }
  return claims.slice(0, MOST_CLAIMS);
}

function* sentences(text: string): Generator<{ readonly sentence: string; readonly start: number }> {
  const lead = /^\s*(?:>\s*)*(?:[-*+]\s+|\d{1,3}[.)]\s+)?(?:\*\*[^*]{1,40}:?\*\*:?\s*)?/.exec(text)?.[0].length ?? 0;
  let at = lead;
  for (const part of text.slice(lead).split(/(?<=[.!?;])(?=\s)/)) {
    const sentence = part.trim();
    if (sentence.length >= 10 && sentence.length <= LONGEST_SENTENCE)
      yield { sentence, start: at + part.indexOf(sentence) };
    at += part.length;
  }
}

function claimOf(sentence: string, range: Range): Claim | undefined {
  const values: { of: string; value: string }[] = [];
  const text = sentence.includes('`')
    ? sentence.replace(NAMED, (whole: string, name: string) => {
        values.push({ of: 'name', value: name });
        return whole.slice(0, whole.indexOf('`'));
      })
    : sentence;
  const frame: string[] = [];
  const scopes: string[] = [];
  let [negations, before, key] = [0, '', 0];
  for (const match of text.match(WORD) ?? []) {
    const written = /[\p{L}\p{N}]$/u.test(match) ? match : match.replace(/[.:'’/-]+$/, '');
    const word = wordOf(written, before);
    if (word.kind === 'not' || (written === 'longer' && before.toLowerCase() === 'no'))
      negations += word.kind === 'not' ? 1 : 0;
    else if (word.kind === 'value') values.push({ of: word.of, value: word.value });
    else if (word.kind === 'term' && !frame.includes(word.term)) {
      frame.push(word.term);
      key = (key + wordHash(word.term)) | 0;
      // A capitalised name inside a sentence limits the claim.
      if (word.scope || (before !== '' && /^\p{Lu}/u.test(written))) scopes.push(word.term);
      if (frame.length > MOST_TERMS) return undefined;
    }
    before = written;
  }
  const choice = choiceOf(sentence);
  if (
    frame.length + values.length < 2 ||
    (choice === undefined && values.length === 0 && frame.length > MOST_DENIED) ||
    NO_CLAIM.test(sentence)
  )
    return undefined;
  for (const { of } of values) key = (key + wordHash(of)) | 0;
  return {
    range,
    frame,
    scopes,
    key: choice === undefined && frame.length <= MOST_DENIED ? key : undefined,
    values,
    negative: choice === undefined && negations % 2 === 1,
    ...(choice === undefined ? {} : { choice }),
  };
}

function choiceOf(sentence: string): Claim['choice'] {
  const match = / (?:instead of|rather than) |, not /i.test(sentence)
    ? CHOICE.exec(sentence)
    : sentence.includes(' over ')
      ? PREFERENCE.exec(sentence)
      : null;
  const [chosen, refused] = [
    match?.[1]?.toLowerCase().replace(/\.$/, ''),
    match?.[2]?.toLowerCase().replace(/\.$/, ''),
  ];
  return chosen === undefined || refused === undefined || chosen === refused ? undefined : { chosen, refused };
}

/** The values in which two claims differ; undefined when they do not surely contradict each other. */
export function differenceOf(a: Claim, b: Claim): { readonly a: string; readonly b: string } | undefined {
  const onlyA = missingFrom(a.frame, b.frame);
  const onlyB = missingFrom(b.frame, a.frame);
  const common = a.frame.length - onlyA.length;
  if (a.choice && b.choice)
    return a.choice.chosen === b.choice.refused && a.choice.refused === b.choice.chosen
      ? { a: a.choice.chosen, b: b.choice.chosen }
      : undefined;
  if (a.choice || b.choice) return undefined;
  const same = onlyA.length === 0 && onlyB.length === 0;
  if (a.negative !== b.negative) {
    const sameValues =
      a.values.length === b.values.length && a.values.every(({ value }, at) => b.values[at]?.value === value);
    const conditional = ['onli', 'unless', 'except', 'until', 'if'].some((word) => a.scopes.includes(word));
    return same && sameValues && !conditional && common + a.values.length >= 2
      ? { a: a.negative ? 'no' : 'yes', b: b.negative ? 'no' : 'yes' }
      : undefined;
  }
  if (onlyA.length > 0 && onlyB.length > 0) return undefined;
  const extra = onlyA.length > 0 ? onlyA : onlyB;
  const scoped = extra.some((term) => a.scopes.includes(term) || b.scopes.includes(term));
  if (scoped || extra.length > 2 || extra.length >= common) return undefined;
  // A value in both belongs to the subject.
  const shared = a.values.filter(({ of, value }, at) => b.values[at]?.of === of && b.values[at].value === value).length;
  return common + shared >= (same ? 2 : 3) ||
    (common === 1 && same && a.values.every(({ of }) => of.startsWith('one of')))
    ? valuesDiffer(a, b)
    : undefined;
}

const missingFrom = (from: readonly string[], other: readonly string[]): string[] =>
  from.filter((term) => !other.includes(term));

/** Compares values of one kind position by position; more than two in a sentence are a list and not compared. */
function valuesDiffer(a: Claim, b: Claim): { readonly a: string; readonly b: string } | undefined {
  if (a.values.length !== b.values.length || a.values.length === 0 || a.values.length > 2) return undefined;
  let difference: { readonly a: string; readonly b: string } | undefined;
  for (const [at, value] of a.values.entries()) {
    const other = b.values[at];
    if (other?.of !== value.of) return undefined;
    if (other.value !== value.value && !refines(value.value, other.value))
      difference ??= { a: value.value, b: other.value };
  }
  return difference;
}

/** `2.1` and `2.1.x`, `20` and `20.11`: one is more precise. */
function refines(a: string, b: string): boolean {
  const bare = (text: string): string => text.toLowerCase().replace(/\.x$/, '');
  const [x, y] = [bare(a), bare(b)];
  return x === y || x.startsWith(`${y}.`) || y.startsWith(`${x}.`);
}
