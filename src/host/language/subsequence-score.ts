/**
 * Whether the characters of a query stand in a text in this order, upper and lower case alike, blanks left out; how well, lower being
 * better: 0 for an empty query, then by where the match starts and how much lies between. Undefined when they do not.
 */
export function subsequenceScore(query: string, text: string): number | undefined {
  const wanted = query.toLowerCase().replace(/\s+/g, '');
  const within = text.toLowerCase();
  let at = -1;
  let first = 0;
  for (const unit of wanted) {
    const next = within.indexOf(unit, at + 1);
    if (next < 0) return undefined;
    if (at < 0) first = next;
    at = next;
  }
  return wanted === '' ? 0 : 1 + first + 2 * (at - first + 1 - wanted.length);
}
