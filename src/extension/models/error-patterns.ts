/** What services say in place of an answer, in words, because there is no code for it. */

const QUOTA =
  /quota|rate.?limit|too many requests|(?:usage|request|token|monthly|daily|hourly) limit|premium (?:model )?requests?|\b429\b|insufficient.?credit|billing/i;
const FILTER = /off.?topic|content.?filter|\bfiltered\b|responsible ai|content polic(?:y|ies)|\bRAI\b/i;

/** Whether an error is about how much was asked. */
export const isQuotaError = (words: string): boolean => QUOTA.test(words);

/** Whether an error is about what was asked. */
export const isFilterError = (words: string): boolean => FILTER.test(words);

/** UTF-16 units of a reply that is an excuse and no answer. */
const LONGEST_EXCUSE = 600;

/** Whether a reply that should be JSON is an excuse about a quota. */
export const isQuotaReply = (reply: string): boolean =>
  reply.length < LONGEST_EXCUSE && !reply.includes('{') && isQuotaError(reply);
