/** How much of a sentence is about software. */
import { countPlaceholders } from './placeholders.js';
import vocabulary from './vocabulary.json' with { type: 'json' };

/** Stems of words that stand in technical sentences and rarely in others. */
const WORDS = new Set(vocabulary.technicalWords.flatMap((line) => line.split(' ')));

/** Products and companies, some of which are words or first names, too: told by their capital. */
const PRODUCTS = new Set(vocabulary.products.flatMap((line) => line.split(' ')));

/** A number with what it counts, a status of HTTP, an error of an operating system. */
const MEASURE =
  /\b\d+(?:[.,]\d+)?\s?(?:ms|µs|ns|seconds?|secs?|minutes?|hours?|days?|[kmgt]i?b|[kmg]?hz|bytes?|bits?|rows?|requests?|replicas?|connections?|threads?|workers?|retries|attempts|%|percent|px|fps|rps|qps|characters?|lines?|tokens?|nodes?|cores?|pods?)(?![\p{L}])|\b\d+(?:\.\d+)?[kmg]\b|\b[1-5]\d\d\b(?=\s?(?:s\b|errors?|responses?|status|codes?|from|for|on|when|is|are|as|and|into|,|\.|$))|\bE[A-Z]{4,12}\b/gu;
/** Work that is stopped, not weather: "freeze after Thursday", "the freeze was lifted". */
const FREEZE =
  /(?<!\b(?:I|we|you|he|she|it|they|to|will|would|can|may|might) )\bfreeze(?= (?:after|until|till|from|is|was|starts?|started|begins?|began|ends?|ended|window|period)\b)/gi;
/** What may be done with data. */
const ACCESS = /\b(?:read|write|append)[- ]?only\b/gi;
/** Names in capitals, such as TLS. */
const CAPITALS =
  /(?<![\p{L}\p{N}])(?!(?:OK|FYI|BTW|LOL|WTF|OMG|IMO|IMHO|TBH|ASAP|AM|PM|US|UK|EU|NO|YES|NOT|DO|TODO|ETA|WFH|OOO|HR|CEO|CTO|VP)(?![\p{L}\p{N}]))\p{Lu}[\p{Lu}\p{N}]{1,9}s?(?![\p{L}\p{N}])/gu;

/** Stems that a word may have: "queries" of "query", "caching" of "cache", "reindex" of "index". */
const stemsOf = (word: string): string[] => [
  word,
  word.replace(/(?<=.{3})(?<!s)s$/, ''),
  word.replace(/es$/, ''),
  word.replace(/ies$/, 'y'),
  word.replace(/(?:e?d|ing)$/, ''),
  word.replace(/(?:ed|ing)$/, 'e'),
  word.replace(/(?:ed|ing)$/, ''),
  word.replace(/(.)\1(?:ed|ing)$/, '$1'),
  word.replace(/^(?:re|auto|multi|sub)(?=.{4})/, ''),
];

/** Whether a word names a technique, a product or a thing of software rather than a person or a place. Any case. */
export const isTechnicalWord = (word: string): boolean =>
  stemsOf(word.toLowerCase()).some((stem) => WORDS.has(stem)) || PRODUCTS.has(word.toLowerCase());

const AMBIGUOUS = new Set(vocabulary.productsThatAreWords.flatMap((line) => line.split(' ')));

/** A product in small letters counts where it is no other word. */
const counts = (word: string): boolean =>
  /^[A-Z]/.test(word)
    ? isTechnicalWord(word)
    : stemsOf(word).some((stem) => WORDS.has(stem)) || (PRODUCTS.has(word) && !AMBIGUOUS.has(word));

/** Whether a text holds a name in capitals, such as TLS. */
export const hasAcronym = (text: string): boolean => text.search(CAPITALS) >= 0;

/** Points of a text with placeholders: two for each piece of code, one for each technical word, measure and name in capitals. */
export const technicalPoints = (text: string): number =>
  countPlaceholders(text) * 2 +
  (text.match(/[A-Za-z][A-Za-z0-9]*/g) ?? []).filter(counts).length +
  (text.match(MEASURE)?.length ?? 0) +
  (text.match(FREEZE)?.length ?? 0) +
  (text.match(ACCESS)?.length ?? 0) +
  (text.match(CAPITALS)?.length ?? 0);
