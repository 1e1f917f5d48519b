/** Detects the language of a text by its letters and letter sequences. */

/** UTF-16 units that are read. */
const LONGEST_PROSE = 4_000;
/** Code, paths and identifiers: they look the same in every language. */
const CODE = /`[^`]*`|\S*[/_\\.:=#{}<>]\S*\w|[\p{L}\d]*\p{Ll}\p{Lu}[\p{L}\d]*/gu;

/** Latin letters, and those of other scripts, below which a text is too short. */
const LEAST_LATIN = 20;
const LEAST_OTHER = 2;

/** BCP 47 primary tag; undefined where it is uncertain, as for a few words. */
export type DetectLanguage = (text: string) => string | undefined;

let detector: Promise<DetectLanguage> | undefined;

/** The tables take 1 MB and some 100 ms, so they are loaded at the first use. */
export function openLanguageDetector(): Promise<DetectLanguage> {
  detector ??= import('eld/extrasmall').then(({ eld }) => (text) => {
    const prose = text.slice(0, LONGEST_PROSE).replace(CODE, ' ');
    if (isTooShort(prose)) return undefined;
    const result = eld.detect(prose);
    return result.isReliable() && result.language !== '' ? result.language : undefined;
  });
  return detector;
}

function isTooShort(prose: string): boolean {
  const latin = prose.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin < LEAST_LATIN && (prose.match(/\p{L}/gu)?.length ?? 0) - latin < LEAST_OTHER;
}
