/** Sentences and the parts they are made of. */

/** Of a fact. */
export const MOST_SENTENCES = 3;

let segmenter: Intl.Segmenter | undefined;

/** Sentences of a text in order, trimmed, without bullets and headings' marks. A line break ends a sentence where a list or an empty line follows. */
export function sentencesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  const sentences: string[] = [];
  for (const block of text.split(/\n\s*\n|\n(?=\s*(?:[-*•]|\d{1,2}[.)]|#{1,6}\s|>))/)) {
    const plain = block
      .replace(/^\s*(?:[-*•]|\d{1,2}[.)]|#{1,6}|>)\s+/, '')
      .replace(/\s+/g, ' ')
      .replace(/\*\*|__/g, '')
      .trim();
    for (const { segment } of segmenter.segment(plain))
      for (const sentence of segment.split(SMALL)) joined(sentences, sentence.trim());
  }
  return sentences.filter((sentence) => /[\p{L}\p{N}\ue000]/u.test(sentence));
}

/** Who types fast begins sentences small. */
const SMALL =
  /(?<=\p{L}{3}[.!?])\s+(?=\ue000|(?:it|it['’]s|the|we|this|that|they|don['’]t|never|always|our|my|but|thanks|thank|thx|sorry|kudos|ask|ping|mail|contact|call)\b)|(?<=[\p{L}\p{N}]{2}[.!?])\s+(?=\ue002)/u;

/** A sentence does not end after "e.g." or within a version. */
function joined(sentences: string[], segment: string): void {
  const last = sentences.at(-1);
  if (
    last !== undefined &&
    /\b(?:e\.g|i\.e|etc|vs|approx|resp|incl|cf|no|fig)\.$/i.test(last) &&
    /^[\p{Ll}\d\ue000]/u.test(segment)
  )
    sentences[sentences.length - 1] = `${last} ${segment}`;
  else if (segment !== '') sentences.push(segment);
}

export interface Clause {
  /** What joins it to the one before; empty for the first. */
  readonly joiner: string;
  readonly text: string;
}

/** Where a sentence may be cut so that one part can be left out. */
const CUT =
  /(;\s+|\s+[—–]\s+|\s+-\s+|:\s+|,\s+(?=(?:and|but|so|then|yet|though|although|while|which|because|since|plus|or)\b)|,\s+(?=(?:I|we|it|he|she|they|the|this|that|our|my|his|her|their|turns|turned|\ue002)\b)|,\s+(?=(?:please )?(?:ask|ping|contact|call|e-?mail|mail|message) \ue002(?![^()]*\)))|\s+(?=but the (?:fix|solution|answer|workaround|cause|reason)\b)|,\s+(?=(?:super|so|very|really|ugh|thanks|sorry|lol|finally)\b)|\s+(?=(?:and|but|so|then)\s+(?:I|we|he|she|it turn|they|finally|\ue002)\b)|\s+(?=(?:until|before|when|as)\s+(?:I|we|he|she|\ue002)\s+(?:finally |then |)(?:found|noticed|realized|realised|saw|figured|discovered)\b))/i;
const OWN_JOINER =
  /^(?:and|but|so|then|yet|though|although|while|plus|until|before|when|as(?! (?:of|an?|part|soon|long|far)\b))\s+/i;
/** What joins a sentence to the one before. "When …" at its start is a condition. */
const OPENING_JOINER = /^(?:and|but|so|then|yet|plus)\s+/i;

export function clausesOf(sentence: string): Clause[] {
  const parts = sentence.split(CUT);
  const clauses: Clause[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const joiner = at === 0 ? '' : (parts[at - 1] ?? '');
    const text = parts[at] ?? '';
    if (text.trim() !== '') clauses.push({ joiner, text: text.trim() });
  }
  return clauses;
}

/** The clauses as one sentence again, where some were left out. */
export function joinClauses(clauses: readonly Clause[]): string {
  return clauses.reduce(
    (sentence, { joiner, text }, at) =>
      at === 0
        ? text.replace(joiner === '' ? OPENING_JOINER : OWN_JOINER, '')
        : sentence + (joiner === '' ? ', ' : joiner) + text,
    '',
  );
}
