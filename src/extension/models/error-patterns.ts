/** Recognizes errors of model providers by their text, because most have no code. */

const QUOTA =
  /quota|rate.?limit|too many requests|(?:usage|request|token|monthly|daily|hourly) limit|premium (?:model )?requests?|\b429\b|insufficient.?credit|billing/i;
const FILTER = /off.?topic|content.?filter|\bfiltered\b|responsible ai|content polic(?:y|ies)|\bRAI\b/i;

/** Whether a quota or rate limit was exceeded. */
export const isQuotaError = (words: string): boolean => QUOTA.test(words);

/** Whether a content filter refused the question. */
export const isFilterError = (words: string): boolean => FILTER.test(words);

/** UTF-16 units below which a reply may be an error message. */
const MAX_MESSAGE = 600;

/** Whether a reply that should be JSON is a message about a quota. */
export const isQuotaReply = (reply: string): boolean =>
  reply.length < MAX_MESSAGE && !reply.includes('{') && isQuotaError(reply);
