/** What stays of a sentence whatever its labels are: labels are learned, and what they take must change nothing that is said. */
import { isCourtesy } from '../courtesy.js';
import { isPreference, isStyle } from '../noise-gate.js';
import { isFirstName } from '../personal/people.js';
import { hasAcronym, isTechnicalWord, technicalPoints } from '../technical-score.js';
import { isReason } from '../text/reason.js';
import { isFeeling } from '../text/small-talk.js';
import { entryOf } from './tokens.js';

/** Whether words that carry nothing, by their labels, would take something technical with them. */
const isTelling = (text: string): boolean =>
  technicalPoints(text) > 1 || hasAcronym(text) || CODE_MARK.test(text) || NUMBERED.test(text);
/** Marks that stand in code rather than in what people say. */
const CODE_MARK = /[<>=/\\|_#$%&+~^{}[\]]/;
/** "ADR 17", "case 88231", and a number of things alone. */
const NUMBERED =
  /\b(?:case|ticket|issue|bug|build|room|port|tenant|line|page|section|table|step|rule) #?\d|\b\p{Lu}{2,}[ -]?\d|^\W*\d+ ?[\p{L}%]*\W*$|^\W*(?:(?:[Ii]t|[Tt]hat)(?:['’]s| is)|[Tt]hey(?:['’]re| are))(?: now)? \d[\w.]*(?: now)?\W*$/u;

/** Words about who tells it, how it felt, how long it took and where it was talked about. */
const TELLER =
  /(?<![\p{L}\p{N}])(?:I|we|my|our|me|us|myself|ourselves|you|your|he|she|him|her|his)(?![\p{L}\p{N}])|\ue002|\b(?:hours?|minutes?|mins?|ages|forever|eventually|afternoon|morning|evening|weekend|night|digging|searching|hunting|debugg\w*|struggl\w*|fight\w*|staring|scratching|research\w*|investigat\w*|discuss\w*|talk\w*|chat\w*|debat\w*|argu\w*|meetings?|stand-?up|retro|planning|call|sync|lunch|coffee|beers?|luck\w*|pain\w*|sigh|joy|fun|hell|sad\w*|happ(?:y|ily)|thank\w*|sorry|please|honest\w*|frank\w*|obvious\w*|apparent\w*|basic\w*|actual\w*|finally|turn(?:s|ed)? out|said|says|told|asked|thought|think|guess|hope|know|remember|understanding|surpris\w*|shock\w*|horror|dismay|relief|amazement|delight|annoyance|drama|swearing|tears|headaches?|espressos?|hand-?wringing|wonders|cares|heaven|posterity|proud)\b/iu;
/** What says when, where, under which condition or by what: without it the sentence says more, or something else. */
const QUALIFIER =
  /^[\s,;:(–—-]*(?:after|before|by|until|till|from|starting|beginning|since|during|while|if|when|whenever|unless|except|without|within|which|whose|where|only|instead|under|above|below|over|via|per|for|in|on|at|between|against|with|but|although|though|whereas|yet)\s|\bwhere\b|\b(?:except|unless|until|only|not|never|no|cannot|without|sometimes|usually|rarely|seldom|often|mostly|almost|nearly|hardly|always|every|each|most|some|at (?:most|least))\b|n['’]t\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:this|last|next) (?:week|month|quarter|year|sprint)\b|\d{4}-(?:\d\d|Q\d)|\byears? (?:of|in|with)\b|\b(?:lets?|allows?|enables?) it\b|\bmakes? (?:us|me|you|it)\b/i;
/** "lets us know": what something makes possible is no word about who tells it. */
const ENABLES = /\b(?:lets?|allows?|enables?) (?:us|me|you)\b/i;
export const isOfTeller = (text: string): boolean =>
  TELLER.test(text) || isFeeling(text.replace(/^[\s,;:(–—-]*(?:which|that) /i, 'It '));
const qualifies = (text: string): boolean => ENABLES.test(text) || (QUALIFIER.test(text) && !isOfTeller(text));

/** "we're freezing", whose object stays. */
const DOING = /\b(?:we|I)(?:['’](?:re|m)| are| am)(?: \w+ly| not| now| only)? (?<verb>\w+ing)\b[^,.;:!?]*$/i;
/** "we forgot about closing", "the team got": what follows is what was not closed, and what happened to the team. */
const LEADS_TO =
  /\b(?:about|by|without|stop(?:ped)?|keep|kept|avoid|forg[eo]t|remember(?:ed)?) (?<verb>\w+ing)\s*$|^(?!.*(?<![\p{L}])(?:I|me|my)(?![\p{L}])).*\bgot\s*$/iu;
/** What people do who only tell of something. */
const TELLING =
  /^(?:going|trying|working|looking|getting|having|being|wondering|thinking|talking|telling|saying|asking|hoping|guessing|seeing|noticing|wanting|waiting|dealing|struggling|fighting|feeling|assuming|wishing|digging|planning|considering|discussing)$/i;
const leadsTo = (run: string): boolean => {
  const found = LEADS_TO.exec(run);
  return found !== null && !TELLING.test(found.groups?.['verb'] ?? '');
};
/** "no retries" */
const NEGATES = /(?<![\p{L}\p{N}])(?:no|not|never|without|neither|nor|cannot)$|n['’]t$/iu;
/** "wasm-pack has to be" of "wasm-pack has to be called with …" */
const PASSIVE = /\p{L} (?:is|are|was|were|(?:must|should|can|may|might|will|has to|have to|needs? to) be)$/iu;
/** "The paper" of "the paper we implement is …" */
const HEAD_NOUN = /^(?:the|this|that|an?|my|our) (?!(?:other|same|last|first|whole|next) )[\p{L}-]+(?: [\p{L}-]+)?$/iu;
/** Whether a run of words ends within a word or a date, or has the verb or the negation of what follows it. */
const governs = (run: string, next: string): boolean =>
  (/^ ?[\p{L}\ue000]/u.test(next) && NEGATES.test(run)) ||
  (/^ (?:we|I|you|they)\b/.test(next) && HEAD_NOUN.test(run)) ||
  (/^ \p{L}+(?:ed|en|wn|lt|un)\b/u.test(next) && PASSIVE.test(run) && !isOfTeller(run)) ||
  (/[\p{L}\p{N}-]$/u.test(run) && /^[-\p{L}\p{N}]/u.test(next)) ||
  (/^ ?[\p{L}\ue000]/u.test(next) && leadsTo(run)) ||
  (/^ ?[\p{L}\ue000]/u.test(next) && !TELLING.test(DOING.exec(run)?.groups?.['verb'] ?? 'telling'));

/** Programs are replaced by programs, and do much else that people do not. */
const BY_A_PROGRAM =
  /\b(?:replaced|superseded|succeeded|backed|powered|served|generated|wrapped|parsed|rendered|cached|proxied|stored|indexed|scraped|bundled|built|compiled|hosted|managed|provided|handled|encrypted|signed|triggered) (?:by|with|in|on) $/i;

/** "Cut-over" is no name, nor is "Retry-After-Ms".
 * @param before the sentence up to the word */
export const mayBeName = (word: string, before: string): boolean =>
  /^\p{Lu}(?!.*-\p{Ll})(?!.*-.*-)/u.test(word) &&
  !word.split('-').some(isTechnicalWord) &&
  (isFirstName(word) ||
    (!BY_A_PROGRAM.test(before) &&
      !/\ue001 $/.test(before) &&
      /^(?:\?|.*(?:Name|Person)|Place|City|Country)$/.test(entryOf(word.toLowerCase()))));

/** "Whenever a change touches ten files": without what follows it is no statement. */
const CONDITION = /^(?:when(?:ever)?|if|before|after|while|once|unless|until|as soon as)\b[^,;]*$/i;
/** Whether a run is the clause that a condition waits for, or the reason of a rule; "we" is no teller there. */
const completes = (run: string, { before, next }: Beside): boolean =>
  !/[\p{L}\p{N}]/u.test(next) &&
  !isCourtesy(run) &&
  !isOfTeller(run.replace(/\bwe\b/i, 'it')) &&
  (CONDITION.test(before) || isReason(before.replace(/^.*[:;.] /, ''), run));

/** A sentence without the run. */
export interface Beside {
  readonly before: string;
  readonly next: string;
}

/** Whether the last word of a run joins what stays on both sides of it: "a backend engineer, but the user has never …". */
export const joinsClauses = (word: string, { before, next }: Beside): boolean =>
  /^(?:but|yet|though|although|whereas)$/i.test(word) &&
  /[\p{L}\p{N}\ue001]\W*$/u.test(before) &&
  /^\s*[\p{L}\ue000]/u.test(next);

/** What a person works as, by the ends of such words. */
const ROLE =
  '(?!(?:happy|huge|big|bit|little|matter|number|reminder|starter|disaster|failure)\\b)(?:[\\p{L}-]+ ){0,2}?(?:\\p{L}+(?:er|or|ist|yst|ian|ant)|nurse|student|resident|chef|novice|intern|professional|DBA|SRE|PM|team)(?![\\p{L}-])';
/** What the user is, and what is new to him: it says how things are to be explained. */
const OF_THE_USER = new RegExp(
  `(?:^|[,;:]|\\b(?:and|but|so|since|because|hi|hello|fyi|btw|hey|yes|no)\\b)\\W*(?:(?:I['’]m|I am|(?:we|I) work as|we['’]re|we are) an? ${ROLE}|as an? ${ROLE},?(?= I\\b)|(?:I['’]m|I am) (?:(?:red-green )?colou?r[- ]?blind|deaf|dyslexic|left-handed|hard of hearing)|(?:I['’]m|I am) on (?!(?:it|call|vacation|holiday|leave|my|the|an?|this|that|board|track|duty|top|fire|time)\\b)[\\p{L}\\ue000]|(?:I|we)(?:['’]ve| have) never (?:really |actually )?(?:used|touched|written|programmed|coded|learn(?:ed|t)|worked (?:with|in|on))\\b|(?:I['’]m|I am|we['’]re|we are) (?:(?:completely|still|quite|totally|rather|very|not|fairly|pretty) )*(?:new to|unfamiliar|fluent|inexperienced)\\b)`,
  'iu',
);
/** "new" of "new to TypeScript". */
const HEAD =
  /\b(?:new(?:comer)?|unfamiliar|familiar|used|fluent|inexperienced|experienced|trained|interested|specialized|specialised)(?: (?:to|with|in|at))?$/i;
const describesUser = (run: string, { next }: Beside): boolean =>
  (HEAD.test(run.trim()) && /^ ?[\p{L}\p{N}\ue000]/u.test(next)) ||
  (OF_THE_USER.test(`${run}${next}`.slice(0, run.length + 2)) && !isFeeling(run));

/** "It's a" of "It's a decimal". */
const IS_A = /^(?:it|that|this)(?:['’]s| is) (?:an?|the)$/i;

/** Whether a sentence that is labelled as noise from end to end says something all the same. */
export const saysSomethingWhole = (sentence: string): boolean =>
  isPreference(sentence) || MEASURED.test(sentence) || COMPLAINS.test(sentence);
/** "Sonar complained about missing blame info.": programs complain, too. */
const COMPLAINS =
  /^(?:the )?[\p{L}\p{N}\ue000\ue001.-]+ (?:complain(?:s|ed)|moan(?:s|ed)|chok(?:es|ed)) (?:about|on|that|with)\b/iu;
/** "Set to 50m now." */
const MEASURED =
  /^(?:(?:it|that|this)(?:['’]s| is)|they(?:['’]re| are))(?: now)? \d|\b(?:set|raised|lowered|increased|reduced|changed|limited|capped|dropped|bumped|cut|doubled|halved) (?:it |them )?(?:up |down )?(?:to|at|from) \d|^(?:(?:at (?:most|least)|under|over|below|up to|no more than|less than|max(?:imum)?\.?) \d|(?:\d+|one|two|three|four|five|ten) [\p{L} ]{2,20} (?:minimum|maximum|at most|at least|tops)\b)/iu;

/** "base, components, utilities" of a longer list. */
const LISTED = /^(?:, )?[\p{L}\p{N}-]+(?:, [\p{L}\p{N}-]+){2,}/u;
/** "(account deletion missing)" */
const ASIDE = /^\([\p{Ll}\p{N}][^()]{2,60}\)$/u;
/** What is counted: "lines" of "under 300 lines if you can". */
const COUNTED =
  /^ ?(?:ms|s|µs|[kMG]i?B|k?Hz|%|px|m?[VAW]|°C|mm|cm|km)(?![\p{L}])|^ ?(?!(?:times|hours?|days?|minutes?|years?)\b)\p{Ll}{3,}s\b/u;
/** "Don't mix them up" */
const PROHIBITION =
  /(?:don['’]t|do not|never) (?!worry|bother|mind|forget|panic|ask|shoot|laugh|judge|blame|hate|kill|get|know|think|understand|care|remember|like|want|see|have|need|feel|believe|trust|tell|let|say|stop|be|\w+ed\b)\p{Ll}{3,} (?!me\b|us\b)\S/iu;

/** Whether words that are labelled as noise say something all the same. */
export const saysSomething = (run: string, beside: Beside): boolean =>
  describesUser(run, beside) ||
  IS_A.test(run) ||
  isStyle(run) ||
  isTelling(run) ||
  (/(?<![-\d:])\d{1,9} ?$/.test(beside.before) && COUNTED.test(run)) ||
  PROHIBITION.test(run) ||
  (!isOfTeller(run) && (LISTED.test(run) || ASIDE.test(run))) ||
  qualifies(run) ||
  governs(run, beside.next) ||
  completes(run, beside);
