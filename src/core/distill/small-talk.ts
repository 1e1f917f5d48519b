/** What people say around a fact: greetings, fillers, feelings, how long it took. */

/** Words before a sentence that carry nothing. A comma tells "no, it does" from "no migrations run". */
const OPENERS: readonly RegExp[] = [
  /^(?:hi|hey|hello|hiya|yo|good (?:morning|afternoon|evening)|dear)(?: (?:there|all|everyone|team|folks|guys|claude|again))?\s*[,!.:]+\s*/i,
  /^(?:thanks|thank you|thx|cheers|ty)(?: (?:so much|a lot|again|everyone|all|for [^,.!]{1,60}))?\s*[,!.:]+\s*/i,
  /^(?:ugh+|argh+|oof|phew|wow|ah+|oh+|hm+|damn(?: it)?|dammit|wtf|omg|lol|haha+|yay|sigh|whew|gosh|god|jeez|man|dude|ok(?:ay)?|alright|right|well|yeah|yep|yes|no|nope|sure|great|cool|nice|perfect|sorry|fyi|btw|tl;?dr|til|heads[- ]up|(?:good|bad|great) news|happy \p{L}+day|warning|important|attention|caution|update|quick (?:note|update|question|one|thing)|reminder|note to self)\s*[,!.:…-]+\s*/iu,
  /^(?:no|nope|nah),?\s+(?:that['’]?s|it['’]?s|this is|that is|it is|you['’]?re)\s+(?:wrong|incorrect|not (?:right|correct|true|it))\s*[,;.:!-]+\s*/i,
  /^(?:you['’]?re|you are|you were|(?:s?he|they|\ue002)(?:['’]s|['’]re| is| are| was| were)) (?:absolutely |totally |so |quite )?(?:right|correct|welcome)\s*[,.!:;-]+\s*/i,
  /^(?:ugh+|argh+|oof|meh|omg|lol|haha+)\s+(?=\p{L})/iu,
  /^(?:hm+|uhm?|um+|erm?)[,.…]*\s+(?=\p{L})/iu,
  /^(?:no|nope|nah|yes|hey|wait)(?:[ ,!]+(?:no|nope|nah|yes|wait))+\s*[,!.:;-]+\s*/i,
  /^(?:wrong|incorrect)(?: \w+)?\s*[,!.:;]+\s*/i,
  /^(?:careful|beware|watch out|mind|attention)\s*[,!:]+\s*/i,
  /^it['’]?s (?:not (?:a bug|wrong|a mistake)|a feature|intended|intentional|by design|on purpose)\s*[,:;]+\s*/i,
  /^(?:[^,:;.]{1,40} (?:was|were|is|are) right,? (?:and |but )?)?you (?:were|are|['’]re) wrong(?: (?:there|here|again))?\s*[,:;.]+\s*/i,
  /^(?:we|I)(?:['’]ve| have)? (?:had|seen|been through) (?:this|that) (?:before|already|once)\s*[:;,.]+\s*/i,
  /^(?:one|another) (?:more |last )?thing\s*[:,]+\s*/i,
  /^(?:(?:I|we) )?(?:finally |just )?(?:found|got|solved|fixed) it\s*[:!.,]+\s*/i,
  /^(?:(?:no|oh|ah|hm+|actually),?\s+)?(?:wait|hold on|scratch that)(?: a (?:second|sec|minute|moment))?(?:,? no)?\s*[,;.!:…-]+\s*/i,
  /^(?:oh,? |ah,? )?I see\s*[,.!;:-]+\s*/i,
  /^(?:TIL|I swear(?: to god)?|I can(?:not|['’]t) stress (?:this )?enough)\b[,:]?\s+(?:that\s+)?/i,
  /^(?:so|and|but|then|also|anyway|anyways|plus|well|ok|okay|basically|honestly|actually|apparently|obviously|clearly|seriously|literally|finally|eventually|luckily|fortunately|unfortunately|sadly|surprisingly|interestingly|importantly|ultimately|essentially|again|still|now|just|btw|fyi|yeah)\b[,:]?\s+(?=\S)/i,
  /^(?:to be (?:honest|fair|clear)|long story short|in the end|at the end of the day|by the way|for the record|for context|for reference|as (?:you|we|I|everyone) (?:all )?(?:know|knows|said|discussed|mentioned|saw|see|remember)|as (?:mentioned|discussed|said|expected|usual)|in case (?:it helps|you wonder)|believe it or not|no joke|what a (?:day|mess|week)|fun fact|lesson learned|the thing is|the point is)\s*[,:!.-]*\s*(?:that\s+)?/i,
  /^(?:please )?(?:note|remember|be aware|keep in mind|bear in mind|mind you|(?:just )?so you know|don['’]t forget)\b,?:?\s*(?:that|to)?\s+/i,
  /^(?:I )?(?:just )?(?:wanted|want|would like|['’]d like) to (?:say|mention|note|let you know|point out|add|share|tell you)(?: that)?\s+/i,
  /^please,?\s+/i,
  /^(?:(?:I|we)(?:['’]ve| have)? changed (?:my|our) minds?|I(?:['’]ve| have)? (?:already )?told you(?: (?:before|already|this|that|so))*|whatever)\s*[,:;]+\s*/i,
  /^I (?:really )?hate (?:it )?when [^,;.]{1,120}[,;]\s*(?:so )?(?=(?:please|stop|don['’]t|do not|never|always|use)\b)/i,
  /^(?:from now on|going forward|in (?:the )?future|for the future)\b,?\s+/i,
  /^(?:nobody|no one|no idea|I(?: have|['’]ve) no idea|I (?:do not|don['’]t) know) (?:knows |understands )?(?:why|how|what|who)\b[^,.;]{0,40}?,?\s+but\s+/i,
  /^(?:it(?:['’]s| is) (?:worth|good|important|useful) (?:noting|to note|knowing|to know|mentioning|to remember|to mention)|it should be noted|worth noting|good to know|important(?:ly)?:)\s*(?:that)?\s*/i,
];

/** How a finding is told: it says who found it and how long that took, and then what. */
const DURATION =
  '(?:(?:about|around|like|over|almost|nearly|more than|at least|another|literally)\\s+)*(?:\\d{1,3}(?:\\.5)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|half an?|a few|a couple of|several|many|countless|the (?:whole|entire|last|better part of an?)|all|most of the|the best part of an?)\\s*(?:\\d{1,3}\\s+)?(?:more\\s+)?(?:hours?|hrs?|days?|minutes?|mins?|weeks?|afternoon|morning|evening|night|month|day)';
const SEARCH =
  '(?:debugging|digging|searching|trying|looking|investigating|chasing|hunting|fighting|struggling|wrestling|banging|staring|bisecting|head[- ]?scratching|trial and error|pain|work|poking around|googling)';
export const TOLD: readonly RegExp[] = [
  new RegExp(
    `^(?:(?:I|we|\\ue002)(?:['’]ve| have| had)? )?(?:just |only |really |literally )?(?:spent|wasted|lost|burned) ${DURATION}(?: (?:together )?with \\ue002(?: and \\ue002)*)?(?: (?:on|in) \\d{4}[-\\d]*)?(?: (?:on|in|debugging|fixing|chasing|investigating|fighting(?: with)?|hunting|bisecting|digging (?:into|through)|looking (?:into|at|for)|trying to (?:fix|debug|understand|find|figure out)|figuring out))(?: down)?\\s+(?!this\\b|that\\b|it\\b)(?=[^,:;]+[,:;]|.* (?:because|which|until|since|when) )`,
    'i',
  ),
  new RegExp(
    `^(?:(?:it|this) )?(?:took|cost)(?: (?:me|us|him|her|them|the team))? ${DURATION}(?: of ${SEARCH}[^,;]{0,60}?)? to (?:find|figure|see|realize|realise|notice|work|understand|discover|track)(?: out| down)?(?: that)?\\s+`,
    'i',
  ),
  new RegExp(
    `^after (?:spending |wasting )?${DURATION}(?: (?:of|spent|on))?(?: ${SEARCH}[^,;]{0,80}?)?(?:,| (?=(?:I|we)\\b)|(?: (?=it turn)))\\s*`,
    'i',
  ),
  new RegExp(`^(?:it['’]?s|it has) been ${DURATION},? (?:and|but) (?:still |yet )?`, 'i'),
  /^after (?:a lot of|much|lots of|some|a bit of|hours of|days of) [^,;]{1,60},\s*/i,
  /^(?:it |this )?(?:(?:all |finally |eventually )?turn(?:s|ed) out)(?: to be)?(?: that)?(?:,|:)?\s+/i,
  /^(?:the )?(?:takeaway|lesson|conclusion|bottom line|moral|upshot|short version|summary|result|outcome)(?: (?:here|learned|of (?:this|that|it all)))?(?: is| was|:)\s*(?:that\s+)?/i,
];

/** A part of a sentence that only says how somebody felt, how long it took, or is polite. */
const FEELING =
  /\b(?:frustrat\w*|annoy\w*|angry|furious|mad|happy|glad|excited|sad|upset|tired|exhausted|worried|scared|stressed|relie(?:ved|f)|proud|thrilled|disappoint\w*|embarrass\w*|confus(?:ed|ing)|grumpy|moody|cranky|hangry|miserable|depressed|lonely|hungover|jet-?lagged|nightmare|painful|pain in|idiot|moron|horribl\w*|terribl\w*|awful|ridiculous|crazy|insane|stupid|silly|dumb|sick of|fed up|love (?:it|this|that)|hate (?:it|this|that|when)|lol|haha|wtf|omg|ugh|(?:drove|drives?|driving) (?:me|us) (?:\w+ )?(?:crazy|nuts|mad|insane)|been (?:bitten|burned|burnt) by|what a (?:day|mess|week|pain)|not fun|so much fun|going (?:crazy|nuts)|losing my mind|can['’]t believe|exactly what (?:I|we) (?:wanted|needed)|my (?:fault|bad|mistake)|I was (?:wrong|mistaken|right)|\b(?:I|we) (?:love|hate|adore)\b|feel(?:s|ing)? (?:bad|good|great|better|terrible|stupid)|congrat\w*|kudos|well done|good job|great job|nice work|fingers crossed|hope(?:fully)?|wish)\b/i;
const TIME_SPENT = new RegExp(
  `\\b(?:spent|spend|spending|wasted|(?:lost|burned) ${DURATION}|took (?:me|us|him|her|them|forever|ages|(?:all|the whole) day)|cost (?:me|us|him|her|them))\\b|^(?:${DURATION}) (?:of my life|later|gone|wasted|of ${SEARCH})`,
  'i',
);
/** "lost 3 hours of events" is no time that somebody spent. */
const LOST_DATA = new RegExp(`\\blost ${DURATION} of (?!${SEARCH}|my\\b|our\\b)\\p{L}`, 'iu');
const POLITE =
  /^(?:thanks?|thank you|thx|cheers|sorry|please|welcome|you['’]re welcome|no worries|no problem|sounds good|looks good|lgtm|good (?:morning|night|evening|luck)|bye|see you|talk (?:soon|later)|have a|let me know|contact|reach out|ping|feel free|hope (?:this|that)|ping me|any (?:ideas?|thoughts|questions)|what do you think|does that make sense|makes sense|got it|will do|done|ok(?:ay)?)\b/i;

/** Words that judge and can be left out of a sentence about something. */
const JUDGING =
  /\b(?:(?:so|such a|very|really|super|extremely|incredibly|totally|absolutely|completely|fucking|freaking|bloody)\s+)?(?:stupid|silly|dumb|annoying|annoyingly|frustrating|frustratingly|damn(?:ed)?|crazy|insane|ridiculous|ridiculously|horrible|horribly|terrible|terribly|awful|lovely|amazing|awesome|beautiful|fantastic|godforsaken|fucking|freaking|bloody|wonderful|pesky|dreaded|infamous|beloved)\s+(?=[\p{L}\ue000])/giu;
/** Words that add emphasis or doubt of manners only. */
const EMPTY =
  /\b(?:basically|honestly|literally|actually|obviously|simply|really|quite|pretty much|kind of|kinda|sort of|sorta|you know|I mean(?=,)|I guess|of course|needless to say|to be honest|tbh|imho|imo|finally|eventually|unfortunately|fortunately|luckily|sadly|thankfully|hopefully|somehow)\b,?\s*/gi;
const ASIDE =
  /,?\s*for (?:the love of god|(?:god|heaven|fuck|christ)['’]s sake),?(?=\s)|,?\s*(?:and )?I (?:can['’]t|cannot|still can['’]t) believe (?:this|it|that),?(?=\s)|,?\s*(?:which|that) (?:is|was|has been|were|made (?:me|us)|drove (?:me|us)) (?:so |very |really |super |a bit |pretty |extremely |totally |just )?(?:annoying|frustrating|painful|confusing|crazy|insane|ridiculous|stupid|a (?:pain|nightmare|mess|shame|relief)|great|nice|cool|awesome|sad|nuts|mad)\b[^,.;]{0,30}(?=[,.;]|$)|\s*[!…]{1,5}(?=\s|$)|\s+(?::\)|:\(|:D|;\)|:P|xD|<3)(?=\s|$)|,?\s+(?:sigh|ugh|lol|lmao|rofl|haha+|smh|ffs|tbh|xd)(?=\s*[.!?]*$)|\p{Extended_Pictographic}\ufe0f?/giu;

/** The sentence without words that open it and carry nothing. */
export function withoutOpeners(sentence: string): string {
  let shown = sentence.trim();
  for (let rounds = 0; rounds < 8; rounds++) {
    const before = shown;
    for (const opener of OPENERS) shown = shown.replace(opener, '');
    if (shown === before) break;
  }
  return shown;
}

export const withoutFillers = (sentence: string): string =>
  sentence
    .replace(ASIDE, (aside) => (/[!…]/.test(aside) && !/[a-z]/i.test(aside) ? '.' : ''))
    .replace(JUDGING, '')
    .replace(EMPTY, '')
    .replace(/\s+([,.;])/g, '$1')
    .replace(/\.{2,}/g, '.')
    .replace(/ {2,}/g, ' ')
    .trim();

/** Whether a part of a sentence says nothing but a feeling, a time that was spent, or a politeness. Ask only of parts that say nothing technical, too. */
export const isSmallTalk = (clause: string): boolean =>
  FEELING.test(clause) || TIME_SPENT.test(clause) || POLITE.test(clause.trim());
/** Whether a clause says how long something took, and of that only what it was about. */
export const isSpentAlone = (clause: string): boolean =>
  /^(?:(?:I|we|\ue002)(?:['’]ve| have| had)? )?(?:just |only |really |literally )?(?:spent|wasted|lost|burned) /i.test(
    clause,
  ) &&
  TIME_SPENT.test(clause) &&
  !LOST_DATA.test(clause);
export const isTimeSpent = (clause: string): boolean => TIME_SPENT.test(clause) && !LOST_DATA.test(clause);
export const isFeeling = (clause: string): boolean => FEELING.test(clause);
