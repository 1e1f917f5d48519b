/** What is not worth distilling. */
import { isEnglish } from './language.js';
import { protectCode } from './placeholders.js';
import { technicalPoints } from './technical-score.js';
import { MOST_UNITS, trifle } from './trifle.js';

/** How a user works is worth keeping although no technical word is in it. */
const PREFERENCE =
  /\b(?:from now on|I (?:prefer|like(?! (?:it|this|that)\b)|dislike|always|never|usually|don['’]t (?:want|need you)|do not (?:want|need you)|want you|expect you|work|am a|am an|am colou?r[- ]?blind|am new to|come from|have \d+ years)|I(?:['’]m| am) the (?:[\w-]+ )?(?:manager|owner|designer|maintainer|analyst|tester|translator|accountant)|I['’]m (?:colou?r[- ]?blind|dyslexic|deaf|learning|used to|familiar with|coming from|an?(?! (?:complete |total )?(?:idiot|moron|fool)\b)|new to)|(?:we (?:always |only |never |do not |don['’]t )?)?use [a-z]+-[a-z]+|(?:please )?(?:always|never|stop|don['’]t|do not) (?:\w+ ){0,4}(?:answers?|explanations?|summar\w+|emojis?|comments?|names?|abbreviations?|apolog\w+|english|german|ask|assume|guess|explain)|use (?:the )?[\w-]+(?: [\w-]+){0,4} (?:instead of|rather than|not) [a-z]+|prefer \w+ (?:over|to) [a-z]+)\b|(?:^|[,.!:] )(?:(?:can|could|would|will) you )?(?:please )?(?:don['’]t|do not|never|always|avoid|prefer|stop) (?!worry|bother|mind|forget|know|think|understand|panic|ask|it\b|that\b|this\b|here\b|now\b|there\b|be\b)\w+ (?:[\w/-]+ )+\w+|(?:^|[.!:] )(?:prefer|avoid) (?!this\b|that\b|it\b|the\b)\w+ \w+(?=[.!,;]|$)|\bkeep (?:\w+ ){1,4}(?:short|brief|small|minimal|simple|concise|consistent|clean)\b|\bI(?:['’]d| would) rather (?:you|have|see)\b|\bone \w+ per \w+|\b(?:ask|wait|check|show)\b.{1,40}\bbefore you\b/i;

const WRITINGS =
  '(?:docs?|documentation|readmes?|guides?|tutorials?|comments?|docstrings?|commits?(?: messages?)?|changelogs?|release notes|answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|pull requests?|PRs?|messages?|strings|variables?|reports?|diffs?|patch(?:es)?|prose|code)';
const MANNER =
  '(?:in (?:plain |simple |British |American |proper )?(?:English|German|French|Spanish|Italian|Dutch|Polish|Japanese|Chinese|Portuguese)|(?:British|American|Oxford) \\w+|(?:too |very )?(?:short|brief|concise|terse|lowercase|imperative)|in (?:an? |one |two |three |\\d+ )?(?:sentences?|bullet points|bullets|tables?)|(?:at most|no more than|under|max(?:imum)?) (?:\\d+|one|two|three|four|five|ten)|(?:one|two|three|four|five|\\d+) (?:sentences?|lines|words|paragraphs|bullets)|not the whole \\w+|bullet points|(?:in the )?(?:present|past) tense|passive voice|(?:first|third) person|without (?:\\w+ )?(?:words|emojis?|jargon|prose)|one (?:\\w+ )?per \\w+)';
/** How texts are to be written, how long answers are to be, and what comes before a change. */
const STYLE = new RegExp(
  `\\b${WRITINGS}\\b[^.!?]{0,80}\\b${MANNER}\\b|\\b${MANNER}\\b[^.!?]{0,80}\\b${WRITINGS}\\b|\\b(?:less|fewer|more|no) \\w+(?: and (?:less|fewer|more|no) \\w+)? in (?:the |your )?${WRITINGS}\\b|\\b(?:keep|be|make|stay) (?:(?:it|them|that|this) )?(?:brief|short|concise|terse)\\b|\\b(?:small|smaller|tiny|short|shorter) (?:steps|commits|changes|PRs|diffs)\\b|\\bif you(?:['’]re| are) (?:unsure|not sure|in doubt)\\b|\\b(?:plan|diff|tests?) first\\b|\\b(?:with|in|for|before|after) (?:every|each|any) (?:change|commit|pull request|PR|release|reply|answer|feature|merge|push|fix)\\b|\\bone ${WRITINGS} per \\w+|\\b(?:short|shorter|brief|briefer|concise|terse|longer) ${WRITINGS}\\b|^(?:please )?(?:name|write|call|answer|reply|respond|speak|talk|document)\\b(?! (?:me )?an?\\b)[^.!?]{0,60} in (?:English|German|French|Spanish|Italian|Dutch|Polish)\\b|\\b(?:every|each) (?:answer|reply|response|commit|pull request|PR)\\b|\\bone \\w+ at a time\\b|\\bwait for (?:me|my)\\b|\\b(?:needs?|without) my (?:ok|okay|approval|permission)\\b|\\bskip the (?:intro|introduction|preamble|summary|pleasantries)\\b|\\b(?:straight )?to the point\\b|\\bask (?:me )?(?:first|instead)\\b|\\bat the end of (?:each|every|your) (?:reply|answer|response)\\b`,
  'i',
);
/** How things are written, without a word for what is written: "write SQL keywords in upper case", "no summaries at the end". */
const FORMAT =
  /\b(?:write|spell|name|type|format|keep|indent|quote|put|list|sort|order|group)\b (?!(?:the|this|that|it)\b)[^.!?]{1,60}?\b(?:in (?:all )?(?:upper|lower|title|sentence|camel|snake|kebab|pascal)[ -]?case|in (?:capitals|small letters|alphabetical order)|alphabetically|on (?:its|their) own lines?|on (?:separate|one) lines?|with (?:tabs|(?:two|four|2|4) spaces))\b|(?:^|[.!?,:] )(?:please )?(?:no|skip|drop|spare me|leave out) (?:more |the |those |any |your |long )?(?:summar(?:y|ies)|recaps?|emojis?|preambles?|intros?|introductions?|apolog(?:y|ies)|greetings?|disclaimers?|flattery|compliments?|filler|pleasantries|small talk|bullet points|walls? of text|explanations?|lectures?|closing (?:remarks|questions?))\b(?! (?:of|for|in) the )/i;

/** What a team decides is worth keeping whatever it is about. */
const DECIDED =
  /\b(?:we|the team) (?:have |had |just |finally |all |both |also )*(?:agreed|decided|settled on|opted)\b/i;

/** Whether a text says how answers, commits and documents are to be written. */
export const isStyle = (text: string): boolean => STYLE.test(text) || FORMAT.test(text);

/** Whether a text tells of the user or of how he wants to be worked with. */
export const isPreference = (text: string): boolean => PREFERENCE.test(text) || isStyle(text);

/** Why a text is left alone, as a sentence for people; undefined when it may hold a fact. */
export function noise(text: string, most: number = MOST_UNITS): string | undefined {
  const plain = text.trim();
  const small = trifle(plain, most);
  if (small !== undefined) return small;
  // Only a language model can tell what texts in other languages are about.
  return technicalPoints(protectCode(plain).text) === 0 &&
    !isPreference(plain) &&
    !DECIDED.test(plain) &&
    isEnglish(plain)
    ? 'It says nothing technical.'
    : undefined;
}
