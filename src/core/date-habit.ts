/** Whether a phrase such as "last week" means whatever week that is when it is read: what a program does each time, terms, comparisons and names. English. */

/** A day or period in a name: "the Tomorrow Night theme", "the Last Month chart". */
const NAMED = '(?:theme|colou?r scheme|tab|view|widget|screen|page|button|filter|preset|option|label|chart)';
const NAME_AHEAD = new RegExp(`^['’]?\\s\\p{Lu}\\p{Ll}|^ ${NAMED}\\b`, 'u');
/** Where a sentence begins, the name of a person or product may follow: "Yesterday Redis was switched off". */
const NAME_AHEAD_OF_SENTENCE = new RegExp(`^ (?:\\p{Lu}\\p{Ll}+ )?${NAMED}\\b`, 'u');

const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);

/** @param before the text before the phrase; at the beginning of a sentence a capital says nothing */
export function isInName(phrase: string, before: string, after: string): boolean {
  const [first = '', second] = phrase.split(' ');
  if (second !== undefined && isCapital(first) && isCapital(second) && !/^\p{Lu}\p{Ll}+day$/u.test(second)) return true;
  if (!isCapital(first)) return false;
  const opens = /(?:^|[.!?:;]\s|[-*>(]\s?|["“'‘])$/u.test(before.trimStart() === '' ? '' : before);
  return opens ? NAME_AHEAD_OF_SENTENCE.test(after) : NAME_AHEAD.test(after) || second === undefined;
}

/** "this month with last month", "from last week to this week", "last month vs. this month". */
const PERIOD = '(?:last|this|next|the (?:last|previous|current|next)) (?:week|weekend|month|quarter|year|day)';
const COMPARED_AFTER = new RegExp(
  `^(?:['’]s [\\p{L}-]+)? (?:with|to|and|versus|vs\\.?|against|or|over|minus|than) ${PERIOD}\\b`,
  'iu',
);
const COMPARED_BEFORE = new RegExp(
  `\\b${PERIOD}(?:['’]s [\\p{L}-]+)? (?:with|to|and|versus|vs\\.?|against|or|over|minus|than)\\s$`,
  'iu',
);

export const isComparison = (before: string, after: string): boolean =>
  COMPARED_AFTER.test(after) || COMPARED_BEFORE.test(before);

/** What programs and reports do with data of a time, in the present. */
const SHOWS =
  /\b(?:shows|displays|lists|compares|contains|includes|covers|counts|sums|aggregates|reports|returns|reads|exports|imports|fetches|loads|sends|takes|uses|filters|selects|queries|calculates|computes|groups|renders|prints|plots|draws|keeps|stores|archives|deletes|removes|purges|copies|processes|highlights|summari[sz]es|defaults to|falls back to|looks at|goes back to|(?:can|may|must|should|will|to|does(?: not|n['’]t)?|do(?: not|n['’]t)?) (?:only |always |also )?(?:show|display|list|compare|contain|include|cover|count|sum|aggregate|return|read|export|fetch|load|filter|select|query|calculate|compute|group|render|print|plot|draw|archive|delete|purge|copy|process|highlight|summari[sz]e|default to))\b/iu;

/** @param clause what is before the phrase in its clause */
export const isOfAnyTime = (clause: string): boolean => SHOWS.test(clause);

/** No certain thing: "invoices are due in 30 days", "a token expires in 7 days". */
const DETERMINED =
  /^(?:the|our|my|your|his|her|its|their|this|that|these|those|it|he|she|they|we|I|you|there|both|in|on|at|by|from|after|before|until|as)\b|^\p{Lu}[\p{L}\p{N}.-]*['’]s\b/iu;
const HABIT_OF_ANY = /^(?:an?|any|each|every)\s/iu;
const HABIT_OF_MANY =
  /^\p{L}[\p{L}\p{N} -]{0,50}?s (?:(?:then|only|also|usually) )?(?:are (?:then )?(?:due|\p{L}+ed|sent|paid|kept)|expire|end|start|ship|close|open|run out|follow|go|come|get|time out|lapse|renew|rotate)\b/iu;

/** @param clause what is before a term ("in 30 days", "by the end of the week") in its clause */
export function isHabit(clause: string): boolean {
  const subject = clause.replace(/^(?:[^\p{L}]+|and |but |so |then )+/u, '');
  if (DETERMINED.test(subject)) return false;
  return HABIT_OF_ANY.test(subject) || HABIT_OF_MANY.test(subject);
}
