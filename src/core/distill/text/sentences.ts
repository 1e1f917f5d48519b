/** Sentences, and the clauses they are made of. */

/** Sentences of a fact. */
export const MOST_SENTENCES = 3;

let segmenter: Intl.Segmenter | undefined;

/** A line break ends a sentence where a list item, a quote, an empty line or a line of its own (`label: …`) follows. */
const BLOCK = /\n\s*\n|\n(?=\s*(?:[-*•]|\d{1,2}[.)]|#{1,6}\s|>|\ue002: ))|\s+(?=\(\d{1,2}\)\s)/;
const BULLET = /^\s*(?:[-*•]|\d{1,2}[.)]|\(\d{1,2}\)|#{1,6}|>|\[[ x]\])\s+/;
/** Sentences that are typed in small letters. */
const SMALL_START =
  /(?<=\p{L}{3}[.!?])\s+(?=\ue000|(?:it|it['’]s|the|we|this|that|they|don['’]t|never|always|our|my|but|so|and|thanks|thank|thx|sorry|kudos|ask|ping|mail|contact|call|use|please|i)\b)|(?<=\p{L}{4}(?<!\b(?:approx|resp|incl|esp|vs))[.!?])\s+(?=\p{Ll}{2})|(?<=(?:[\p{L}\p{N}\ue001)]{2}|\d)[.!?])\s+(?=\ue002)|(?<=(?:\ue001|\d{4}-\d\d-\d\d)[.!?])\s+(?=\p{Ll}{3})|(?<=[!?…]{1,3})\s+(?=[\p{Ll}\ue000\ue002])|(?<=\?)\s+(?:\.{3}|…)\s*(?=\S)|(?<=\.{3})(?<!\p{Lu}{3} \.{3})\s+(?=\S)/u;
const ABBREVIATION = /\b(?:e\.g|i\.e|etc|vs|approx|resp|incl|cf|no|fig)\.$/i;

/** Blocks of a text. A heading that ends in a colon is one with the first item below it; a line after an item that is not indented is none of it. */
function blocksOf(text: string): string[] {
  const blocks = text.split(BLOCK).flatMap((block) => (BULLET.test(block) ? block.trim().split(/\n(?=\S)/) : [block]));
  return blocks.flatMap((block, at) => {
    const next = blocks[at + 1] ?? '';
    if (isHeading(blocks[at - 1] ?? '') && BULLET.test(block)) return [];
    return [isHeading(block) && BULLET.test(next) ? `${block.trim()} ${next.replace(BULLET, '')}` : block];
  });
}
const isHeading = (block: string): boolean => /^[^.!?\n]{3,80}:\s*$/.test(block.trim());

/** Sentences of a text in order, trimmed, without bullets and marks of headings. */
export function sentencesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  const sentences: string[] = [];
  for (const block of blocksOf(text)) {
    const plain = block
      .replace(BULLET, '')
      .replace(/\s+/g, ' ')
      .replace(/\*\*|__/g, '')
      .trim();
    for (const { segment } of segmenter.segment(plain))
      for (const part of segment.split(SMALL_START)) {
        const sentence = part.trim();
        const last = sentences.at(-1);
        if (last !== undefined && ABBREVIATION.test(last) && /^[\p{Ll}\d\ue000]/u.test(sentence))
          sentences[sentences.length - 1] = `${last} ${sentence}`;
        else if (/[\p{L}\p{N}\ue000]/u.test(sentence)) sentences.push(sentence);
      }
  }
  return sentences;
}

export interface Clause {
  /** What joins it to the clause before, with its white space; empty for the first. */
  readonly joiner: string;
  readonly text: string;
}

const SUBJECT =
  "(?:I|we|it|he|she|they|you|the|this|that|these|those|there|a|an|our|my|his|her|their|everyone|everybody|nobody|\\ue002|\\ue000\\d+\\ue001)(?=['’\\s])";
/** Where a sentence may be cut so that a part can be left out. */
const CUT = new RegExp(
  [
    ';\\s+',
    '\\s+[—–]\\s*|\\s+-{1,2}\\s+',
    ':\\s+',
    '\\s*\\.{3}\\s+|\\s*…\\s*',
    ',\\s+(?=(?:and|but|so|then|yet|though|although|while|which|because|since|plus|or|hence|as)\\b)',
    `,\\s+(?=${SUBJECT})`,
    ',\\s+(?=(?:please )?(?:ask|ping|contact|call|e-?mail|mail|message) \\ue002(?![^()]*\\)))',
    ",\\s+(?=(?:super|so|very|really|ugh|thanks|sorry|lol|finally|turns|turned|don['’]t|do not|never|always|use)\\b)",
    ',\\s+(?=(?:no (?:idea|clue)|not sure)\\b)',
    ',\\s+(?=(?:going|settled|decided|leaving|resulting)\\b)',
    '(?<=\\b(?:paged|woken)[^,;]{0,40}),\\s+',
    ',\\s+(?=(?:just |please |go )?(?:look at|have a look|take a look|check out|see for yourself)\\b(?![^,;]*\\b(?:first|before|instead|always|every|each|when|if)\\b))',
    ',\\s+(?=in the end\\b)',
    '\\s+(?=but (?:the|it|this|that|you|only|a|an|now|then)\\b)',
    `(?<!\\ue002|\\bme|\\bI)\\s+(?=(?:and|but|so|then)\\s+(?:then |now |finally )?(?:I|we|he|she|they|you|it turn|it only|finally|\\ue002)(?=['’\\s]))`,
    '\\s+(?=(?:until|before|when|as)\\s+(?:I|we|he|she|\\ue002)\\s+(?:finally )?(?:found|noticed|realized|realised|saw|figured|discovered)\\b)',
  ].join('|'),
  'i',
);

export function clausesOf(sentence: string): Clause[] {
  const clauses: Clause[] = [];
  let rest = sentence;
  let joiner = '';
  for (let found = CUT.exec(rest); found !== null; found = CUT.exec(rest)) {
    if (found.index > 0) clauses.push({ joiner, text: rest.slice(0, found.index).trim() });
    joiner = found.index > 0 ? found[0] : joiner;
    rest = rest.slice(found.index + found[0].length);
  }
  return [...clauses, { joiner, text: rest.trim() }].filter(({ text }) => text !== '');
}

/** Conjunctions that join to a clause which is gone; "when" and "if" are conditions. */
const CONJUNCTION =
  /^(?:and|but|so|then|yet|plus|hence|while|though|although|as(?! (?:of|an?|part|soon|long|far|the)\b))\s+/i;

/** The clauses as one sentence. */
export const joinClauses = (clauses: readonly Clause[]): string =>
  clauses.reduce(
    (sentence, { joiner, text }, at) =>
      at === 0
        ? text.replace(joiner === '' ? /^(?:and|but|so|then|yet|plus)\s+/i : CONJUNCTION, '')
        : sentence + joiner + text,
    '',
  );
