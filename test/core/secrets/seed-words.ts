/** Words of the BIP 39 list, far apart in it; they open no wallet, because their checksum is wrong. */
const WORDS =
  'about barely cable daring eager fabric gadget habit ice jacket kangaroo label machine naive oak pact quality rabbit sad table ugly vacant wage yard';

/** The first `count` of them, at most 24. */
export const seedWords = (count: number): string => WORDS.split(' ').slice(0, count).join(' ');
