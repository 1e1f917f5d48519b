/** Words around a fact that carry nothing: greetings, fillers, feelings, talks, time that was spent. They are taken out of a clause, or the clause says nothing else. */
import { technicalPoints } from '../technical-score.js';

/** People who speak, feel and decide. */
export const HUMAN =
  '(?:I|we|you|he|she|they|(?:some|every|no)(?:body|one)|people|folks|both|all of us|us|\\ue002(?:,? (?:from|on|in|of|at) (?:the )?[\\w-]+(?: (?:team|department|group|squad|support))?)?|(?:the |my |our |their |this |a |an )?(?:whole |entire |rest of the )?(?:[\\p{L}\\p{N}-]+ ){0,2}?(?:team|group|squad|committee|guild|others?|guys?|reviewers?|customer|client|boss|manager|(?:tech |team )?lead|architect|colleagues?|co-?workers?|teammates?|friend|vendor|consultant|contractor|developers?|devs?|engineers?|intern|person|CTO|DBA|SRE|PM|auditors?|support|legal|(?:people|folks|somebody|someone) (?:from|at|in) (?:the )?[\\p{L}\\p{N}-]+)(?: of (?:mine|ours))?(?: \\ue002)?(?: (?:from|at|in|on) (?:the )?[\\p{L}\\p{N}-]+(?: (?:team|support|department|group|squad))?)?)';
const VERY =
  '(?:(?:so|such|very|really|super|extremely|incredibly|totally|absolutely|completely|quite|a bit|a little|pretty|too|just|also|still|not|all|more than|kind of|kinda) )*';
/** Feelings that only people have: a pool can be exhausted, too, and a path happy. */
const HUMAN_FEELING =
  '(?:happy|glad|excited|sad|upset|tired|exhausted|worried|scared|afraid|stressed|proud|confused|surprised|amazed|shocked|grateful|thankful|nervous|anxious|hopeful|bored|overwhelmed|impressed|pleased|puzzled|baffled|stumped|angry|mad|moody|lonely|depressed|hungover|jet-?lagged|drowning|swamped|overloaded with work|sorry|sick|hungry|sleepy|burned out|skeptical|sceptical|terrible|awful|horrible|stupid|dumb|silly|relieved|annoyed|frustrated|embarrassed|ashamed|disappointed|thrilled|delighted|furious|fed up|grumpy|cranky|miserable|an idiot|a moron|so dumb|going (?:crazy|nuts|mad)|losing (?:my|our|his|her) mind|in (?:a )?(?:bad|good|great|foul) mood)';
/** Feelings whatever has them: no program annoys itself. */
const FEELING =
  /\b(?:frustrat\w+|annoying\w*|infuriat\w+|furious|thrilled|disappointing|grumpy|cranky|hangry|miserable|embarrassing|exhausting|depressing|nerve-?wracking|fed up|pain in the \w+|(?:pure |sheer )?torture|in my (?:head|brain)|idiot|moron|lol|lmao|haha|wtf|omg|ugh|(?:drove|drives?|driving|made|makes|making) (?:me|us|\ue002|everyone|everybody|him|her|them|the user) (?:\w+ )?(?:crazy|nuts|mad|insane|angry|sad|happy|laugh|cry)|what an? (?:day|night|mess|week|pain|nightmare|relief|shame|joy)|(?:so much|not) fun|can['’]t believe|my (?:fault|bad|mistake)|congrat\w*|kudos|well done|(?:good|great|nice|amazing|awesome|fantastic|excellent|incredible|brilliant) (?:job|work|catch|find|spot|point|question)|(?:die|died|dies|cry|weep) (?:a little|inside)|(?:my|our) (?:head|eyes|brain)s? (?:hurts?|bleed)|(?:big |huge |not an? )fan of|(?:wakes?|woke|paged) (?:me|us|\ue002|him|her|everyone)|(?:wakes?|woke) up (?:\w+ )?(?:me|us|\ue002)|(?:pulling|tearing) (?:my|our|his|her|their) hair|(?:banging|scratching) (?:my|our) head|feel(?:s|ing)? (?:much |so |a lot |way )?(?:good|great|bad|better)|fingers crossed|(?:love|loving|hate|hating|adore) (?:it|this|that|how|when|these|those)|(?:I|we|\ue002) (?:really |absolutely |just |still |so )*(?:love|hate|adore)s?|I was (?:wrong|mistaken|right)|(?:bitten|burned|burnt) by|shoot the messenger|rocket science|over the moon|on cloud nine|happy dance|(?:made|makes|making) (?:my|our) day|face-?palm\w*)(?![\p{L}\p{N}])/iu;
const BE =
  "(?:['’](?:m|re|s)|(?:am|is|are|was|were|be|been|got|gets?|feels?|felt|seem(?:s|ed)?|look(?:s|ed)?|became|become)(?: still)?)";
const FELT = new RegExp(
  `(?:^|[\\s,(])${HUMAN}(?:(?= ?['’])| )(?:(?:have|has|had) been|${BE}) ${VERY}${HUMAN_FEELING}(?![\\p{L}-])`,
  'iu',
);
/** For texts of which the people are not marked: see `factFaults`. */
const FELT_BY_USER = new RegExp(
  `\\b(?:the user|a colleague|the team) ${BE} ${VERY}${HUMAN_FEELING}(?![\\p{L}-])`,
  'iu',
);

const FEELING_ALONE = new RegExp(
  `^(?:(?:and|but) )?${VERY}${HUMAN_FEELING}(?: (?:about|with|that|to|at|by|for|of|from|after|since|because of|now|today|again|everyone|everybody|all|guys|folks|team)\\b.*)?$`,
  'iu',
);

export const isFeeling = (text: string): boolean =>
  FEELING.test(text) || FELT.test(text) || FELT_BY_USER.test(text) || FEELING_ALONE.test(text);

const DURATION =
  '(?:(?:about|around|like|over|almost|nearly|more than|at least|another|literally|only)\\s+)*(?:\\d{1,3}(?:\\.5)?|an?|one|two|three|four|five|six|half an?|a few|a couple of|several|many|countless|the (?:whole|entire|last|better part of an?)|a (?:whole|full)|all|most of the|the best part of an?|way too many|too many)\\s*(?:\\d{1,3}\\s+)?(?:more\\s+)?(?:hours?|hrs?|days?|minutes?|mins?|weeks?|afternoon|morning|evening|night|month|day|sprint)';
const SEARCH =
  '(?:debugging|digging|searching|trying|looking|investigating|chasing|hunting|fighting|struggling|wrestling|banging|staring|bisecting|head[- ]?scratching|trial and error|pain|work|poking around|googling|profiling|tracing|logging|reading|pulling|banging|scratching)';
const SPEND = `(?:${HUMAN}(?:['’]ve| have| had)? )?(?:just |only |really |literally )?(?:spent|wasted|lost|burned|burnt)`;
/** "lost 3 hours of events" is no time that a person spent. */
const LOST_DATA = new RegExp(`\\blost ${DURATION} of (?!${SEARCH}|my\\b|our\\b)\\p{L}`, 'iu');
const TIME_SPENT = new RegExp(
  `\\b(?:spent|spending|wasted|(?:lost|burned) ${DURATION}|took (?:me|us|him|her|them|forever|ages|(?:all|the whole) day)|took [^.;:]{1,40}\\b(?:coffees?|beers?|tears|nerves|tries|attempts|patience|swearing|rubber ducks?)|cost (?:me|us|him|her|them)(?! (?:about |around |over |almost )?[\\d$€£])|(?:kept|keeps) (?:me|us|\\ue002) up)\\b|^(?:${DURATION}) (?:of my life|later|gone|wasted|of ${SEARCH})`,
  'iu',
);
const TALK =
  '(?:been )?(?:(?:talk(?:ed|ing)?|chatt(?:ed|ing)|discuss(?:ed|ing)|argu(?:ed|ing)|debat(?:ed|ing)|brainstorm(?:ed|ing)|caught up|grabb(?:ed|ing) (?:an? )?(?:coffee|lunch|beer|tea|\\ue002|the)|went back and forth|jumped on|slept on it|looked into (?:it|this)|thought (?:it|this|about)|pair(?:ed|ing)?(?:-program\\w+)?|sat (?:down|together|with)|met(?: up)? with|met(?= (?:today|on \\d))|meeting with|spoke (?:to|with))|(?:(?:an?|the|long|quick|short|heated|endless|big) )+(?:meeting|call|chat|talk|discussion|debate|argument|thread)|had (?:an? |another |some )?(?:[\\w-]+ ){0,2}(?:meeting|call|chat|talk|discussion|coffee|lunch|sync|retro|standup|session|debate|argument|fight|workshop))(?![\\p{L}-])';
const DECIDE_OR_SAY =
  '(?:decid|agreed|chose|opted|settled|concluded|resolved|voted|went with|found|learned|learnt|said|says|mention|told|thinks?|suggest|propos|recommend|want|will|the |our |that )';

const TALKS =
  '(?:back and forth|debat\\w*|argu\\w*|discuss\\w*|talk\\w*|deliberat\\w*|consideration|meetings?|(?<!\\b(?:we|I|you|they|to|can|on|will)[ -])calls?|chats?|(?<=\\b(?:of|some|many|few|long|more|endless|\\d+) )(?:e-?mails|threads?)|workshops?|quarrels?|fights?|sessions?|votes?|coffees?|whiteboard\\w*|pros and cons|ping-?pong)';
const TALK_LEAD = new RegExp(`\\b${TALKS}\\b`, 'i');
/** Words of a reply that say nothing alone. */
const REPLY_WORDS =
  /^(?:(?:oh|ah|hm+|well|come|on|now|still|not|quite|really|seriously|wrong|again|once|more|one|time|please|no|yes|ok|okay|right|sure|fine|good|great|nice|that|this|it|is|was|so|just|almost|the|for|what|and|but|my|man|god|hey|look|listen|same|as|always|before|there|you|go|see|there|thing|things|start|last|first|point|all|a|I|repeat|thought|clear)(?:['’]s)?(?:\s+|$)){1,5}$/i;

/** Whether what comes before the first part of a sentence only replies, or tells of talks. */
export const isLead = (lead: string): boolean =>
  REPLY_WORDS.test(lead) ||
  (TALK_LEAD.test(lead) && technicalPoints(lead) < 2 && !BINDING.test(lead)) ||
  isSmallTalk(lead);

/** Prefixes of a clause before what it states. */
const STORIES: readonly RegExp[] = [
  new RegExp(
    `^${HUMAN} (?:asked|told|wants?|wanted|reminded) (?:me|us) to (?:note|remember|write down|pass on|tell you)(?: (?:down|on|you))?(?: that|:)\\s+`,
    'iu',
  ),
  /^tl;? ?dr\b[:,-]?\s+/i,
  // "I spent 3 hours debugging the leak and it turns out …"
  new RegExp(
    `^${SPEND} ${DURATION}(?: (?:together )?with \\ue002(?: and \\ue002)*)?(?: (?:on|in) \\d{4}[-\\d]*)? (?:on|${SEARCH}(?: (?:into|through|at|for|with|why|down))?) (?<topic>[^,:;]{1,80}?)(?: (?:together )?with \\ue002(?: and \\ue002)*)?(?: (?:on|in) (?:the week of )?\\d{4}[-\\d]*)?,? (?:and|but|until|before|only to) (?:then |finally |in the end )?(?:it (?:turns|turned) out|(?:${HUMAN} )?(?:find|found|saw|noticed|learned?|reali[sz]ed|discovered|see))(?: out)?(?: that)?,?\\s+`,
    'iu',
  ),
  new RegExp(
    `^${SPEND} ${DURATION}(?: (?:together )?with \\ue002(?: and \\ue002)*)?(?: (?:on|in) \\d{4}[-\\d]*)?(?: (?:on|in|debugging|fixing|chasing|investigating|fighting(?: with)?|hunting|bisecting|digging (?:into|through)|looking (?:into|at|for)|trying to (?:fix|debug|understand|find|figure out)|(?:figuring|finding) out))(?: down)?\\s+(?!this\\b|that\\b|it\\b)(?=[^,:;]+[,:;]|.* (?:because|which|until|since|when) |(?:that|why) )(?:that )?`,
    'iu',
  ),
  new RegExp(
    `^(?:(?:it|this) )?(?:took|cost)(?: (?:me|us|him|her|them|the team|\\ue002))? ${DURATION}(?: of ${SEARCH}[^,;]{0,60}?)? to (?:find|figure|see|reali[sz]e|notice|work|understand|discover|track)(?: out| down)?(?: that)?\\s+`,
    'iu',
  ),
  new RegExp(
    `^after (?:spending |wasting )?${DURATION}(?: (?:of|spent|on))?(?: (?:of )?${SEARCH}[^,;]{0,80}?)?(?:,|(?<!\\b(?:with|and)) (?=${HUMAN} )| (?=it turn))\\s*`,
    'iu',
  ),
  new RegExp(`^(?:it['’]?s|it has) been ${DURATION},? (?:and|but) (?:still |yet )?`, 'i'),
  /^after (?:a lot of|much|lots of|some|a bit of|hours of|days of|weeks of|long) [^,;]{1,60}?(?:,\s*|\s+(?=(?:I|we|they|the team) (?:\w+ )?(?:decid|agree|settle|chose|found|notice|reali|figur|conclud|went|switch|moved?\b|migrat|replac)))/i,
  /^(?:it |this |that )?(?:(?:all |finally |eventually )?turn(?:s|ed) out)(?: to be)?(?: that)?(?:,|:)?\s+/i,
  /^(?:the )?(?:takeaway|lesson|conclusion|bottom line|moral|upshot|short version|summary|result|outcome|tl;?dr)(?: (?:here|learned|of (?:this|that|it all)))?(?: is| was|:)\s*(?:that\s+)?/i,
  // "I was worried about the rollout but …", "Marco is annoyed because …"
  new RegExp(
    `^(?:${HUMAN}(?:(?= ?['’])| )${BE} )${VERY}${HUMAN_FEELING}(?: (?:about|with|at|by|of|for|over|on) (?<topic>[^,;:]{1,60}?))?(?:,? (?:that|because|since|as|but|to (?:see|learn|find|hear|say|report|announce)(?: out)?(?: that)?)|:)\\s+(?=\\S)`,
    'iu',
  ),
  new RegExp(
    `^(?:(?:this|that|it) (?:is|was|has been|drove (?:me|us) (?:crazy|nuts|mad))|it['’]s|what)(?: such)?(?: an?)? ?${VERY}(?:[\\p{L}-]+ ){0,2}?(?:nightmare|mess|pain|shame|disaster|relief|fun|annoying|frustrating|painful|crazy|nuts|insane|ridiculous|awful|terrible|horrible|embarrassing|day|week)(?: to \\p{L}+)?,? (?:but|and|because|since|so|that) `,
    'iu',
  ),
  // "Talked to the team for an hour and decided to …"
  new RegExp(
    `^(?:${HUMAN}(?:,? and ${HUMAN})? )?(?:have |had |['’]ve )?(?:just |also |already |finally )?${TALK}[^,;:]*?,? (?:and|but|then|where|until)(?: then| finally| eventually)? (?=(?:${HUMAN} )?(?:have |had |both |all |finally )?${DECIDE_OR_SAY})`,
    'iu',
  ),
  /^(?:thanks to|with (?:the )?help (?:from|of)|together with|kudos to|props to|shout-?out to|hat tip to|credits? to) \ue002(?:[^,:]{0,40}[,:]\s*(?:(?:he|she|they|who) (?:found|noticed|discovered|figured)(?: out)? that )?|\s+(?=we|I|the|it)\b)/iu,
  // "After discussing it with the team, …", "Per the suggestion of a colleague, …"
  /^(?:after|following|per|as per|based on) (?:(?:the|our|an?|my|some|long|short|\ue002['’]s) )*(?:discuss\p{L}*|talk\p{L}*|speaking|chat\p{L}*|check\p{L}*|consult\p{L}*|conversation|meeting|call|debate|suggestion|recommendation|idea|advice|input|request)(?![\p{L}-])[^,\ue000]{0,50}?(?:,\s*|\s(?=(?:I|we|they|it|the)\b(?![^,]{0,50},)))/iu,
  // "Long thread with the team, outcome is …", "With a lot of help from …"
  /^(?:an? |the |our )?(?:long|short|quick|heated|endless|big)? ?(?:\p{L}+ )?(?:thread|discussion|meeting|call|chat|debate|talk|argument|back and forth)s? (?:with|about|between) [^,;:]*[,;:]\s*(?:and |but )?/iu,
  /^with (?:a lot of |some |great |the )?help (?:from|of) \ue002,?\s+/iu,
  // "Over lunch …", "After a two hour call with support …"
  /^(?:over|during|at|in|after) (?:an? |the |our |some )?(?:[\w-]+ ){0,3}?(?:lunch|coffee|dinner|beers?|standup|call|meeting|retro|sync|discussion|workshop|chat|debate|session)(?: (?:with|on|about) (?:(?!we\b|I\b|the team\b)[^,\s]+ ){1,5}?|,? )(?=(?:I|we|they|he|she|it|the)\b|\ue002)/iu,
  /^(?:what|all|something) (?:I|we)(?:['’]ve| have)? (?:just |recently |now )?learn(?:ed|t)(?: (?:today|about|from|with|on) [^,;:]{1,60})?:\s+/i,
  /^(?:so )?here['’]?s (?:the deal|the thing|how it works|what happened|the story|the situation)(?: (?:with|about|on) (?<topic>[^,;:]{1,60}))?:\s+/i,
  /^(?:I|we) (?:was|were) (?:certain|sure|convinced|positive|ready to bet)\b[^,:;]{0,80},? but (?:no|nope|wrong|not so)?[:,]?\s+/i,
  /^(?:I|we)(?:['’]ve| have)? (?:finally |just |now )*(?:understood|understand|figured|found|got) (?:it|this|that)\b[^:]{0,80}:\s+/i,
  /^(?:for )?(?:who|whoever|those who|anyone who|if you|in case you|if anyone|in case anyone) (?:ever |also )?wonders? (?:where|why|how|what) (?<topic>[^:]{1,80}):\s+/i,
  /^in the end,?\s+/i,
  // "Two meetings and a whiteboard later we agreed …"
  new RegExp(`^(?=[^,;:]*\\b${TALKS}\\b)[^,;:\\ue000]{3,60} later,?\\s+`, 'i'),
  new RegExp(
    `^after (?:trying|comparing|testing|evaluating|benchmarking|prototyping|playing with|looking at) (?:both|them(?: all)?|all(?: of them)?|each|it|the two)(?: for ${DURATION})?,?\\s+`,
    'iu',
  ),
  // "She got paged at 3am because …"
  new RegExp(
    `^(?:(?:${HUMAN}(?:,? and ${HUMAN})?|(?:the )?(?:on[- ]?call|(?:whole|entire) team|everyone))(?: on call)? |(?=got ))(?:(?:was|were|got|had been|has been) (?:paged|called(?: in)?|woken|dragged|pulled in)|(?:sat|were|was|stuck) in (?:a |the )?(?:war room|bridge call)|had to (?:come in|get up|log in|be woken))(?: up)?(?: (?:again|twice|(?:two|three|four|five|\\d+) times))?(?: (?:at|around|on|in|over|during|last|by|out of|from|until|till) [^,;]{1,40}?)?(?:[,;—–-]+|:(?!\\d)| because| since| as| when)\\s+`,
    'iu',
  ),
  // "After a long back and forth we decided …"
  new RegExp(
    `^(?:after|following|with) [^,;:\\ue000]{0,30}\\b${TALKS}\\b[^,;:\\ue000]{0,40}?,?\\s(?=${HUMAN} (?:\\w+ )?(?:decid|agreed|settled|chose|opted|conclud|went))`,
    'iu',
  ),
];

/** Words before a sentence that carry nothing. A comma tells "no, it does" from "no migrations run". */
const OPENERS: readonly RegExp[] = [
  /^never ?mind(?: (?:what|that) (?:I|we) (?:said|wrote|told you)(?: [\p{L}\d-]+){0,3}?)?\s*[,:;.!-]+\s*/iu,
  /^\ue002[,:]?\s+(?=(?:the|an?|our|your|please|this|these|those|it|we|don['’]t|do not|never|always)\b)/iu,
  /^(?:hi|hey|hello|hiya|yo|good (?:morning|afternoon|evening)|morning|dear)(?: (?:there|all|everyone|team|folks|guys|claude|again|\ue002|\p{L}+(?=[,!]))){0,2}\s*[,!.:]+\s*/iu,
  /^(?:thanks|thank you|thx|cheers|ty|kudos|props)(?: (?:so much|a lot|again|everyone|all|to \ue002|\ue002|for [^,.!]{1,60})){0,2}\s*[,!.:]+\s*/iu,
  /^(?:\*?sigh\*?|ugh+|argh+|oof|phew|wow|a+h+|oh+|h+m+|damn(?: it)?|dammit|wtf|omg|lol|haha+|ya+y|whew|gosh|god|jeez|man|dude|ok(?:ay)?|alright|right|well|yeah|yep|yes|yup|no+|nope|nah|sure|great|cool|nice|perfect|finally|sorry|fyi|btw|tl;?dr|til|heads[- ]up|(?:good|bad|great|sad|big) news(?:,? (?:folks|everyone|all|team))?|happy \p{L}+day|warning|important|attention|caution|update|(?:quick|small|short|one) (?:note|update|question|one|thing)(?: from [\p{L} ]{1,20})?|reminder|note|note to self|wait|hold on|scratch that|careful|beware|watch out|(?:oh,? |ah,? )?i see|whatever|same here|makes sense|got it|agreed|exactly)(?: (?:again|guys|folks|team|everyone|claude|a (?:second|sec|minute|moment)))?\s*(?:[,!.:…;]|-(?![\p{L}\p{N}]))+\s*/iu,
  /^(?:ugh+|gr+|argh+|oof|meh|omg|lol|haha+|sigh|h+m+|uhm?|um+|erm?|yay|nope|nah)[,.…!]*\s+(?=[\p{L}\ue000])/iu,
  /^(?:no|nope|nah|yes|hey|wait)(?:[ ,!]+(?:no|nope|nah|yes|wait))+\s*[,!.:;-]+\s*/i,
  new RegExp(
    `^(?:${HUMAN})(?:['’]s|['’]re| is| are| was| were) (?:absolutely |totally |so |quite )?(?:right|correct|welcome|wrong)(?: (?:again|there|here|about (?:it|this|that)))?\\s*[,.!:;-]+\\s*(?:(?:and|but) )?`,
    'iu',
  ),
  /^(?:(?:no|nope|nah),?\s+)?(?:that['’]?s|it['’]?s|this is|that is|it is) (?:wrong|incorrect|not (?:right|correct|true|it))(?: again)?\s*[,;.:!-]+\s*/i,
  /^(?:wrong|incorrect)(?: \w+)?\s*[,!.:;]+\s*/i,
  /^it['’]?s (?:not (?:a bug|wrong|a mistake)|a feature|intended|intentional|by design|on purpose)\s*[,:;]+\s*/i,
  /^(?:TIL|I swear(?: to god)?|I can(?:not|['’]t) stress (?:this )?enough)\b[,:]?\s+(?:that\s+)?/i,
  /^(?:so|and|but|then|also|anyway|anyways|plus|well|ok|okay|basically|honestly|actually|apparently|obviously|clearly|seriously|literally|finally|eventually|luckily|fortunately|unfortunately|sadly|surprisingly|interestingly|importantly|ultimately|essentially|ironically|weirdly|oddly|strangely|funnily|funnily enough|amusingly|annoyingly|frustratingly|thankfully|happily|regrettably|admittedly|embarrassingly|understandably|predictably|inevitably|curiously|bizarrely|shockingly|amazingly|worryingly|hopefully|again|still|now|just|btw|fyi|yeah|alright)\b[,:]?\s+(?=\S)/i,
  /^(?:to be (?:honest|fair|clear)|long story short|at the end of (?:the|an?) (?:\w+ )?(?:day|week|night)|by the way|for the record|for context|for reference|as (?:you|we|I|everyone) (?:all )?(?:know|knows|said|discussed|mentioned|saw|see|remember)|as (?:mentioned|discussed|said|expected|usual|promised|agreed|feared|always)|in case (?:it helps|you wonder)|believe it or not|no joke|this is (?:going to be |gonna be )?(?:a bit of )?an? (?:(?:long|small|little|bit of an?|quick) )?(?:ramble|rant|brain ?dump|wall of text|novel)|what a (?:day|mess|week|nightmare|pain)|fun fact|lesson learned(?: the hard way)?|the (?:hard way|(?:funny|best|worst|sad) part|irony)|(?:as|like) (?:I|we) (?:have )?(?:already )?(?:told|said|mentioned|explained|wrote)[^,;:]{0,40}(?=,)|the thing is|the point is|for the love of [\p{L} ]{1,12}|for (?:god|heaven|fuck|christ)['’]s sake)\s*[,:!.-]*\s*(?:that\s+)?/iu,
  /^(?:please )?(?:note|remember|be aware|keep in mind|bear in mind|mind you|(?:just )?so you know|don['’]t forget)\b,?:?\s*(?:that|to)?\s+/i,
  /^I(?:['’]ve| have)? (?:already )?(?:told|said|asked|mentioned)(?: you| this| that| so| it| before| already| twice| again| earlier)+\b[^,:;\ue000]{0,30}[,:;]\s*/i,
  /^(?:yes|yeah|yep|exactly|right|correct|perfect|great|good|almost|nearly|close|lovely|excellent|wonderful|awesome|(?:much |way |a lot )?better)(?:,? (?:yes|exactly|right|perfect|good|there|enough|please|better))*\s*[,.!:;]+\s*(?:but |and )?/i,
  /^(?:that|this|it)(?:['’]?s| is) (?:\w+ )?(?:better|perfect|great|good|lovely|it|right|correct|more like it)\s*[,.!:;]+\s*/i,
  /^(?:for|this is) the \w+ time(?: now| already)?\s*[,:.!]+\s*/i,
  /^(no|wrong|stop|nope|never)(?:[ ,!]+\1)+\b\s*[,!.:;-]+\s*/i,
  /^(?:(?:that|this|it)(?:['’]s| is) (?:exactly |just |precisely )?(?:how|what|the \w+) I (?:want|like|meant|need|prefer|wanted|asked|had in mind|expect|expected)(?: for)?(?: it| this| that| them)?(?: to be| done)?|keep (?:on )?(?:doing|going|it)(?: it)? like (?:this|that)|(?:more|just|exactly) like (?:this|that)|more of (?:this|that)|exactly what I (?:wanted|meant|had in mind|asked for))(?: please)?\s*[,.!:;-]+\s*/i,
  /^(?:now )?it(?:['’]s| is) (?:now )?clear(?: now)? that\s+/i,
  /^I (?:really )?(?:do not|don['’]t) like (?:this|that|it)[^,:;]{0,20}[,:;]\s+/i,
  /^how (?:many times|often)\b[^:,?]{0,40}[:,?]\s*/i,
  /^(?:don['’]t (?:hate|kill|blame|judge) me|don['’]t laugh|bear with me|no offen[cs]e|forgive me|credit where credit is due|don['’]t ask(?: me)?(?= (?:how|why)\b|[,;])|not gonna lie|no kidding|guess what|long story|you won['’]t believe|believe me|trust me|mark my words|for what it['’]s worth|good (?:thing|to know)|fair enough|true story)\b[^,;:.]{0,40}[,;:.]+\s*(?:but |and )?/i,
  /^I (?:really )?(?:hate|love) (?:it )?when [^,;.]{1,120}[,;]\s*(?:so )?(?=(?:please|stop|don['’]t|do not|never|always|use)\b)/i,
  /^(?:from now on|going forward|in (?:the )?future|for the future|next time(?! (?:you|we|I|it|the|an?|some\w+|any\w+)\b))\b[,:]?\s+/i,
  /^(?:(?:maybe|probably|sorry),? )?(?:an? )?(?:stupid|dumb|silly|naive|noob|quick) question,?(?: but)?\s+/i,
  /^(?:nobody|no one|no idea|I(?: have|['’]ve) no idea|I (?:do not|don['’]t) know) (?:knows |understands |noticed |gets )?(?:why|how|what|who)?\b[^,.;]{0,40}?,?\s+but\s+/i,
];

const SAD_OR_GLAD =
  /^(?:sad|sadly|finally|ugh|ouch|yay|nice|great|cool|hooray|damn|again|obviously|of course|sorry)[!.]*$/i;
const THANKS =
  /^(?:(?:many |big |huge )?thanks?|thank you|thx|cheers|sorry|props to|kudos to|congrat\w*|shout-?out to)\b/i;
/** "even X!", "who would have thought?", "don't ask" */
const EXCLAMATION =
  /^[^.;:]{1,60}[!?]+$|^(?:(?:yes|and|or|not),? )?(?:even|including|except) (?:\ue002|(?:the|my|our|your|all)? ?(?:boss|manager|CEO|CTO|CFO|intern|interns|skeptics|sceptics|usual suspects|haters|grumpy \w+))$|^(?:I know|don['’]t (?:ask|laugh|judge)|go figure|who knew|who would have (?:thought|guessed)|surprise|as (?:always|usual|ever)|of course|naturally|you guessed it|believe it or not|long story|no kidding|no joke|true story|hooray|my bad|my fault|what else|what a \w+|don['’]t get me started|you know who|yes,? really|yes,? again|not (?:again|my idea|my fault)|fun fact|told you so|I told you so|as expected|big surprise|no surprise)(?: (?:there|here|again|why|how|me|long|many|come))*$/iu;
const POLITE =
  /^(?:(?:many |big |huge )?thanks?(?! to (?!\ue002))|thank you|thx|cheers|sorry|welcome|props to|kudos to|congrat\w*|you['’]re welcome|no worries|no problem|sounds good|looks good|keep it up|keep up the|lgtm|good (?:morning|night|evening|luck)|bye|see you|talk (?:soon|later)|have a|let me know|(?:I )?can(?:no|['’])t thank|contact|reach out|ping|feel free|hope(?:fully)? (?:this|that|you|it)|any (?:ideas?|thoughts|questions)|what do you think|does that make sense|makes sense|got it|will do|happy to help|shout-?out to)\b/i;
/** "Marco and I looked at the flaky test": what came of it is told by what follows. */
const LOOKED = new RegExp(
  `^(?:me and )?${HUMAN}(?:,? and ${HUMAN})? (?:have |had |['’]ve )?(?:just |also |already |finally )?(?:(?:looked|stared|poked) (?:at|into|around in) (?:[^\\s,:;]+ ){0,5}[^\\s,:;]+|got (?:[^\\s,:;]+ ){1,5}back)$`,
  'iu',
);
const TALKED = new RegExp(
  `^(?:${HUMAN}(?:,? and ${HUMAN})? )?(?:have |had |['’]ve )?(?:just |also |already |finally )?${TALK}`,
  'iu',
);
const PAGED =
  /\b(?:was|were|got|been) (?:paged|woken|dragged out of)\b|\b(?:pagers?|phones?|alarms?) (?:went off|rang|buzzed|woke)\b|\bwoke up to\b|\balarm at\b|\bruined (?:my|our|his|her|the)\b|\bhad to (?:come in|get up)\b|\bgot no sleep\b/i;
/** Beside the work. */
const OFFICE_LIFE =
  /\b(?:coffee|lunch|cake|kitchen|weather|raining|train was|bus was|traffic jam|weekend|(?<!-)party|birthday|beers?|pizza|dentist|vacation|holidays?)\b/i;
const IT_WORKS =
  /^(?:it|that|this|everything|all)(?:['’]s| is| was)? (?:now )?(?:works?|worked|(?:compile|build|run)s?(?= (?:fine|again|now|ok(?:ay)?|through)\b|$)|good|fine|done|solved|fixed|gone|over|great|confirmed|ok(?:ay)?)\b(?!.*\b(?:but|except|because|only|unless|when|if|by)\b)/i;
/** What a clause may say of people that is a rule, a decision or a wish. */
const BINDING =
  /\b(?:decid|agree|chose|must|should|shall|never|always|only|need|require|prefer|want|instead|rather|allowed|forbidden|not to|cannot|can['’]t|do not|don['’]t|does not|doesn['’]t|no longer|plan|will|won['’]t|if|unless|until|ask|insist|demand|expect|\b(?:I|we) (?:use|maintain|develop|own|run|move|switch|migrate|rely|depend|host|ship|support|sell|serve|(?:am|are) (?:an?|on|new|colou?r)\b)|\bI['’]m (?:an?|on|new|colou?r)\b|\bI come from\b|\bI can (?:read|see|find|open|check|use|run)\b|\bI(?:['’]m| am) (?:learning|used to|familiar with|coming from)\b|\bI(?:['’]ve| have) (?:written|used|done|worked|built|maintained|programmed|coded)\b)/i;
/** Of whom it is said says nothing of the thing. */
const CULPRIT =
  /^whoever \p{L}+ (?:(?!\b(?:must|has|have|needs?|should)\b).)*\b(?:was|is|deserves|had)\b|^whoever \p{L}+ (?:this|that|it|the \S+)(?: \S+)?$/iu;
/** Hopes and wishes state nothing that is so. */
const HOPE =
  /^(?:(?:and|but|so) )?(?:I|we)(?:['’]m| am| are)? (?:really |just |only )?(?:hop(?:e|ing)|wish(?:ing)?|pray(?:ing)?)\b/i;
/** The same without its subject. */
const BY_NOBODY =
  /^(?:(?:and|but|so|then|just|have|had) )*(?:been|got|was|were|felt|woke|went|came|stayed|sat|need(?:ed)? to|had to|going to|trying to|wondering|wanted|thinking|hoping|hope|guess)\b/i;
const BY_A_HUMAN = new RegExp(`^(?:(?:and|but|so|then|while|until|also|maybe) )?${HUMAN}(?=['’\\s]|$)`, 'iu');
/** No date. */
const NUMBER = /(?<![\d-])\d+(?![\d-])/;
const REPLY = new RegExp(
  `^${HUMAN} (?:had )?(?:guessed|called|predicted|suspected|saw|knew|spotted) (?:it|this|that)(?: (?:right|coming|all along|immediately|at once|first|correctly))?(?: (?:from|since|at) (?:the )?(?:start|beginning|outset|once))?$|^${HUMAN} (?:was|were|is|confirmed|noticed|saw|knew|agrees?|agreed) (?:right|wrong|it|this|that|too|so)(?=$|[.,;!]| (?:too|with|as well|again)\\b)|^[^,:;.]{1,40} (?:was|were|is|are) (?:right|wrong|correct)$`,
  'iu',
);
const PRAISE =
  /^(?:the |this |that )?[\p{L}\p{N} -]{1,30} (?:is|are|looks?|was|were) (?:really |so |very |just |super )*(?:a pain|a nightmare|a mess|a joke|a mystery|a circus|another story|worth (?:it|the (?:pain|wait|effort|trouble))|fun|funny|hilarious|cursed|haunted|weird|wild|odd|bizarre|tricky|nasty|ugly|messy|painful|brutal|rough|tough|scary|sweet|neat|sad|annoying|stupid|silly|dumb|ridiculous|insane|crazy|great|nice|cool|awesome|perfect|amazing|beautiful|lovely|fantastic|terrible|awful|horrible)$|^(?:the |this |that |its? )?[\p{L}\p{N} -]{1,30} (?:could|might) (?:be|have been) (?:much |a lot |way )?(?:better|worse|nicer)$/iu;

/** The text without words at its start that carry nothing. */
export function withoutOpeners(text: string): string {
  let shown = text.trim().replace(/^(?:[*_][\p{L} ]+[*_]\s*)+/u, '');
  for (let rounds = 0; rounds < 8; rounds++) {
    const before = shown;
    for (const opener of OPENERS) shown = shown.replace(opener, '');
    if (shown === before) break;
  }
  return shown;
}

/** The clause without how its statement was come by. */
export function withoutStory(clause: string): string {
  let shown = clause;
  for (const story of STORIES) {
    const topic = story.exec(shown)?.groups?.['topic'] ?? '';
    shown = shown.replace(story, technicalPoints(topic) > 0 ? `${topic}: ` : '');
  }
  return shown === clause ? clause : withoutOpeners(shown);
}

/** Whether words in parentheses or between dashes carry nothing technical: thanks, feelings and exclamations. */
function isEmptyAside(aside: string): boolean {
  if (THANKS.test(aside)) return !/\ue000|\d{4}-\d\d/.test(aside);
  if (/[\d\ue000]/.test(aside)) return false;
  if (POLITE.test(aside)) return true;
  if (technicalPoints(aside) > 0) return false;
  return isFeeling(aside) || SAD_OR_GLAD.test(aside) || EXCLAMATION.test(aside.trim());
}

/** A text without those; before it is cut into sentences, which an exclamation mark in an aside would end. */
export const withoutEmptyAsides = (text: string): string =>
  text
    .replace(/\s*\(([^()]*)\)/g, (all, aside: string) => (isEmptyAside(aside) ? '' : all))
    .replace(/(?<=\S) +([—–]|-{1,2}) +([^().\n—–]{2,60}?) +\1 +(?=\S)/g, (all, _dash, aside: string) =>
      isEmptyAside(aside) ? ' ' : all,
    );

/** Beside a fact it says nothing. */
const LAUGHTER =
  /(?<=\S),?\s+(?:lo+l|lmao|rofl|(?:ha){2,}h?|he(?:he)+|ugh+|argh+|gr{2,}|me+h|phew|ya+y|h[ou]+rra+y|hooray|woo+(?:hoo+)?|smh|omg|wtf|tho)(?=[\s.,;:!?]|$)/gi;

/** "…, and now everything works like a charm" */
const WORKS_NOW =
  /,? and (?:now |it |everything |all of it )*(?:[\p{L}\p{N}]+ )?(?:works?|runs?|is) (?:now )?(?:like a (?:charm|dream)|great|perfectly|beautifully|happy)(?: (?:now|again))?(?=[.!,]|$)/giu;

/** The text with marks of punctuation in place of emphasis. */
export const withoutEmphasis = (text: string): string =>
  withoutEmptyAsides(text)
    .replace(LAUGHTER, '')
    .replace(WORKS_NOW, '')
    .replace(/\s*[!…]+(?=\s|$)/gu, '.')
    .replace(/\s+([,.;])/g, '$1')
    .replace(/\.{2,}/g, '.')
    .replace(/ {2,}/g, ' ')
    .trim();

/** Whether a clause says nothing but a feeling, a talk, a politeness or how long something took, or what people do beside software. */
export function isSmallTalk(text: string): boolean {
  const clause = text.replace(/[\s.,!?…]+$/u, '');
  const points = technicalPoints(clause);
  if (PAGED.test(clause) && points < 2) return true;
  if (HOPE.test(clause) || CULPRIT.test(clause)) return true;
  if (OFFICE_LIFE.test(clause) && points < 2 && !NUMBER.test(clause)) return true;
  if (isFeeling(clause) || POLITE.test(clause) || IT_WORKS.test(clause) || REPLY.test(clause) || PRAISE.test(clause))
    return true;
  if (TIME_SPENT.test(clause) && !LOST_DATA.test(clause) && (points < 2 || new RegExp(`^${SPEND} `, 'iu').test(clause)))
    return true;
  if (LOOKED.test(clause)) return true;
  if (TALKED.test(clause)) return !/\b(?:that|because|whether)\b/i.test(clause) && !BINDING.test(clause.slice(12));
  return (
    points === 0 &&
    !/^(?:and |but |so |then )?they\b/i.test(clause) &&
    !NUMBER.test(clause) &&
    (BY_A_HUMAN.test(clause) || BY_NOBODY.test(clause)) &&
    !BINDING.test(clause)
  );
}
