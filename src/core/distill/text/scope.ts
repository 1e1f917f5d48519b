/** "This applies to hotfixes as well." */
const APPLIES = /^(?:this |it )?(?:applies|counts|holds|is meant) (?:to|for|in|when|whenever|only|everywhere|on)\b/i;

/** Whether a sentence says where the one before it counts: without that one it says nothing. */
export const isScope = (text: string): boolean => APPLIES.test(text);
