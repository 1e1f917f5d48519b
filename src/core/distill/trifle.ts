/** What is no memory whatever it is about; apart from the other rules because every door asks it. */

/** UTF-16 units. */
const LEAST_UNITS = 20;
export const MOST_UNITS = 8_000;

/** `Thanks a lot for the help today`. */
const THANKS =
  '(?:many |big )?(?:thanks?|thank you|thx)(?: (?:a lot|a million|so much|very much|again))*' +
  '(?: for (?:everything|(?:all (?:of )?)?(?:the |your )?(?:great |quick |kind |good |hard )?(?:help|support|work|answers?|reply|time|efforts?|patience|feedback|review|explanations?)))?' +
  '(?: (?:today|again|everyone|everybody|all|team))*' +
  '|vielen dank(?: für (?:die|deine|eure|ihre) (?:schnelle |gute |große |tolle )?(?:hilfe|arbeit|antwort|unterstützung))?(?: heute)?';

const TRIVIAL = new RegExp(
  `^(?:(?:danke(?: dir| schön)?|${THANKS}|(?:das )?passt(?: so)?|mach (?:weiter|das)|weiter|perfekt|merci(?: beaucoup)?|parfait|continue[zr]?|muchas gracias|gracias|perfecto|genial|sigue|vale|ok(?:ay)?|yes|yeah|yep|no|nope|sure|great|perfect|nice|cool|good|fine|done|continue|go(?: ahead| on)?|next|please|hi|hey|hello|lgtm|looks good|sounds good|makes sense|got it|will do|do it|try again|retry|stop|wait|undo|never ?mind|bye|good (?:morning|night|evening)|how are you|what['’]?s up|you['’]re welcome|no worries|no problem|well done|good job|i see|hmm+|lol|haha)[\\s,.!?:;)-]*){1,6}$`,
  'i',
);

/** One character again and again. */
const MONOTONE = /^(\S)(?:\s*\1)*$/u;

/** Two for each: these scripts say in one character what others say in several. */
const WIDE = /[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;

/** Why a text is no memory, whatever it is about: it is too short, too long, one character again and again, or small talk. A sentence for people. */
export function trifle(text: string, most: number = MOST_UNITS): string | undefined {
  const plain = text.trim();
  if (plain.length + (plain.match(WIDE)?.length ?? 0) < LEAST_UNITS)
    return `It is shorter than ${LEAST_UNITS} characters.`;
  if (plain.length > most) return `It is longer than ${most} characters.`;
  if (MONOTONE.test(plain)) return 'It is one character again and again.';
  return TRIVIAL.test(plain) ? 'It is small talk.' : undefined;
}
