/** Marked texts as sentences whose tokens have labels: `{…}` carries nothing, `[…]` names a person. */
import type { Label } from '../../src/core/distill/labels/labels.js';
import { findPeople } from '../../src/core/distill/personal/people.js';
import { PERSON } from '../../src/core/distill/placeholders.js';
import { sentencesOf } from '../../src/core/distill/text/sentences.js';
import { preparedText } from '../../src/core/distill/text/text.js';

const NOW = Date.UTC(2026, 2, 11);
/** Marks as characters that no rule reads. */
const OPEN = { '{': '\ue010', '}': '\ue011', '[': '\ue012', ']': '\ue013' } as const;

interface LabelledText {
  readonly text: string;
  /** Of each unit of the text. */
  readonly labels: readonly Label[];
}

export interface LabelledSentence {
  readonly sentence: string;
  /** Of what begins at a unit of the sentence. */
  readonly labelAt: (start: number) => Label;
}

function withoutMarks(marked: string): LabelledText {
  let text = '';
  const labels: Label[] = [];
  let [noise, name] = [false, false];
  for (const unit of marked) {
    if (unit === OPEN['{'] || unit === OPEN['}']) noise = unit === OPEN['{'];
    else if (unit === OPEN['['] || unit === OPEN[']']) name = unit === OPEN['['];
    else {
      text += unit;
      for (let at = 0; at < unit.length; at++) labels.push(noise ? 'noise' : name ? 'name' : 'keep');
    }
  }
  return { text, labels };
}

/** People whom the rules find are placeholders, as they are when a text is distilled. */
function withPlaceholders({ text, labels }: LabelledText): LabelledText {
  let shown = '';
  const shownLabels: Label[] = [];
  let last = 0;
  for (const { start, end } of findPeople(text)) {
    shown += text.slice(last, start) + PERSON;
    shownLabels.push(...labels.slice(last, start), labels[start] === 'noise' ? 'noise' : 'keep');
    last = end;
  }
  return { text: shown + text.slice(last), labels: [...shownLabels, ...labels.slice(last)] };
}

/** The sentences of a marked text as the rules read them. */
export function labelledSentences(marked: string): LabelledSentence[] {
  const { text } = preparedText(
    marked.replace(/[{}[\]]/g, (mark) => OPEN[mark as keyof typeof OPEN]),
    NOW,
  );
  const labelled = withPlaceholders(withoutMarks(text));
  let from = 0;
  return sentencesOf(labelled.text).map((sentence) => {
    // White space is folded in sentences, and marks of lists are gone.
    const places: number[] = [];
    for (const unit of sentence.split('')) {
      const at = /\s/.test(unit) ? from : labelled.text.indexOf(unit, from);
      places.push(Math.max(at, 0));
      if (at >= 0 && !/\s/.test(unit)) from = at + 1;
    }
    return { sentence, labelAt: (start) => labelled.labels[places[start] ?? 0] ?? 'keep' };
  });
}
