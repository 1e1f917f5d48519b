/** A sentence without what carries nothing, by labels that were learned from examples. */
import { PERSON } from '../placeholders.js';
import { featuresOf } from './features.js';
import { isOfTeller, joinsClauses, mayBeName, saysSomething, saysSomethingWhole } from './guards.js';
import { bestLabels, COUNT, type Label, LABELS, ROWS, sequenceOf, type Weights } from './labels.js';
import { type Token, tokensOf } from './tokens.js';
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
    const beside = { before: before(first), next: sentence.slice(tokens[last]?.end) };
    if (/^[\s,;:.!?()–—-]*$/.test(run) || saysSomething(run, beside) || isLoneVerb(tokens, first, last))
      labels.fill('keep', first, last + 1);
    else if (joinsClauses(tokens[last]?.text ?? '', beside))
      labels.fill('keep', tokens[last - 1]?.text === ',' ? Math.max(first, last - 1) : last, last + 1);
  }
  const shown = joined(
    sentence,
    tokens.map((token, at) => ({ ...token, label: labels[at] ?? 'keep' })),
  );
  return shown === '' && saysSomethingWhole(sentence) ? sentence : shown;
}

/** "Gave" of "Gave each worker a folder of its own": without it the object has no verb. */
const isLoneVerb = (tokens: readonly Token[], first: number, last: number): boolean =>
  first === last &&
  /^(?:PastTense|PresentTense|Infinitive|Imperative|Verb)$/.test(tokens[first]?.tag ?? '') &&
  !isOfTeller(tokens[first]?.text ?? '') &&
  /^[\p{L}\ue000]/u.test(tokens[last + 1]?.text ?? '');

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

/** The mark that stays of words that go between others: an aside between two commas needs none. */
function markOf(gone: string): string {
  if (END.test(gone)) return '.';
  const [opens, closes] = [/^[,;:]/.exec(gone)?.[0], /[,;:]$/.exec(gone)?.[0]];
  if (closes === ':') return ':';
  return opens !== undefined && closes !== undefined ? '' : (opens ?? (closes === undefined ? '' : ','));
}

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
      if (/[\p{L}\p{N}\ue001\ue002)]$/u.test(shown) && !/^[.,;:!?…)]/u.test(text)) shown += markOf(gone);
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
