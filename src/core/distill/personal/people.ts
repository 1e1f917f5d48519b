/** Names of people in a text: facts name no person. */
import nlp from 'compromise/three';

import { isTechnicalWord } from '../technical-score.js';
import vocabulary from '../vocabulary.json' with { type: 'json' };
import { findContacts } from './contacts.js';
import listed from './first-names.json' with { type: 'json' };
import type { PersonalData } from './personal-data.js';

const NAME = '\\p{Lu}\\p{Ll}{1,19}(?:-\\p{Lu}\\p{Ll}{1,19})?(?: \\p{Lu}\\p{Ll}{1,19})?';
/** In several languages. */
const TITLE = '(?:Dr|Mr|Mrs|Ms|Miss|Prof|Frau|Herrn?|Monsieur|Madame|Mme|Señora?|Sra?|Signora?)\\.?';
/** Verbs that have people as their subject. */
const HUMAN_VERB =
  '(?:said|says?|thinks?|agrees?|agreed|wants?|wanted|suggest(?:s|ed)?|believe[sd]?|prefer(?:s|red)?|thought|told|tells|asked|asks|mention(?:s|ed)|notice[sd]|found|report(?:s|ed)|wrote|point(?:s|ed) (?:out|me|us)|explain(?:s|ed)|confirm(?:s|ed)|insist(?:s|ed)|fixed|broke|merged|review(?:s|ed)|approve[sd]|propose[sd]|decide[sd]|warn(?:s|ed)|remind(?:s|ed)|owns|knows|knew|helped|discovered|figured|recommend(?:s|ed)|complain(?:s|ed)|pushed|reali[sz]ed|spotted|did|had|has been|tried|forgot|hates?|loves?|likes?|joined|left|quit|called|pinged|messaged|emailed|swears|claims|argued|volunteered|promised|refused|demo(?:s|ed)|tracked down|dug|debugged|bisected|paired|was (?:right|wrong|happy|sad|angry|annoyed|furious|upset|thrilled|excited|worried|confused|away|sick|late|on call))';
const TEAM =
  '(?:from|on|in|of) (?:the )?[\\w-]+ (?:team|department|group|squad)|from (?:infra|ops|data|security|support|sales|marketing|finance|legal|platform|product|design|QA|DevOps|SRE|accounting)\\b';
const ARTEFACT =
  '(?:patch|PR|pull request|branch|laptop|machine|computer|commit|fix|idea|proposal|suggestion|review|comment|desk|team|fork|script|change|advice|workaround|hunch|theory|help|birthday)';
const ADDRESSED =
  '(?:[Tt]hanks(?: again)?(?: to|,)?|[Tt]hank you,?|[Kk]udos to|[Pp]rops to|[Ss]hout-?out to|[Cc]redits? to|[Aa]ccording to|[Tt]old|[Aa]sked|[Aa]sk|(?:[Tt]alk(?:ed|ing)?|[Ss]poke|[Ss]peaking|[Cc]hatted) (?:to|with)|[Mm]et(?: up)? with|[Pp]air(?:ed|ing)(?: up)? with|[Ww]ork(?:ed|ing) with|[Cc]offee with|[Ll]unch with|[Cc]all with|[Ss]ync with|[Cc]c|[Pp]ing(?:ed)?|[Hh]i|[Hh]ey|[Hh]ello|[Mm]orning|[Dd]ear|[Pp]oor|[Cc]redit goes to|[Hh]elp (?:from|of)|[Rr]eviewed by|[Ff]ixed by|[Rr]eported by|[Ss]uggested by|[Ff]ound by|[Ww]ritten by)';
const ROLE_OF =
  '\\b(?:[Oo]n[- ]?call|owner|maintainer|contact|manager|boss|reviewer|assignee)(?: [\\w-]+)? (?:is|was|will be)';
const AFTER = `(?= and (?:I|me)\\b| and ${NAME} (?:${HUMAN_VERB}|${TEAM})\\b| (?:\\([\\p{L} ]{1,30}\\) )?${HUMAN_VERB}\\b| ${TEAM}|['’]s ${ARTEFACT}\\b)`;
const PATTERNS: readonly RegExp[] = [
  new RegExp(`(?<![\\p{L}\\p{N}])(${TITLE} ${NAME})(?![\\p{L}\\p{N}])`, 'gu'),
  new RegExp(`(?<![\\p{L}\\p{N}])(${NAME})${AFTER}`, 'gu'),
  new RegExp(
    `(?<=(?:\\b(?:[Mm]e and|I and|with me,?|and me,?)|\\b${ADDRESSED}|${ROLE_OF}) )(${NAME})(?![\\p{L}\\p{N}])`,
    'gu',
  ),
  // The name below "Cheers,".
  /(?<=(?:^|\n)(?:[Cc]heers|[Tt]hanks|[Bb]est(?: regards)?|[Rr]egards),?\s)(\p{Lu}\p{Ll}{1,19})(?=\s*$)/gu,
];
/** Names in other scripts, told by a title, an ending of family names or a verb. */
const OTHER_SCRIPTS: readonly RegExp[] = [
  /(?<![\p{Script=Han}\p{Script=Katakana}])(?!皆|客|奥|神|王様|お)(?:\p{Script=Han}{1,4}|[\u30a1-\u30f6\u30fc]{2,8})(?=さん|さま|氏(?!名)|くん|ちゃん)/gu,
  /(?<!\p{Script=Hangul})(?!고객|사용자|회원|선생|손님|관리자|개발자|담당자)[\uac00-\ud7a3]{2,4}(?= 님| ?씨(?!\p{Script=Hangul}))/gu,
  /(?<!\p{Script=Han})[王李张刘陈杨赵吴徐孙郭罗]\p{Script=Han}{1,2}(?=决定|说|认为|建议|选择|选了|负责|告诉|提出|觉得|发现|修复)/gu,
  /[王李张刘陈杨赵吴徐孙郭罗黄周林高](?=先生|女士|老师|经理|同学)/gu,
  /(?<![\p{L}])[А-ЯЁІЇЄ][а-яёіїє]{1,14} [А-ЯЁІЇЄ][а-яёіїє]{1,16}(?:ов|ев|ёв|ова|ева|ёва|ин|ина|ский|ская|цкий|цкая|енко|чук|юк)(?![\p{L}])/gu,
];

/** "a friend at Shopify" */
const AT_A_COMPANY =
  /\b(?:friends?|colleagues?|people|team|folks|engineers?|someone|somebody|work(?:s|ed|ing)?|guys?|devs?)(?: of (?:mine|ours))? (?:at|from|of) $/i;

/** First names that the lexicon of compromise does not know. */
const FIRST_NAMES = new Set(vocabulary.firstNames.flatMap((line) => line.split(' ')));
/** First names that are products, too: names only where a pattern says so. */
const PRODUCT_NAMES = new Set(vocabulary.productsThatAreNames.flatMap((line) => line.split(' ')));
/** First names that are verbs and nouns, too: names only where a pattern says so. */
const ALSO_WORDS = new Set(vocabulary.namesThatAreWords.flatMap((line) => line.split(' ')));

let listedNames: ReadonlySet<string> | undefined;

/** Whether a word is in a list of first names of many countries, of which some are products, places and family names, too. */
export const isListedName = (word: string): boolean =>
  (listedNames ??= new Set(listed.names.flatMap((line) => line.split(' ')))).has(word) || FIRST_NAMES.has(word);

/** Whether a word with a capital letter may be a first name. */
export const isFirstName = (word: string): boolean =>
  FIRST_NAMES.has(word) || (/^\p{Lu}/u.test(word) && ALSO_WORDS.has(word.toLowerCase()));

/** Words that begin sentences, days, months, and labels of notes: capitals there say nothing. */
const NO_NAMES = new Set(vocabulary.neverNames.flatMap((line) => line.split(' ')));

/** Names, handles, addresses and numbers of people in a text of at most some thousand units. A name that is also a product is taken for the product. */
export function findPeople(text: string): PersonalData[] {
  const found = findContacts(text);
  const add = (start: number, name: string): void => {
    const end = start + name.length;
    if (!found.some((each) => start < each.end && each.start < end))
      found.push({ start, end, text: name, kind: 'name' });
  };
  for (const name of namesIn(text))
    for (const { index } of text.matchAll(
      // A part of "Retry-After-Ms" is no name.
      new RegExp(`(?<![\\p{L}\\p{N}@]|[\\p{L}\\p{N}]-)${escapeRegex(name)}(?![\\p{L}\\p{N}]|-[\\p{L}\\p{N}])`, 'gu'),
    ))
      if (!AT_A_COMPANY.test(text.slice(Math.max(0, index - 80), index))) add(index, name);
  if (/[\u0400-\uffff]/.test(text))
    for (const pattern of OTHER_SCRIPTS) for (const { 0: name, index } of text.matchAll(pattern)) add(index, name);
  return found.sort((a, b) => a.start - b.start);
}

/** A text as a pattern that finds it. */
export const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The longest first, so that a first name within a whole one is no second name. */
function namesIn(text: string): string[] {
  if (!/\p{Lu}\p{Ll}/u.test(text) && text.search(SMALL_NAME) < 0) return [];
  const small: string[] = [];
  const names = new Set(PATTERNS.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')));
  const alsoProducts = [...names].filter((name) => PRODUCT_NAMES.has(name.toLowerCase()));
  for (const name of nlp(text).people().out('array') as string[])
    for (const run of name.match(/\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){0,2}/gu) ?? []) {
      const plain = run.replace(/['’]s?$/u, '');
      if (!ALSO_WORDS.has(plain.toLowerCase())) names.add(plain);
    }
  for (const [word] of text.matchAll(/\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?/gu)) {
    const [first = ''] = word.split(' ');
    if (FIRST_NAMES.has(first)) names.add(word).add(first);
  }
  for (const [, word = ''] of text.matchAll(SMALL_NAME)) {
    const name = word.charAt(0).toUpperCase() + word.slice(1);
    if (
      !isTechnicalWord(word) &&
      (FIRST_NAMES.has(name) || (nlp(`${name} said that`).people().out('array') as string[]).length > 0)
    )
      small.push(word);
  }
  const speakers = [...text.matchAll(SPEAKER)].map((match) => match[1] ?? '');
  if (speakers.length > 1) for (const speaker of speakers) names.add(speaker);
  const known = [...names].map(withoutOpeningWord).filter(isName);
  return [...new Set([...known, ...alsoProducts, ...small, ...listedBeside(text, known)])].sort(
    (a, b) => b.length - a.length,
  );
}

/** "Then Marco": a word that begins a sentence is no first name. */
const withoutOpeningWord = (name: string): string => {
  const [first = '', ...others] = name.split(' ');
  return others.length > 0 && NO_NAMES.has(first.toLowerCase()) ? others.join(' ') : name;
};

/** A name in small letters before what people do. */
const SMALL_NAME =
  /(?<![\p{L}\p{N}.'’-])(\p{Ll}{3,15})(?= (?:said|says|told (?:me|us)|thinks|suggested|mentioned|noticed|asked|pointed out|insists|insisted|reported)\b)/gu;

/** "Yuki: the queue is slow", one of several lines of a chat. */
const SPEAKER = /^(\p{Lu}\p{Ll}{1,19}): (?=\S)/gmu;

const LIST = /\((\p{Lu}\p{Ll}{1,19}(?:(?:, | and |, and | & |\/)\p{Lu}\p{Ll}{1,19}){1,6})\)/gu;

/** In brackets with a person stand people, although products have their names, too: "(Julia, Tom)". */
const listedBeside = (text: string, known: readonly string[]): string[] =>
  [...text.matchAll(LIST)]
    .map(([, list = '']) => list.split(/, and | and |, | & |\//))
    .filter((list) => list.some((each) => known.includes(each)))
    .flat()
    .filter((each) => isTechnicalWord(each));

const isName = (name: string): boolean =>
  name.length > 1 &&
  name
    .replace(new RegExp(`^${TITLE} `), '')
    .split(/[ -]/)
    .every((word) => /^\p{Lu}\p{Ll}/u.test(word) && !NO_NAMES.has(word.toLowerCase()) && !isTechnicalWord(word));
