/** Words of the list of wallets, far apart in it: no wallet is opened by them, whose last word would have to fit the others. */
const WORDS =
  'about barely cable daring eager fabric gadget habit ice jacket kangaroo label machine naive oak pact quality rabbit sad table ugly vacant wage yard';

/** So many of them, at most 24. */
export const seedWords = (count: number): string => WORDS.split(' ').slice(0, count).join(' ');
