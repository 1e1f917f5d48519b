/**
 * Case-insensitive subsequence match, blanks of the query ignored. Lower scores are better: 0 for an empty query, else by the start of
 * the match and the length of its gaps. Undefined without a match.
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
