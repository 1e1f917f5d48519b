/** UTF-16 units of a name that leave room for what stands after it. */
const LONGEST_NAME = 26;

/** Names of drafts are made of their first words: what there is more of them the tooltip says. */
export function truncateName(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  return `${name.slice(0, LONGEST_NAME).replace(/[-_ ][^-_ ]*$/, '')}…`;
}

/** The name of a draft beside another one that may begin with the same words: its beginning and its end. */
export function truncateMiddle(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const half = LONGEST_NAME / 2;
  const [start, end] = [name.slice(0, half), name.slice(1 - half)];
  return `${start.replace(/[-_ ][^-_ ]*$/, '')}…${end.replace(/^[^-_ ]*[-_ ]/, '')}`;
}
