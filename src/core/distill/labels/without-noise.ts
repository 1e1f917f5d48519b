/** A sentence without what carries nothing, by labels that were learned from examples. */
import { isFirstName } from '../personal/people.js';
import { PERSON } from '../placeholders.js';
import { isTechnicalWord, technicalPoints } from '../technical.js';
import { isFeeling } from '../text/small-talk.js';
import { featuresOf } from './features.js';
import { bestLabels, COUNT, type Label, LABELS, ROWS, sequenceOf, type Weights } from './labels.js';
import { entryOf, type Token, tokensOf } from './tokens.js';
import trained from './weights.json' with { type: 'json' };

const decoded = ({ features, transitions }: { features: string; transitions: readonly number[] }): Weights => {
  const bytes = Uint8Array.from(atob(features), (unit) => unit.charCodeAt(0));
  const signed = new Int8Array(bytes.buffer);
  if (signed.length !== ROWS * COUNT) throw new Error('The weights of the labels have another size than their code.');
  return { features: signed, transitions };
};

let weights: Weights | undefined;

/** @param sentence with placeholders for code and people */
export function withoutNoise(sentence: string): string {
  const tokens = tokensOf(sentence);
  const sequence = sequenceOf(
    featuresOf(tokens, sentence),
    tokens.map(({ text }) => text),
  );
  const before = (at: number): string => sentence.slice(0, tokens[at]?.start);
  const found = bestLabels(sequence, (weights ??= decoded(trained))).map((label) => LABELS[label] ?? 'keep');
  if (found.every((label) => label === 'keep')) return sentence;
  const labels = withWholeAsides(
    tokens,
    found.map((label, at) => (label === 'name' && !mayBeName(tokens[at]?.text ?? '', before(at)) ? 'keep' : label)),
  );
  for (const { first, last } of runsOf(labels, 'noise')) {
    const run = sentence.slice(tokens[first]?.start, tokens[last]?.end);
    const next = sentence.slice(tokens[last]?.end);
    if (isTelling(run) || qualifies(run) || governs(run, next)) labels.fill('keep', first, last + 1);
  }
  return joined(
    sentence,
    tokens.map((token, at) => ({ ...token, label: labels[at] ?? 'keep' })),
  );
}

/** Whether words that carry nothing, by their labels, would take something technical with them. */
const isTelling = (text: string): boolean => technicalPoints(text) > 1 || CODE_MARK.test(text) || NUMBERED.test(text);
/** Marks that stand in code rather than in what people say. */
const CODE_MARK = /[<>=/\\|_#$%&+~^{}[\]]/;
/** "ADR 17", and a number of things alone. */
const NUMBERED = /\b\p{Lu}{2,}[ -]?\d|^\W*\d+ ?[\p{L}%]*\W*$/u;

/** Words about who tells it, how it felt, how long it took and where it was talked about. */
const TELLER =
  /(?<![\p{L}\p{N}])(?:I|we|my|our|me|us|myself|ourselves|you|your|he|she|him|her|his)(?![\p{L}\p{N}])|\ue002|\b(?:hours?|minutes?|mins?|ages|forever|eventually|afternoon|morning|evening|weekend|night|digging|searching|hunting|debugg\w*|struggl\w*|fight\w*|staring|scratching|research\w*|investigat\w*|discuss\w*|talk\w*|chat\w*|debat\w*|argu\w*|meetings?|stand-?up|retro|planning|call|sync|lunch|coffee|beers?|luck\w*|pain\w*|sigh|joy|fun|hell|sad\w*|happ(?:y|ily)|thank\w*|sorry|please|honest\w*|frank\w*|obvious\w*|apparent\w*|basic\w*|actual\w*|finally|turn(?:s|ed)? out|said|says|told|asked|thought|think|guess|hope|know|remember|understanding|surpris\w*|shock\w*|horror|dismay|relief)\b/iu;
/** What says when, where, under which condition or by what: without it the sentence says more, or something else. */
const QUALIFIER =
  /^[\s,;:(–—-]*(?:after|before|by|until|till|from|starting|beginning|since|during|while|if|when|whenever|unless|except|without|within|which|whose|where|only|instead|under|above|below|over|via|per|for|in|on|at|between|against|with|but|although|though|whereas|yet)\s|\bwhere\b|\b(?:except|unless|until|only|not|never|no|cannot|without|sometimes|usually|rarely|seldom|often|mostly|almost|nearly|hardly|always|every|each|most|some|at (?:most|least))\b|n['’]t\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\d{4}-(?:\d\d|Q\d)|\b(?:lets?|allows?|enables?|makes?) (?:us|me|you|it)\b/i;
const qualifies = (text: string): boolean =>
  QUALIFIER.test(text) &&
  ((!TELLER.test(text) && !isFeeling(text.replace(/^[\s,;:(–—-]*(?:which|that) /i, 'It '))) ||
    /\b(?:lets?|allows?|enables?) (?:us|me|you)\b/i.test(text));

/** "we're freezing", whose object stays. */
const DOING = /\b(?:we|I)(?:['’](?:re|m)| are| am)(?: \w+ly| not| now| only)? (?<verb>\w+ing)\b[^,.;:!?]*$/i;
/** What people do who only tell of something. */
const TELLING =
  /^(?:going|trying|working|looking|getting|having|being|wondering|thinking|talking|telling|saying|asking|hoping|guessing|seeing|noticing|wanting|waiting|dealing|struggling|fighting|feeling|assuming|wishing|looking|digging|planning|considering|discussing)$/i;
/** Whether a run of words ends within a word or a date, or has the verb of what follows it. */
const governs = (run: string, next: string): boolean =>
  (/[\p{L}\p{N}-]$/u.test(run) && /^[-\p{L}\p{N}]/u.test(next)) ||
  (/^ ?[\p{L}\ue000]/u.test(next) && !TELLING.test(DOING.exec(run)?.groups?.['verb'] ?? 'telling'));

/** Programs are replaced by programs, and do much else that people do not. */
const BY_A_PROGRAM =
  /\b(?:replaced|superseded|succeeded|backed|powered|served|generated|wrapped|parsed|rendered|cached|proxied|stored|indexed|scraped|bundled|built|compiled|hosted|managed|provided|handled|encrypted|signed|triggered) (?:by|with|in|on) $/i;

/** @param before the sentence up to the word */
const mayBeName = (word: string, before: string): boolean =>
  /^\p{Lu}/u.test(word) &&
  !isTechnicalWord(word) &&
  (isFirstName(word) || !BY_A_PROGRAM.test(before)) &&
  (isFirstName(word) || /^(?:\?|.*(?:Name|Person)|Place|City|Country)$/.test(entryOf(word.toLowerCase())));

interface Run {
  readonly first: number;
  readonly last: number;
}

function runsOf(labels: readonly Label[], wanted: Label): Run[] {
  const runs: Run[] = [];
  labels.forEach((label, at) => {
    const open = runs.at(-1);
    if (label !== wanted) return;
    if (open?.last === at - 1) runs[runs.length - 1] = { first: open.first, last: at };
    else runs.push({ first: at, last: at });
  });
  return runs;
}

/** Words in parentheses go together with these, or the parentheses stay. */
function withWholeAsides(tokens: readonly Token[], labels: readonly Label[]): Label[] {
  const whole = [...labels];
  const open: number[] = [];
  tokens.forEach(({ text }, at) => {
    if (text === '(') open.push(at);
    if (text !== ')') return;
    const first = open.pop();
    if (first === undefined || labels.slice(first, at + 1).every((label) => label === 'noise')) return;
    const inner = labels.slice(first + 1, at);
    const label = inner.length > 0 && inner.every((each) => each === 'noise') ? 'noise' : 'keep';
    whole[first] = label;
    whole[at] = label;
  });
  return whole;
}

const END = /[.!?…]/u;

/** The tokens that stay, with the white space between them. What ended a sentence within that goes still ends it. */
function joined(sentence: string, tokens: readonly (Token & { readonly label: string })[]): string {
  let shown = '';
  let last = 0;
  let gone = '';
  for (const { text, start, end, label } of tokens) {
    if (label === 'noise') {
      gone += text;
    } else {
      const gap = gone === '' ? sentence.slice(last, start) : shown === '' || /^[,.;:!?…)]/u.test(text) ? '' : ' ';
      if (END.test(gone) && /[\p{L}\p{N}\ue001\ue002)]$/u.test(shown) && !/^[.,;:!?…)]/u.test(text)) shown += '.';
      shown += gap + (label === 'name' ? PERSON : text);
      gone = '';
    }
    if (label !== 'noise') last = end;
  }
  return tidied(shown);
}

/** Marks of punctuation that lost their words. */
const tidied = (text: string): string =>
  text
    .replace(/\(\s*[,;:.!?]*\s*\)/g, '')
    .replace(/^[\s,;:.!?…)–—-]+/u, '')
    .replace(/([,;:–—-])(?:\s*[,;])+/gu, '$1')
    .replace(/[\s,;:–—-]+([.!?])/gu, '$1')
    .replace(/\s+([,.;:!?)])(?![\w:])/g, '$1')
    .replace(/ {2,}/g, ' ')
    .trim();
