/** A form that secrets have. */
export interface SecretRule {
  readonly id: string;
  /** Matched at a keyword only, never searched for: the cost of one try does not depend on the length of the text. */
  readonly pattern: string;
  /** ASCII, lower case. A match starts with one of them, or at most `lead` units before. */
  readonly keywords: readonly string[];
  readonly lead?: number;
  /** The group of the pattern that is the secret; default the first one that took part, else the whole match. */
  readonly group?: number;
  /** Shannon entropy in bits a character below which it is hardly one. */
  readonly entropy?: number;
  /** The value shows nothing by itself: it is the name beside it (`api_key = …`) that makes it a secret. */
  readonly named?: boolean;
  /** Secrets and whole matches that are none. */
  readonly allow?: readonly string[];
  readonly allowMatch?: readonly string[];
  /** Words that no secret contains. */
  readonly stopwords?: readonly string[];
  /** Words and digits are what such a secret is made of, so none of them says that it only stands for one. */
  readonly words?: boolean;
  /** What matches has the full form of one service's secrets, as those of gitleaks have that start with a keyword: its letters say nothing against it. */
  readonly formed?: boolean;
  /** A closer look at the secret, for rules written here. */
  readonly accept?: (secret: string, match: string) => boolean;
}

/** A place where a rule found one. */
export interface SecretMatch {
  /** Offsets in UTF-16 units, the end not included: the secret alone, without the name beside it. */
  readonly start: number;
  readonly end: number;
  readonly ruleId: string;
  /** `high`: the form is that of one service's secrets. `medium`: a name beside it says so. `low`: the form with hardly any content, as samples have. */
  readonly confidence: 'high' | 'medium' | 'low';
}

/** Bits a character, as rules measure it. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Pieces of patterns that several rules share. */

/** What is given to a flag or a name: in quotes anything but a line end, without them up to the next blank. Three groups, of which one takes part. */
export const VALUE_PATTERN = String.raw`(?:"([^"\n]{3,200})"|'([^'\n]{3,200})'|([^\s"'\x60<>|;&,(){}\[\]-][^\s"'\x60<>|;&]{3,200}))`;

/** Words between a command and the flag that is looked for, on the same line and of the same command. */
export const COMMAND_WORDS = String.raw`(?:[^\n|;]{0,300}? )?`;
