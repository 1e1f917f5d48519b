/** Distillation without a model: by rules, in English. */
import { isoDay } from '../absolute-date.js';
import { localDay, type Observation } from '../capture/observation.js';
import { maskSecrets } from '../secrets/secrets.js';
import { findContacts } from './contacts.js';
import { withDates } from './dates.js';
import { factFaults } from './faults.js';
import { isPreference, MOST_UNITS, noise } from './gate.js';
import { withoutHomes } from './homes.js';
import { typeOfFact } from './kind.js';
import { isEnglish, isForeign } from './language.js';
import { findPeople, replacing } from './people.js';
import type { Person } from './person.js';
import { isPrivate } from './private.js';
import { clausesOf, joinClauses, MOST_SENTENCES, sentencesOf } from './sentences.js';
import { shield, unshield } from './shield.js';
import {
  isFeeling,
  isSmallTalk,
  isSpentAlone,
  isTimeSpent,
  TOLD,
  withoutFillers,
  withoutOpeners,
} from './small-talk.js';
import { technicalPoints } from './technical.js';
import { spelt } from './typing.js';
import { capital, impersonal } from './voice.js';

export interface Fact {
  /** One to three impersonal sentences. */
  readonly text: string;
  readonly type: string;
}

export type Distilled =
  | { readonly status: 'facts'; readonly facts: readonly Fact[] }
  /** `reason` for people. */
  | { readonly status: 'nothing'; readonly reason: string };

const nothing = (reason: string): Distilled => ({ status: 'nothing', reason });

/** What remains of a text that somebody wrote. */
export function distillText(
  text: string,
  { at, locale }: Pick<Observation, 'at' | 'locale'>,
  most: number = MOST_UNITS,
): Distilled {
  const plain = text.trim();
  const reason = noise(plain, most);
  if (reason !== undefined) return nothing(reason);
  const day = localDay(at);
  if (day === undefined) return nothing('Its time cannot be read.');
  if (!isEnglish(plain)) return nothing('It is not in English: rules read English only, a language model reads more.');
  const { text: hidden, parts } = shield(
    withoutContacts(
      withoutHomes(withoutPasswords(maskSecrets(withoutVariables(plain.replace(FRAMES, '')))).replace(IS_MASKED, '')),
    ),
  );
  const dated = withDates(withFormer(spelt(hidden)), day, locale);
  const kept = strongest(sentencesOf(masked(dated.text, findPeople)).flatMap(factOf), MOST_SENTENCES).map((sentence) =>
    unshield(sentence, parts),
  );
  if (kept.length === 0) return nothing('No sentence of it states a fact.');
  const type = typeOfFact(kept.join(' '));
  const fact = withDate(kept.join(' '), type, dated.dates.find((date) => date <= isoDay(day)) ?? isoDay(day));
  const faults = factFaults(fact);
  return faults.length > 0
    ? nothing(`What is left of it ${faults.join(', ')}.`)
    : { status: 'facts', facts: [{ text: fact, type }] };
}

/** "You forgot to run codegen. Always run it after …": what "it" is stands in the sentence that is no fact. */
const withFormer = (text: string): string =>
  text
    .replace(AGAIN, '$2 in $1')
    .replace(
      /\byou forgot to (\w+) ([^.!?,;]{2,60}?)(?: again)?[.!,;]\s+(always|never) \1 (?:it|them)\b/gi,
      (_all, verb: string, what: string, how: string) => `${how} ${verb} ${what}`,
    );

/** "This is the third time you broke the barrel file; exports there must …" */
const AGAIN =
  /\bthis is the \w+ time (?:that )?you (?:broke|changed|touched|edited|messed up) (the [^.,;:!?]{2,40})[;,.:!]\s+([^.;!?]{2,60}?) there\b/gi;

/** A file of settings that was pasted: two variables or more in capitals, each on a line of its own. */
const VARIABLES = /(?:^[ \t]*(?:export )?[A-Z][A-Z\d_]{2,80}=.*(?:\r?\n|$)){2,}/gm;
const withoutVariables = (text: string): string => text.replace(VARIABLES, '\n\n');

/** That a password is what is masked says nothing. */
const IS_MASKED =
  /(?<=^|[.!?;,]\s|\band\s|\n)(?!(?:if|when|unless|once|while|because|since)\b)(?:[\w-]+ ){0,4}(?:password|passphrase|secret|token|key|pin)(?: (?:for|of|to|on|in) [\w ./-]{2,40}?)?(?: (?:is|was)|:| =) ?\[masked: [^\]\n]{1,60}\](?:[.!;]|,? and(?= (?:the|our|my|its?)\b)|\s*$)/gim;

/** Lines of a stack trace below its error. */
const FRAMES = /^[ \t]+at \S.*[):]\d*\)?[ \t]*$\n?|^[ \t]+File ".*", line \d+.*$\n?/gm;

/** What somebody is, beside a name. */
const ROLE =
  '(?:manager|boss|lead|colleague|coworker|teammate|friend|customer|client|architect|intern|designer|developer|engineer|tester|analyst|administrator|maintainer|contractor|consultant|director|founder|C[EFIOT]O|CISO|DBA|SRE|PM|VP)';
const WITH_ROLE = new RegExp(`\\b(${ROLE})(?: \\ue002|, \\ue002,(?= ))`, 'gi');
const WHOSE_ROLE = new RegExp(`\\ue002, ((?:our|my|the|an?) (?:[\\w-]+ )?${ROLE}),(?= )`, 'gi');
/** People as placeholders that rules can see. */
const masked = (text: string, find: (text: string) => Person[]): string =>
  replacing(text, find(text), () => '\ue002')
    .replace(WITH_ROLE, '$1')
    .replace(WHOSE_ROLE, '$1');

/** Told in words, as people do: too weak to look like a secret, and one all the same. */
const withoutPasswords = (text: string): string =>
  text.replace(
    /\b(password|passphrase|passcode)( is|:| =|=)? (?=[^\s.,;]*\d)(?![\d-]+(?: \w|-\w))([^\s.,;]{4,60})/gi,
    '$1$2 [masked: password]',
  );

/** Where an address is the name of an account, not somebody to write to. */
const ACCOUNT =
  /(?<!\b(?:my|our|his|her|their) (?:[\w-]+ )?(?:e-?mail|address|mail)(?: address)? )\b(?:is|are|as|named|called|account|login|user|username|with)\s+$/i;

const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]{1,400}`/g;

/** In code a handle is a decorator, and of an address its kind stays. */
function withoutContacts(text: string): string {
  const code = [...text.matchAll(CODE)].map(({ index, 0: span }) => ({ start: index, end: index + span.length }));
  return replacing(text, findContacts(text), ({ start, kind, text: shown }) =>
    code.some((span) => span.start < start && start < span.end)
      ? kind === 'handle'
        ? shown
        : `[${kind}]`
      : kind === 'e-mail address' && ACCOUNT.test(text.slice(0, start))
        ? `[${kind}]`
        : '\ue002',
  );
}

/** Not facts: questions, and what somebody is asked to do now. */
const QUESTION =
  /\?\s*$|^(?:can|could|would|will|do|does|did|is|are|was|were|should|shall|why|how|what|when|where|who|which|any(?:one|body)? know)\b[^.]*\?/i;
const TASK =
  /^(?:the user (?:asked|wants|wanted|asks) (?:me |us )?to\s+|please\s+|can you\s+|could you\s+|now\s+|then\s+|also\s+|next,?\s+|ok(?:ay)?,?\s+|i need you to\s+|i want you to\s+|help me\s+)*(?:fix|add|create|write|implement|refactor|make|delete|remove|look|check|show|explain|update|change|rename|run|try|generate|find|search|open|read|review|test|debug|investigate|help|give|tell|list|continue|commit|push|rewrite|improve|clean|optimi[sz]e|convert|translate|summari[sz]e|draft|build|set up|setup|install|let me|go ahead|start|finish|think|describe|compare|merge|rebase|revert|move|remind|extract|split|format|document|bump|deploy|restart|undo|redo)\b/i;
const LASTING =
  /\b(?:always|never|instead of|rather than|every time|whenever|from now on|in future|going forward|by default|before (?:every|each|any|you|committing|merging|pushing|deploying)|after (?:every|each|any)|because|since|or (?:else|it)|otherwise|only)\b/i;

/** What an agent did wrong just now, and what it is to do about it at once. */
const NOW =
  /^(?:that['’]?s not what (?:I|we) (?:asked|said|meant|want|told)|you(?:['’]?re| are) (?:using|doing|still|again|mixing|confusing|overcomplicating|wrong|about to)\b|stop guessing\b|you (?:forgot|keep|kept|broke|missed|messed|deleted|removed|ignored)\b|never ?mind\b|(?:put|bring|take|turn|change|give) (?:it|that|this|them) (?:back|out|off|on)\b)/i;
/** "We decided, after talking to Anna, that …" */
const ASIDE_ABOUT =
  /(?:,? (?:after|by|while|when) (?:talking|speaking|a (?:talk|call|chat)|discussing (?:it|this)|discussions?|checking|a discussion) (?:to|with)|(?<=\b(?:agreed|decided|settled|discussed)) with) \ue002(?:(?:,| and|, and) \ue002)*(?: (?:from|on|in|of|at) (?:the )?[\w-]+(?: (?:team|department|group|squad))?)?(?: for (?:an?|a few|several|\d+|two|three|four|five|half an?) (?:hours?|minutes?|days?|weeks?|while|bit))?,?(?= )/gi;

/** Who asks that something be remembered states it. */
const TO_REMEMBER =
  /^(?:please,? )?(?:can|could|would|will) you (?:please )?(?:remember|keep in mind|note(?: down)?|memori[sz]e)(?: (?:that|this)\b:?|:)?\s+([^?]{10,})\?\s*$/i;

/** What is asked for each time from now on. */
const NEXT_TIME =
  /^(?:(?:ok(?:ay)?|but|and|please|so)[,\s]+)*(?:from now on|going forward|in (?:the )?future|next time),?\s+(?:please )?(?=(?:run|write|add|check|look|read|test|review|build|open|ask|show|explain|start|update|document|format|commit|push|rebase|search|find|tell|make|create)\b)/i;

/** A sentence as a fact: none, or the one that remains of it. */
function factOf(sentence: string): string[] {
  const asked = withoutOpeners(sentence.replace(NEXT_TIME, 'always '))
    .replace(TO_REMEMBER, '$1')
    .replace(/, (?:ok(?:ay)?|right|yeah|deal|agreed|alright|fine)\?\s*$/i, '.');
  const plain = withoutOpeners(withoutFillers(asked.replace(ASIDE_ABOUT, '')));
  if (NOW.test(plain)) return [];
  if (QUESTION.test(asked.trim()) || QUESTION.test(plain)) return [];
  const told = withoutTold(plain);
  const kept = clausesOf(told)
    .map((clause) => ({ ...clause, text: withoutTold(withoutOpenersOf(clause.text, clause.joiner)) }))
    .filter(({ text }) => !isNoise(text));
  if (kept.length === 0) return [];
  const joined = joinClauses(
    kept.map((clause, at) => ({
      ...clause,
      text: at === 0 ? withoutTold(withoutOpeners(clause.text)) : rejoined(clause.joiner, clause.text),
    })),
  );
  if (TASK.test(joined) && !LASTING.test(joined.replace(/\bso (?:that )?(?:it|the|they|this|\ue000)\b.*$/i, '')))
    return [];
  const said = tidy(impersonal(whole(withoutOpeners(joined))));
  return (technicalPoints(withoutSpeaker(said)) > 0 || isPreference(sentence)) &&
    said.split(/\s+/).length >= (/^(?:no|not|never|always|stop|do not|don['’]t|decided:)(?=\s)/i.test(said) ? 2 : 3)
    ? [said]
    : [];
}

/** Who says it is no piece of software. */
const withoutSpeaker = (said: string): string => said.replace(/\bthe (?:user|project)\b/gi, '');

/** "because …" after a question that is gone, and "which …" after a trace, stand for themselves. */
const whole = (text: string): string =>
  text
    .replace(/^(?:it['’]?s |it is |that['’]?s |that is )?because\s+(?=[^,]*$)/i, '')
    .replace(/^which\s+(?=\w+s\b)/i, 'this ');

const withoutTold = (text: string): string => {
  let shown = text;
  for (const frame of TOLD) shown = shown.replace(frame, '');
  return shown === text ? text : withoutOpeners(shown);
};

/** Within a sentence "so" and "and" join; at its start they say nothing. */
const withoutOpenersOf = (text: string, joiner: string): string => (joiner === '' ? withoutOpeners(text) : text);

/** A clause that is rewritten keeps the word that joined it. */
function rejoined(joiner: string, text: string): string {
  if (/^(?:[;:—–-])/.test(joiner.trim())) return withoutTold(text);
  const own = /^((?:and|but|so|then|which|because|since|while|although|though|yet|plus|or)\s+)(.*)$/is.exec(text);
  if (!own) return text;
  return `${own[1] ?? ''}${withoutTold(own[2] ?? '')}`;
}

/** Whom to ask is no fact once the name is gone. */
const ASKS_A_PERSON = /^(?:please )?(?:contact|ping|ask|e-?mail|mail|call|write|message|text|tell)\b.{0,40}\ue002/i;

/** Who does something these days. */
const NAMES_A_PERSON =
  /^(?:(?:the|our|my) )?(?:on[- ]?call|owner|maintainer|contact|lead|manager|boss|reviewer|admin)(?: [\w-]+)? (?:is|was) \ue002(?: (?:in|on|until|since) [\w -]*)?$/i;

/** How somebody is reached. */
const REACHES_A_PERSON =
  /^(?:(?:and|but|so) )?(?:my|our|his|her|their|the) (?:[\w-]+ )?(?:e-?mail|phone|mobile|cell|number|address|handle|slack|nick|iban|(?:bank )?account|card|passport|ssn)(?: \w+)? is \ue002/i;

function isNoise(clause: string): boolean {
  if (
    REACHES_A_PERSON.test(clause) ||
    NAMES_A_PERSON.test(clause) ||
    isForeign(clause) ||
    isPrivate(clause) ||
    /^here(?:['’]s| is| are) (?:the|my|our|an?|some|what) [^,.;]{1,60}$/i.test(clause)
  )
    return true;
  if (/^(?:and|but|so|then|which|because)?\s*$/i.test(clause)) return true;
  if (
    ASKS_A_PERSON.test(clause) ||
    /^it works(?: (?:on|now|again|for)\b(?!.*\b(?:but|except|because|only|unless|when|if)\b).*)?$/i.test(clause)
  )
    return true;
  if (isPreference(clause)) return false;
  const points = technicalPoints(clause);
  if (isSpentAlone(clause) || (isTimeSpent(clause) && points < 2)) return true;
  if (isFeeling(clause)) return points < 3 || /\b(?:I|we|he|she|they|\ue002)\b/i.test(clause.slice(0, 30));
  return points === 0 && isSmallTalk(clause);
}

/** What a sentence that was typed small may begin with. */
const ACRONYM =
  /^(?:ci|cd|db|ui|ux|url|sql|http|https|ssh|ssl|tls|dns|cpu|gpu|css|html|json|yaml|xml|aws|gcp|jwt|vm|os|sdk|cli|qa|api|orm|cdn|vpn)(?=[\s,:;'’]|$)/i;
/** "The project wants tabs in this project" */
const TWICE = /^(The project\b.{1,120}?) in (?:this|our|the) (?:project|repo|repository|codebase)\b/;

const tidy = (text: string): string => {
  const plain = text
    .replace(/\s+([,.;:])/g, '$1')
    .replace(/[,;:\s—–-]+$/u, '')
    .replace(/[!?.…]+$/u, '')
    .replace(TWICE, '$1')
    .replace(/,? (?:please(?=\s+(?:unless|except|if|when)\b|[.,;!]|$)|anyways?(?=[.,;!]|$))/i, '')
    .trim();
  return plain === ''
    ? ''
    : `${/^[\ue000]/.test(plain) ? plain : capital(plain.replace(ACRONYM, (word) => word.toUpperCase()))}.`;
};

/** The sentences with most to say, in their order. */
function strongest(sentences: readonly string[], most: number): readonly string[] {
  if (sentences.length <= most) return sentences;
  const ranked = sentences
    .map((sentence, at) => ({ at, points: technicalPoints(sentence) + (typeOfFact(sentence) === 'context' ? 0 : 2) }))
    .sort((a, b) => b.points - a.points || a.at - b.at);
  const kept = new Set(ranked.slice(0, most).map(({ at }) => at));
  return sentences.filter((_sentence, at) => kept.has(at));
}

/** What happened is kept with its day. */
function withDate(text: string, type: string, date: string): string {
  if (
    /\b\d{4}-\d\d(?:-\d\d)?\b|\b\d{4}-Q\d\b/.test(text) ||
    !['decision', 'failure', 'dependency', 'project', 'context'].includes(type)
  )
    return text;
  return text.replace(/\.?$/, ` (${date}).`);
}
