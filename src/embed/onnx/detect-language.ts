/** Which language a text is written in, told by its letters and runs of letters. */

/** UTF-16 units that are looked at. */
const LOOKED_AT = 4_000;
/** Code, paths and names made of signs: they look the same in every language. */
const NO_PROSE = /`[^`]*`|\S*[/_\\.:=#{}<>]\S*\w/g;

/** Latin letters, and those of other scripts, below which a text is too little to tell. */
const LEAST_LATIN = 20;
const LEAST_OTHER = 2;

/** BCP 47 primary tag; undefined where it is not certain, as for a few words. */
export type DetectLanguage = (text: string) => string | undefined;

let telling: Promise<DetectLanguage> | undefined;

/** The tables take 1 MB and some 100 ms, so they are read when they are needed first. */
export function openLanguageDetector(): Promise<DetectLanguage> {
  telling ??= import('eld/extrasmall').then(({ eld }) => (text) => {
    const prose = text.slice(0, LOOKED_AT).replace(NO_PROSE, ' ');
    if (isLittle(prose)) return undefined;
    const result = eld.detect(prose);
    return result.isReliable() && result.language !== '' ? result.language : undefined;
  });
  return telling;
}

function isLittle(prose: string): boolean {
  const latin = prose.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin < LEAST_LATIN && (prose.match(/\p{L}/gu)?.length ?? 0) - latin < LEAST_OTHER;
}
