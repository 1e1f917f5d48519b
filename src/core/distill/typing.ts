/** Slips of people who type fast, where rules must know the word. */

const WORDS: Readonly<Record<string, string>> = {
  dont: "don't", doesnt: "doesn't", didnt: "didn't", isnt: "isn't", wasnt: "wasn't", werent: "weren't", arent: "aren't", cant: "can't", wont: "won't", couldnt: "couldn't", shouldnt: "shouldn't", wouldnt: "wouldn't", mustnt: "mustn't",
  havent: "haven't", hasnt: "hasn't", hadnt: "hadn't", im: "I'm", ive: "I've", thats: "that's", theres: "there's", youre: "you're", theyre: "they're", dosent: "doesn't", doesent: "doesn't",
  teh: 'the', bcause: 'because', becuase: 'because', becasue: 'because', cuz: 'because', coz: 'because', bcuz: 'because', pls: 'please', plz: 'please', plese: 'please', allways: 'always', alway: 'always', nevr: 'never', alredy: 'already', allready: 'already',
  faild: 'failed', wich: 'which', wiht: 'with', recieve: 'receive', recieves: 'receives', recieved: 'received', seperate: 'separate', occured: 'occurred', occurs: 'occurs', definately: 'definitely', untill: 'until',
  collegue: 'colleague', colegue: 'colleague', collegues: 'colleagues', commiting: 'committing', commited: 'committed', databse: 'database', enviroment: 'environment', dependancy: 'dependency', dependancies: 'dependencies',
};
const SLIP = new RegExp(`(?<![\\w'’.-])(?:${Object.keys(WORDS).join('|')})(?![\\w'’-])`, 'gi');

/** The text with these words as they are spelt. Of code nothing may stand in it: see `shield`. */
export const spelt = (text: string): string =>
  text.replace(/\bbc(?= (?:of|the|it|we|they|there|I|our|my)\b)/g, 'because').replace(SLIP, (word) => {
    const meant = WORDS[word.toLowerCase()] ?? word;
    return /^[A-Z]/.test(word) && !/^I/.test(meant) ? meant.charAt(0).toUpperCase() + meant.slice(1) : meant;
  });
