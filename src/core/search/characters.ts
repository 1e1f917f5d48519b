/** Characters of scripts without blanks that say the same in two ways: folded into one, in memories and in questions. */
import traditional from 'opencc-js/dict/TSCharacters';

/** First the traditional character, then the simplified one. Of those that simplify to several the usual one. */
let simplified: ReadonlyMap<string, string> | undefined;

const readTable = (): ReadonlyMap<string, string> =>
  new Map(traditional.split('|').map((pair) => pair.split(' ') as [string, string]));

/** Between the letters of katakana and those of hiragana, in code points. */
const KANA = 0x60;
const [FIRST_KATAKANA, LAST_KATAKANA, FIRST_HAN] = [0x30a1, 0x30f6, 0x2e80];

/** 國 -> 国, サ -> さ; any other character as it is. */
function plainCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code >= FIRST_KATAKANA && code <= LAST_KATAKANA) return String.fromCharCode(code - KANA);
  if (code < FIRST_HAN) return character;
  return (simplified ??= readTable()).get(character) ?? character;
}

/** The characters of a text, each folded. */
export const plainCharacters = (text: string): string[] => Array.from(text, plainCharacter);
