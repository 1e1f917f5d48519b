/** A rule for secrets: pattern, keywords and filters. */
export interface SecretRule {
  readonly id: string;
  /** Tried at keywords only, never searched for: the cost of one try does not depend on the length of the text. */
  readonly pattern: string;
  /** ASCII, lower case. A match starts with one of them, or at most `lead` units before it. */
  readonly keywords: readonly string[];
  readonly lead?: number;
  /** The group that is the secret; default the first one that matched, else the whole match. */
  readonly group?: number;
  /** Minimum Shannon entropy in bits per character. */
  readonly entropy?: number;
  /** The value has no form of its own; the name beside it (`api_key = …`) makes it a secret. */
  readonly named?: boolean;
  /** Secrets and whole matches to ignore. */
  readonly allow?: readonly string[];
  readonly allowMatch?: readonly string[];
  /** Words that exclude a match. */
  readonly stopwords?: readonly string[];
  /** The secret may consist of words and digits, so words in it do not make it a placeholder. */
  readonly words?: boolean;
  /**
   * The match has the full form of one service's secrets, as those of gitleaks that start with a keyword: words in it
   * do not make it a placeholder.
   */
  readonly formed?: boolean;
  /** `accept` alone decides, by the name beside the value. */
  readonly byName?: boolean;
  /** Additional filter of rules written in this project. `head` is the text from the start of the name to the secret. */
  readonly accept?: (secret: string, match: string, head: string) => boolean;
}

/** A match of a rule. */
export interface SecretMatch {
  /** Offsets in UTF-16 units, end exclusive: the secret alone, without its name. */
  readonly start: number;
  readonly end: number;
  readonly ruleId: string;
  /**
   * `high`: the form of one service's secrets. `medium`: by the name beside it. `low`: the form with hardly any
   * content, as in samples.
   */
  readonly confidence: 'high' | 'medium' | 'low';
}

/** Shannon entropy in bits per character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/**
 * The value of a flag or name: quoted up to the closing quote, else up to the next blank. Three groups, of which one
 * matches.
 */
export const VALUE_PATTERN = String.raw`(?:"([^"\n]{3,200})"|'([^'\n]{3,200})'|([^\s"'\x60<>|;&,(){}\[\]-][^\s"'\x60<>|;&]{3,200}))`;

/** Words between a command and a flag of it, on the same line. */
export const COMMAND_WORDS = String.raw`(?:[^\n|;]{0,300}? )?`;
