/** Length of a shortened name in UTF-16 units; leaves room for the text after it. */
const LONGEST_NAME = 26;

/** Cuts a draft's name after a word. Names consist of the draft's first words; the tooltip shows the rest. */
export function truncateName(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  return `${name.slice(0, LONGEST_NAME).replace(/[-_ ][^-_ ]*$/, '')}…`;
}

/** Cuts the middle out of a name, because names of related drafts may begin with the same words. */
export function truncateMiddle(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const half = LONGEST_NAME / 2;
  const [start, end] = [name.slice(0, half), name.slice(1 - half)];
  return `${start.replace(/[-_ ][^-_ ]*$/, '')}…${end.replace(/^[^-_ ]*[-_ ]/, '')}`;
}
