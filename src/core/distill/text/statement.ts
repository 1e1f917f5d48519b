/** A sentence of a person as a factual statement: the clauses that carry something, impersonal. */
import { isForeign } from '../language.js';
import { isPreference, isStyle } from '../noise-gate.js';
import { PERSON } from '../placeholders.js';
import { technicalPoints } from '../technical-score.js';
import { capital, impersonal, withoutFrames } from './impersonal-sentence.js';
import { isPersonalStatus } from './personal-status.js';
import { isPrivate } from './private-life.js';
import { isReason } from './reason.js';
import { type Clause, clausesOf, joinClauses } from './sentences.js';
import { HUMAN, isLead, isSmallTalk, withoutEmphasis, withoutOpeners, withoutStory } from './small-talk.js';

/** UTF-16 units; more is no sentence that a person wrote. */
const LONGEST_SENTENCE = 2_000;

const ASKED_WHETHER = new RegExp(
  `^${HUMAN} (?:ask(?:ed|s)|wonder(?:ed|s)|wanted to know)(?: [\\w\\ue002]+){0,4}? (?:whether|if)\\b`,
  'iu',
);
const QUESTION =
  /\?\s*$|^(?:can|could|would|will|do|does|did|is|are|was|were|should|shall|why|how|what|when|where|who|which|any(?:one|body)? know)\b[^.]*\?/i;
/** What is asked to be done once. */
const TASK =
  /^(?:the user (?:asked|wants|wanted|asks) (?:me |us )?to\s+|please\s+|can you\s+|could you\s+|now\s+|then\s+|also\s+|just\s+|next,?\s+|ok(?:ay)?,?\s+|(?:and )?while you(?:['’]re| are) (?:at it|there),?\s+|(?:yes|yeah|yep|cool|great|thanks|nice)[\s,!.]+|maybe\s+(?=ask|check|look|try)|i need you to\s+|i want you to\s+|i['’]d like you to\s+|help me\s+)*(?:fix|add|create|write|implement|refactor|make|delete|remove|look|check|show|explain|update|change|rename|run|try|generate|find|search|open|read|review|test|debug|investigate|help|give|tell|list|continue|commit|push|rewrite|improve|clean|optimi[sz]e|convert|translate|summari[sz]e|draft|build|set up|setup|install|let me|lemme|let['’]?s (?:start|begin|continue|pair|talk|meet|see|wait|discuss|sync|go)|do (?=(?:an?|the|this|that|it|them|both|another|one)\b)|ask|go ahead|start|finish|think|describe|compare|merge|rebase|revert|move|remind|extract|split|format|document|bump|deploy|restart|undo|redo|implement|simplify|replace|apply|proceed|leave|double-check)\b(?!:)(?! (?:freezes?|doubles|cases|suites?|messages?|names?|titles?|bodies|scripts?|files?|is|are|was|were|has|had|fails?|failed|must|should|takes?|runs?|needs?|of|goes|went|uses|comes|gets|stays|moves|works|returns|hits|lives|becomes)\b)(?! [a-z]+s (?:ran|went|lost|got|took|broke|hung|kept|came|\w+ed (?!by\b|as\b|in\b)|are|were|must|should|need|have|had|fail|take|run|can|cannot|never|always)\b)/i;
const LASTING =
  /\b(?:always|never|instead of|rather than|instead|every time|whenever|from now on|in future|going forward|by default|(?:before|after) (?:every|each|any|you|\w+ing\b)|when (?:the|an?|you|it|they|these|those)\b|unless|in case|because|since|or (?:else|it)|otherwise|no \S+ in (?:this|the|our) (?:repo|repository|project|codebase|code)|if you (?:want|need)|where (?:I|we|the team|they) (?:track|keep|store|put|document|log|report)|only|not \S+|must|first|alone|untouched|until (?:I|we) (?:say|ask|tell|approve))\b/i;
/** What an agent did wrong just now, and what it is to do about it at once. */
const NOW =
  /^I (?:only |just )?asked (?:you )?(?:for|to)\b|^(?:that['’]?s not what (?:I|we) (?:asked|said|meant|want|told)|that is not what (?:I|we)|you(?:['’]?re| are) (?:using|doing|still|again|mixing|confusing|overcomplicating|wrong|about to)\b|stop guessing\b|you(?:['’]ve| have)? (?:all )?(?:just |also |again )?(?:forgot|forget|keep|kept|broke|did|wrote|made|cast|put|mix|confuse|ignore|(?!need|feed|embed|proceed)\w+ed)\b|(?:wrong|bad) [\w ]{1,30}[!.]*$|your [\w ]{1,40} (?:is|are|was|were) (?:way |far |much |still )?(?:too|wrong|bad|off|broken)\b)/i;
const AT_ONCE =
  /^(?:never ?mind\b(?!:)|(?:put|bring|take|turn|change|give) (?:it|that|this|them) (?:back|out|off|on)\b)/i;
/** A request to remember something states it. */
const TO_REMEMBER =
  /^(?:please,? )?(?:can|could|would|will) you (?:please )?(?:remember|keep in mind|note(?: down)?|memori[sz]e)(?: (?:that|this)\b:?|:)?\s+([^?]{10,})\?\s*$/i;
/** A wish that is put as a question. */
const ASKED_NICELY =
  /^(?:(?:can|could|would|will) you (?:please )?(?=(?:stop|never|always|avoid|not|only|leave (?=[^?.]* (?:alone|untouched|as (?:is|it is|they are))\b))\b)|would you mind (?=not\b))([^?]{8,}?)[?.!]*\s*$/i;
const AGREED = /, (?:ok(?:ay)?|right|yeah|deal|agreed|alright|fine|please)\?\s*$/i;
/** What is asked for each time from now on. */
const NEXT_TIME =
  /^(?:[^,.;:]{1,20}, )?(?:(?:ok(?:ay)?|but|and|please|so|no|hey)[,\s]+)*(?:from now on|going forward|in (?:the )?future|next time),?\s+(?:please )?(?=(?:run|write|add|check|look|read|test|review|build|open|ask|show|explain|start|update|document|format|commit|push|rebase|search|find|tell|make|create|put|use|keep)\b)/i;
/** "We decided, after talking to Anna, that …" */
const TALK_ASIDE =
  /(?:,? (?:after|by|while|when) (?:talking|speaking|a (?:talk|call|chat)|discussing (?:it|this)|discussions?|checking|a discussion) (?:to|with)|(?<=\b(?:agreed|decided|settled|discussed)) with) \ue002(?:(?:,| and|, and) \ue002)*(?: (?:from|on|in|of|at) (?:the )?[\w-]+(?: (?:team|department|group|squad))?)?(?: for (?:an?|a few|several|\d+|two|three|four|five|half an?) (?:hours?|minutes?|days?|weeks?|while|bit))?,?(?= )/gi;

/** Clauses that only say who is asked, responsible or reached: without the name nothing is left. */
const ABOUT_A_PERSON: readonly RegExp[] = [
  /^(?:(?:and|or|but|so) )?(?:please |just |as a fallback )?(?:contact|ping|ask|e-?mail|mail|call|write|message|text|tell|thank)\b.{0,40}\ue002/i,
  /^(?:(?:and|or|but|so) )?(?:please |just )?(?:ping|call|text|page|phone|message) me\b/i,
  /^(?:(?:the|our|my) )?(?:on[- ]?call|owner|maintainer|contact|lead|manager|boss|reviewer|admin)(?: [\w-]+)? (?:is|was) \ue002(?: (?:in|on|until|since) [\w -]*)?$/i,
  /^(?:(?:and|but|so) )?(?:my|our|his|her|their|the) (?:[\w-]+ )?(?:e-?mail|phone|mobile|cell|number|address|handle|slack|nick|iban|(?:bank )?account|card|passport|ssn)(?: \w+)? is \ue002/i,
  /^(?:(?:and|but|so) )?(?:\ue002 (?:is|was)|I['’]?m|I am) (?:still |now |currently )?(?:stuck (?:on|with)|working on|busy with|blocked (?:by|on)|on (?:it|this|that|the \w+))\b/i,
  /^(?:(?:and|but|so) )?\ue002 is (?:still )?(?:the|your) (?:one|person|man|woman|guy|contact|expert|go-to(?: person)?)(?: (?:to (?:ask|ping|contact|talk to)|for|if|when|on)\b.*)?$/i,
  /^(?:(?:and|but|so) )?you can (?:call|reach|mail|ping) (?:me|us|\ue002)\b/i,
];
/** Where the reader is to look for a proof. */
const LOOK =
  /^(?:just |please |go )?(?:look at|have a look at|take a look at|check out|look (?:it|this|that) up|see for yourself)(?!.*\b(?:first|before|instead|always|every|each|when|if)\b)(?: [^,.;:\ue000]{1,40})?$/i;
/** Who is on call, before what else is stated. */
const ON_CALL =
  /^(?:(?:the|our) )?(?:on[- ]?call|owner|maintainer|contact|lead)(?: [\w-]+)? (?:is|was) \ue002(?: ?\(\ue002\))?, (?:and |but )?/i;
const SHOWS =
  /^(?:meeting|stand-?up|retro|call|sync) (?:notes|minutes)\b[^,.;]{0,40}$|^(?:seen|found|got|saw|taken|copied|straight|fresh|from) (?:this |it |these )?(?:in|on|from|out of) (?:the |our |my )?(?:[\w-]+ )?(?:logs?|console|terminal|output)(?: (?:of|on|from) [^,.;:]{1,60})?:?$|^here(?:['’]s| is| are) (?:the|my|our|an?|some|what) [^,.;]{1,60}$|^what an? (?:\w+ ){0,3}\w+[.!]*$/i;
/** A label before a colon that names no cause, decision or the like. */
const EMPTY_LABEL =
  /^(?:(?:the|a|an|one|some|my|our|quick|small|short|good|bad|sad|great|big|final|last|another|other|more|just|side) )*(?:news|update|thing|note|question|reminder|story|heads[- ]up|announcement|recap|status|context|background|finding|learning|lesson|result|outcome|upshot|conclusion|edit|ps|p\.s|fyi|psa|folks|guys|team|all)(?: (?:folks|everyone|all|team|guys|for (?:today|now|all)|from my side))?$/i;

/** A label that names a cause, a rule and the like, or a thing. */
const TELLING_LABEL =
  /\b(?:causes?|reasons?|fix(?:es)?|solutions?|deci\w+|problems?|issues?|symptoms?|workarounds?|rules?|conventions?|gotchas?|caveats?|plan|proposal|requirements?|agreed|agreement|settled|approved|final|next steps?|goals?)\b|^no (?!worries|problem|idea|luck|way|kidding|thanks)\S|\b(?:unanimous\w*|consensus|verdict|vote)\b|^(?:the|our|my|their|why|how|what|where|when|if|all|each|every|in|for|on|from)\b/i;
/** A first clause that says how people feel about the "but" which follows. */
const BEFORE_BUT =
  /^(?!.*\b(?:must|never|always|only|should)\b)(?:this|that|it|I|we|you|he|she|\ue002|don['’]t|not|no|sounds?|looks?|feels?)\b/i;

const saysNothing = (clause: string): boolean =>
  technicalPoints(clause) === 0 && !/(?<![\d:-])\d+(?![\d:-]| ?[ap]m\b)/.test(clause);

/** @param next what joins the clause that follows, and how that begins */
function isNoise(clause: string, next: string): boolean {
  if (/^(?:and|but|so|then|which|because)?\s*$/i.test(clause)) return true;
  if (
    next.startsWith(':') &&
    saysNothing(clause) &&
    clause.split(/\s+/).length < 6 &&
    !TELLING_LABEL.test(clause) &&
    !isPreference(clause)
  )
    return true;
  if (next.startsWith(':') && EMPTY_LABEL.test(clause)) return true;
  if (/^[,;\s]*but\b/i.test(next) && saysNothing(clause) && (BEFORE_BUT.test(clause) || clause.split(/\s+/).length < 3))
    return true;
  const plain = clause.replace(/^(?:and|but|so)\s+/i, '');
  if (NOW.test(plain) || (isPersonalStatus(plain) && !isPreference(plain))) return true;
  if (isForeign(clause) || isPrivate(clause) || SHOWS.test(clause) || LOOK.test(clause)) return true;
  if (ABOUT_A_PERSON.some((sign) => sign.test(clause))) return true;
  return !isPreference(clause) && isSmallTalk(clause) && isSmallTalk(withoutFrames(clause));
}

const JOINED = /^((?:and|but|so|then|which|because|since|while|although|though|yet|plus|or|as|hence)\s+)(.*)$/is;

/** The clause without openers and story. Within a sentence the word that joins it stays. */
function reduced({ joiner, text }: Clause): string {
  if (joiner === '') return withoutStory(withoutOpeners(text));
  const own = JOINED.exec(text);
  if (own) return `${own[1] ?? ''}${withoutStory(own[2] ?? '')}`;
  return /^[;:—–-]/.test(joiner.trim()) ? withoutStory(withoutOpeners(text)) : withoutStory(text);
}

/** The clause, or what follows its first comma where it says nothing up to there: "super annoyed by the CI, cache restore takes …". */
const withoutNoise = (clause: Clause, next: string): Clause[] => {
  if (!isNoise(clause.text, next)) return [clause];
  const rest = /^[^,]{2,80},\s+(\S.*)$/s.exec(clause.text)?.[1];
  return rest === undefined || technicalPoints(rest) === 0
    ? []
    : withoutNoise({ ...clause, text: withoutStory(rest) }, next);
};

/** A lead that the rest depends on. */
const QUALIFIES =
  /^(?:if|when\w*|unless|while|until|once|since|because|as|in|on|for|with|without|under|after|before|during|at|from|to|by|per|inside|outside|only|never|always|no|not|do|don['’]t|every|each|all|instead|rather|decided|decision|agreed|unanimous\w*|consensus|verdict|planned|rule|reason|cause|convention)\b|\d{4}-\d\d/i;
/** Names that no list knows, and what people found out. */
const NAMES_A_THING = /\s\p{Lu}[\p{L}\d]|\b(?:that|why|how|whether|convinced|persuaded)\b/u;
/** At what time of a day. */
const CLOCK = /\b(?:at|around) (?:\d{1,2}(?::\d\d)? ?(?:am|pm)?|night|noon|midnight)(?![\w:])/gi;

/** The sentence from its first part on that says something technical, where those before only tell of people. */
function withoutLead(text: string): string {
  const [, lead = '', rest = ''] = /^([^,:;()\ue000]{3,90}?)(?:[,:;]|\s+[–—-])\s+(\S.*)$/s.exec(text) ?? [];
  if (lead === '' || QUALIFIES.test(lead) || NAMES_A_THING.test(lead) || isPreference(lead)) return text;
  if (technicalPoints(lead) > 1 || technicalPoints(rest) === 0) return text;
  return isLead(lead.replace(CLOCK, '')) ? withoutLead(rest.replace(/^(?:and|but|so) (?:now )?/i, '')) : text;
}

/** "because …" after a question that is gone, and "which …" after a trace, stand for themselves. */
const standalone = (text: string): string =>
  text
    .replace(/^(?:it['’]?s |it is |that['’]?s |that is )?because\s+(?!of\b)(?=[^,]*$)/i, '')
    .replace(/^(?:it['’]?s|it is|that['’]?s|that is) (?=because of\b)/i, '')
    .replace(/^(?:which|that) is (?:why|because)\s+/i, '')
    .replace(/^which\s+(?=\w+s\b)/i, 'this ')
    .replace(/^(?:so )?(?:is|are|was|were) (the [^,:;]{2,60}): /i, '$1: ');

/** "I am tired, new to Git": what is new to the user has him as its subject, also when what came before is gone. */
const withSubject = (text: string, sentence: string): string =>
  /^(?:new to|unfamiliar with)\b/i.test(text) && /\bI(?:['’]m| am)\b/.test(sentence)
    ? `I am ${text.charAt(0).toLowerCase()}${text.slice(1)}`
    : text;

const ACRONYM =
  /^(?:ci|cd|db|ui|ux|url|sql|http|https|ssh|ssl|tls|dns|cpu|gpu|css|html|json|yaml|xml|aws|gcp|jwt|vm|os|sdk|cli|qa|api|orm|cdn|vpn)(?=[\s,:;'’]|$)/i;
const SPEAKER = /\bthe (?:user|project)\b/gi;

function tidy(text: string): string {
  const plain = text
    .replace(/\s+([,.;:])(?![\w:])/g, '$1')
    .replace(/[,;:\s—–-]+$/u, '')
    .replace(/[!?.…]+$/u, '')
    .replace(/^(The project\b.{1,120}?) in (?:this|our|the) (?:project|repo|repository|codebase)\b/, '$1')
    .replace(/^\(([^()]+)\)$/, '$1')
    .replace(/^please,? |,? please(?: please)*(?=[\s.,;!)]|$),?/gi, '')
    .replace(/,? (?:anyways?(?=[.,;!]|$)|again(?=[.!]*$))/i, '')
    .trim();
  if (plain === '') return '';
  return `${plain.startsWith('\ue000') ? plain : capital(plain.replace(ACRONYM, (word) => word.toUpperCase()))}.`;
}

/** Whether a sentence asks something, or has something done once. */
export function isRequest(sentence: string): boolean {
  const asked = wishOf(sentence);
  const plain = withoutOpeners(withoutEmphasis(asked));
  return (
    isTask(plain) ||
    AT_ONCE.test(plain) ||
    ASKED_WHETHER.test(plain) ||
    QUESTION.test(asked.trim()) ||
    QUESTION.test(plain)
  );
}

const isTask = (statement: string): boolean =>
  TASK.test(statement) &&
  !isStyle(statement) &&
  !LASTING.test(statement.replace(/\bso (?:that )?(?:it|the|they|this|\ue000)\b.*$/i, ''));

/** "Change the .proto files instead", "Don't update it", "everybody must clone again": after a rule or a fact they say what to do about it. */
const FORBIDS =
  /^(?:please )?(?:don['’]t|do not|never) (?!worry|bother|mind|forget|panic|ask|shoot|laugh|judge|blame|hate|kill|get me|thank)\p{Ll}+ \S/iu;
const FOR_ALL =
  /^(?:so )?(?:(?:every|no)(?:body|[ -]?one)|all of you|you all) (?:must|has to|have to|needs? to|should) \S/i;
const INSTEAD =
  /^(?:instead,? )?(?!now|then|also|please|just|can|could|let|go|ask|tell|show|explain|look|check)\p{Ll}+ \S/iu;
const MENDS =
  /^(?:ignore|treat|skip|drop|keep|pass|call|wrap|switch|disable|enable|turn|increase|raise|lower|reduce|retry|wait|close|reset|cast|round|escape|quote|sort|filter|strip|trim|cap|clamp|pin|mark|limit|stick|store|send|return|handle|catch|validate|put|set|use) \S+ \S/i;
const RULE = /(?:^|[.;:!?] |\b(?:but|and|so) )(?:please )?(?:don['’]t|do not|never|avoid|stop)\b/i;

/** What an instruction says that is one of the sentence before it.
 * @param before a sentence that states something
 * @param toAgent whether the agent is spoken to, who may be given a task */
export function instructionOf(sentence: string, before: string, toAgent: boolean): string | undefined {
  const plain = withoutOpeners(withoutEmphasis(sentence));
  if (sentence.includes('?') || sentence.includes(PERSON) || plain.length > 120 || isSmallTalk(plain)) return undefined;
  const follows =
    FORBIDS.test(plain) ||
    FOR_ALL.test(plain) ||
    ((RULE.test(before) || !toAgent) && (TASK.test(plain) || MENDS.test(plain)) && INSTEAD.test(plain));
  return follows ? tidy(impersonal(plain)) : undefined;
}

/** Whether a sentence tells of a private life, or of whom to ask. */
export const isPersonal = (sentence: string): boolean =>
  isPrivate(sentence) || ABOUT_A_PERSON.some((sign) => sign.test(sentence));

/** What a polite question wishes. */
const wishOf = (sentence: string): string =>
  withoutOpeners(sentence.replace(NEXT_TIME, 'always '))
    .replace(ON_CALL, '')
    .replace(TO_REMEMBER, '$1')
    .replace(
      ASKED_NICELY,
      (_all, wish: string) => `${wish.replace(/^not (?=\w+ing\b)/i, 'avoid ').replace(/^not /i, 'do not ')}.`,
    )
    .replace(AGREED, '.');

/** What a sentence states, with people marked in it and code as placeholders; undefined when it is no fact. */
export function statementOf(sentence: string): string | undefined {
  if (sentence.length > LONGEST_SENTENCE) return undefined;
  const plain = withoutOpeners(withoutEmphasis(wishOf(sentence).replace(TALK_ASIDE, '')));
  const clauses = clausesOf(withoutLead(withoutStory(plain)));
  const kept = clauses
    .map((clause) => ({ ...clause, text: reduced(clause) }))
    .flatMap((clause, at) =>
      isReason(clauses[at - 1]?.text ?? '', clause.joiner + clause.text)
        ? [clause]
        : withoutNoise(clause, `${clauses[at + 1]?.joiner ?? ''}${clauses[at + 1]?.text ?? ''}`),
    );
  if (kept.length === 0) return undefined;
  const joined = withoutStory(withoutOpeners(joinClauses(kept)));
  if (isTask(joined)) return undefined;
  const statement = tidy(impersonal(withSubject(standalone(joined), plain)));
  if (
    saysNothing(statement.replace(SPEAKER, '')) &&
    !isPreference(sentence) &&
    !/^(?:Decided|Proposed)\b/.test(statement)
  )
    return undefined;
  const least =
    isStyle(statement) ||
    /^(?:no|not|never|always|stop|do not|don['’]t|decided:)(?=\s)|^(?:use|prefer|avoid|see) \ue000/i.test(statement)
      ? 2
      : 3;
  return statement.split(/\s+/).length >= least ? statement : undefined;
}
