/** Why a text is no fact that may be kept: the check behind every engine, rules and models alike. */
import { relativePhrases } from '../relative-phrases.js';
import { findSecrets } from '../secrets/secrets.js';
import { findContacts } from './personal/contacts.js';
import { escapeRegex, findPeople } from './personal/people.js';
import { protectCode } from './placeholders.js';
import { isPrivate } from './text/private-life.js';
import { MOST_SENTENCES, sentencesOf } from './text/sentences.js';
import { isFeeling } from './text/small-talk.js';

/** UTF-16 units. */
const LONGEST_FACT = 1_000;

const FIRST_PERSON =
  /(?<![\p{L}\p{N}'’-])(?:I(?!\/O)(?=['’\s,])|we|us|me|my|our|ours|mine|myself|ourselves|let['’]s)(?![\p{L}\p{N}])/u;
const FIRST_PERSON_LATER = /(?<![\p{L}\p{N}'’])(?:We|My|Our|Let['’]s)(?![\p{L}\p{N}])/u;
/** First persons of other languages whose words mean nothing else in English texts about software. */
const ELSEWHERE =
  /(?<![\p{L}])(?:ich|wir|mich|mir|uns|unser\w*|mein\w*|nous|notre|j['’]ai|je|nosotros|nuestr[oa]s?|yo|мы|наш\w*|мне|меня)(?![\p{L}])|私|僕|俺|我们|我/iu;

/** In code an address may be one of the program's own. */
const CODE = /`[^`\n]*`|\bgit@[\w.-]+/g;

export interface FaultsOptions {
  /** Names that are known to be those of people, such as that of the user of this machine. */
  readonly names?: readonly string[];
}

/** What is wrong with a fact, each as the end of "It …". Empty: it may be kept. */
export function factFaults(text: string, { names = [] }: FaultsOptions = {}): readonly string[] {
  const faults: string[] = [];
  const prose = protectCode(text).text;
  if (text.trim() === '') faults.push('is empty');
  if (text.length > LONGEST_FACT) faults.push(`is longer than ${LONGEST_FACT} characters`);
  if (sentencesOf(prose).length > MOST_SENTENCES) faults.push(`has more than ${MOST_SENTENCES} sentences`);
  if (FIRST_PERSON.test(prose) || FIRST_PERSON_LATER.test(prose) || ELSEWHERE.test(prose))
    faults.push('speaks in the first person');
  if (isFeeling(prose)) faults.push('tells a feeling');
  if (isPrivate(prose)) faults.push('tells of a private life');
  if (relativePhrases(prose, { plans: true }).some(({ precision }) => precision !== 'unknown'))
    faults.push('holds a date that is only true today');
  const kinds = new Set([...findContacts(text.replace(CODE, ' ')), ...findPeople(prose)].map(({ kind }) => kind));
  if (
    names.some(
      (name) =>
        name.length > 1 && new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegex(name)}(?![\\p{L}\\p{N}])`, 'iu').test(prose),
    )
  )
    kinds.add('name');
  for (const kind of kinds)
    faults.push(kind === 'name' ? 'names a person' : `holds ${/^[aei]/.test(kind) ? 'an' : 'a'} ${kind}`);
  if (findSecrets(text, { includeAllowed: true }).length > 0) faults.push('holds a secret');
  return faults;
}
