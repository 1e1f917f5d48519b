/** What the labels of a token are told by: words, shapes and parts of speech around it, and how technical its clause is. */
import { isFirstName, isListedName } from '../personal/people.js';
import { isTechnicalWord, technicalPoints } from '../technical-score.js';
import { entryOf, type Token } from './tokens.js';

/** Where a clause ends. */
const BOUNDARY = /^[.,;:!?…()–—-]+$/u;

const shapeOf = (text: string): string => {
  if (/^\ue000/.test(text)) return 'code';
  if (text === '\ue002') return 'person';
  if (/^\p{N}/u.test(text)) return 'number';
  if (/^\p{Lu}{2}/u.test(text)) return 'XX';
  if (/^\p{Lu}/u.test(text)) return 'Xx';
  return /^\p{L}/u.test(text) ? 'xx' : text.slice(0, 1);
};

interface Seen {
  readonly word: string;
  readonly shape: string;
  readonly tag: string;
  readonly technical: boolean;
  readonly name: 'often' | 'maybe' | 'no';
  readonly entry: string;
}

const seen = ({ text, tag }: Token): Seen => {
  const word = /^\ue000/.test(text) ? '\ue000' : /^\p{N}/u.test(text) ? '0' : text.toLowerCase().replace(/’/g, "'");
  return {
    word,
    shape: shapeOf(text),
    tag,
    technical: /^\ue000/.test(text) || (/^\p{L}/u.test(text) && isTechnicalWord(text)),
    name: isListedName(text) ? 'often' : isFirstName(text) ? 'maybe' : 'no',
    entry: entryOf(word),
  };
};

const NONE: Seen = { word: '_', shape: '_', tag: '_', technical: false, name: 'no', entry: '_' };
const few = (count: number): string => String(Math.min(count, 3));

interface ClauseOfTokens {
  readonly first: number;
  readonly last: number;
  readonly points: string;
}

function clausesIn(tokens: readonly Token[], sentence: string): ClauseOfTokens[] {
  const clauses: ClauseOfTokens[] = [];
  let first = 0;
  tokens.forEach(({ text }, at) => {
    if (!BOUNDARY.test(text) && at < tokens.length - 1) return;
    const part = sentence.slice(tokens[first]?.start, tokens[at]?.end);
    clauses.push({ first, last: at, points: few(technicalPoints(part)) });
    first = at + 1;
  });
  return clauses;
}

/** Features of each token of a sentence. */
export function featuresOf(tokens: readonly Token[], sentence: string): string[][] {
  const all = tokens.map(seen);
  const at = (index: number): Seen => all[index] ?? NONE;
  return clausesIn(tokens, sentence).flatMap(({ first, last, points }, number, clauses) => {
    const length = few(Math.floor((last - first + 1) / 3));
    const opening = `${at(first).word} ${at(first + 1).word}`;
    const people = all
      .slice(first, last + 1)
      .some(({ word }) => /^(?:i|we|you|he|she|me|us|my|\ue002)(?:'|$)/.test(word));
    const before = clauses[number - 1]?.points ?? '_';
    const after = clauses[number + 1]?.points ?? '_';
    const mark = at(last).word;
    return all.slice(first, last + 1).map(({ word, shape, tag, technical, name, entry }, within) => {
      const index = first + within;
      const [p2, p1, n1, n2] = [at(index - 2), at(index - 1), at(index + 1), at(index + 2)];
      const place = `${Math.min(number, 2)}${clauses.length > 1 ? 'm' : 's'}`;
      return [
        'b',
        `w${word}`,
        `w-${p1.word}`,
        `w+${n1.word}`,
        `w--${p2.word}`,
        `w++${n2.word}`,
        `w-0${p1.word} ${word}`,
        `w0+${word} ${n1.word}`,
        `t${tag}`,
        `t-${p1.tag}`,
        `t+${n1.tag}`,
        `t-0${p1.tag} ${tag}`,
        `t0+${tag} ${n1.tag}`,
        `t-0+${p1.tag} ${tag} ${n1.tag}`,
        `s${shape} ${p1.shape}`,
        `s+${shape} ${n1.shape}`,
        `e${word.slice(-3)}`,
        `x${String(technical)}${String(p1.technical)}${String(n1.technical)}`,
        `n${name} ${shape} ${tag}`,
        `nn${name} ${shape} ${p1.tag} ${n1.tag}`,
        `nw${name} ${shape} ${n1.word}`,
        `l${entry} ${shape}`,
        `lv${entry} ${shape} ${String(technical)} ${n1.word}`,
        `lp${entry} ${shape} ${p1.word}`,
        `nv${shape} ${String(technical)} ${n1.word}`,
        `pv${shape} ${String(technical)} ${p1.word}`,
        `c${points} ${place}`,
        `cp${points} ${String(people)} ${length}`,
        `cb${before} ${points} ${after}`,
        `cw${points} ${word}`,
        `co${opening}`,
        `cf${at(first).word} ${points}`,
        `cft${at(first).tag} ${at(first + 1).tag} ${points}`,
        `cl${length} ${mark} ${points}`,
        `i${few(within)} ${place}`,
        `m${mark} ${place}`,
      ];
    });
  });
}
