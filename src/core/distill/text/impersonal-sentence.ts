/** Sentences of a person as sentences about the thing: "we decided to use Celery" becomes "Decided: use Celery". English. */
import { PERSON } from '../placeholders.js';
import vocabulary from '../vocabulary.json' with { type: 'json' };
import { HUMAN } from './small-talk.js';

const IRREGULAR_PAST = new Set(vocabulary.irregularPast.flatMap((line) => line.split(' ')));
const NO_PAST = new Set('need feed seed embed proceed exceed shed speed bleed succeed breed heed'.split(' '));
/** Written before a verb as one with it: "we lazy load". */
const BEFORE_A_VERB =
  /^(?:lazy|eager|hot|cold|auto|double|hard|soft|deep|force|bulk|live|dry|batch|pre|re|cross|code|hand|self|unit|load|lint|type)$/i;

const isPast = (verb: string): boolean => (/[a-z]ed$/.test(verb) && !NO_PAST.has(verb)) || IRREGULAR_PAST.has(verb);

/** Third person of a verb's plain form. */
function third(verb: string): string {
  if (isPast(verb) || /^(?:can|could|must|should|may|might|will|would|cannot)$/i.test(verb)) return verb;
  if (/^have$/i.test(verb)) return 'has';
  if (/[^aeiou]y$/i.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|o)$/i.test(verb) ? `${verb}es` : `${verb}s`;
}

const HAS = "(?:(?:['’](?:ve|d|s)|have|has|had|did)\\s+)?";
const ADVERB =
  '(?:(?:just|also|then|now|finally|eventually|later|already|recently|actually|really|always|all|both|only|quickly|accidentally|explicitly|still|therefore|\\p{Ll}+ly)\\s+)*';
const WE_SHOULD = ' (?:we|you|the team|I|one) (?:should|could|ought to|need to|must|have to)(?: also| really| just)?';
const WHERE_SAID =
  '(?: (?:today|yesterday|again|earlier|in (?:the )?[\\w ]{1,30}?|(?:on|at|over|via|during) (?:the )?[\\w\\ue000\\ue001 -]{1,30}?(?= that\\b)|on Slack|on \\d{4}-\\d\\d-\\d\\d))?';
const WHERE_DECIDED =
  "(?: (?:in|at|during|after|over) (?:the |our |a |an |this |today['’]s |yesterday['’]s )?(?:[\\w-]+ ){0,2}?(?:stand-?up|daily|retro\\w*|meeting|sync|call|review|planning|grooming|refinement|workshop|session|discussion|huddle|chat|thread|lunch|coffee|sprint \\w+)| with (?:the |our |some )?(?:[\\w-]+ ){0,2}?[\\w-]+(?= (?:that|to|not to)\\b))?";
const says = (verbs: string, after: string): RegExp =>
  new RegExp(`^${HUMAN}\\s*${HAS}${ADVERB}(?:${verbs})${after}`, 'iu');
const DECIDED = '(?:decided|agreed|chose|opted|voted|resolved|settled|concluded)';

/** What comes before a statement: who says, finds, decides, asks for or proposes it; and the label that is kept of that. */
const FRAMES: readonly (readonly [RegExp, string])[] = [
  [/^(?:I['’]m|I am|my name is|my name['’]s|this is) \ue002(?:,? and|,|:|;)\s+(?=I\b)/iu, ''],
  [
    /^on \d{4}-\d\d-\d\d,? (?:I|we) (?:learn(?:ed|t)|found out|noticed|discovered|reali[sz]ed|figured out)(?: that\s+|:\s*)/i,
    '',
  ],
  [/^in (?:my|our) (?:humble )?opinion,?\s+/i, 'Possibly '],
  [/^(?:I|we)(?:['’]d| would) say(?: that)?\s+/i, 'Possibly '],
  [/^(?:I|we) (?:was|were|got|have been|had been|['’]ve been) told (?:by [^,]{1,40}? )?that\s+/i, ''],
  [
    /^(?:[Aa]n?|[Mm]y|[Oo]ur|[Tt]he) (?:friends?|colleagues?|guys?|people|folks|engineers?|developers?)(?: of (?:mine|ours))? at (\p{Lu}[\p{L}\p{N}.-]*) (?:said|says?|told (?:me|us)|mentioned)(?: that)? (?=they\b)/u,
    'At $1 ',
  ],
  [says('think|thinks|thought|believes?|feel|feels', `(?: that)?${WE_SHOULD} `), 'Proposed: '],
  [/^(?:I|we) (?:do not|don['’]t) think(?: that)? (?:we|you|I) (?:should|need to|ought to) /i, 'Proposed: do not '],
  [
    /^(?:just )?(?:learn(?:ed|t)|found out|noticed|reali[sz]ed|discovered|figured out|confirmed|verified)(?: that|:)\s+/i,
    '',
  ],
  [
    new RegExp(
      `^(?:${HUMAN}\\s*${HAS})?${ADVERB}${DECIDED}(?: (?:together|unanimously|\\d+[-:]\\d+))?${WHERE_DECIDED},? (?:not to|against (?=\\p{Ll}+ing))\\s*`,
      'iu',
    ),
    'Decided: not ',
  ],
  [
    new RegExp(
      `^(?:${HUMAN}\\s*${HAS})?${ADVERB}${DECIDED}(?: (?:together|unanimously|\\d+[-:]\\d+))?${WHERE_DECIDED},? (?:to|that|on|for|upon)\\s+(?:(?:we|they)\\s+(?:will|would|should)\\s+)?`,
      'iu',
    ),
    'Decided: ',
  ],
  [new RegExp(`^${HUMAN}\\s*${HAS}${ADVERB}${DECIDED} against\\s+`, 'iu'), 'Decided against '],
  [/^(?:the )?(?:team )?decision(?: (?:is|was))?(?: to|:)\s+/i, 'Decided: '],
  [
    /^(?:the )?(?:team )?(?:decisions?|agreement|consensus) (?:from|of|in|after|at) (?!to\b)[^:,;]{1,80}:\s+/i,
    'Decided: ',
  ],
  [
    new RegExp(
      `^(?:${HUMAN}(?: (?:in|on|from|at) (?:the|our) \\w+)?\\s*${HAS})${ADVERB}${DECIDED}(?: (?:together|unanimously|at once|quickly|on (?:it|this)|\\d+[-:]\\d+))?:\\s+`,
      'iu',
    ),
    'Decided: ',
  ],
  [
    /^(?:unanimous(?:ly)?|consensus(?: (?:in|of) (?:the )?\w+)?|(?:the )?(?:verdict|vote)(?: (?:was|is) (?:clear|unanimous|in))?):\s+/i,
    'Decided: ',
  ],
  [says("went|gone|go|going|are going|['’](?:re|m) going", ' with\\s+'), 'Decided: '],
  [/^(?:going|went) with\s+/i, 'Decided: '],
  [/^(?:it(?:['’]s| is) )?(?:now |finally |all )?(?:settled|agreed|approved|final)(?: now| then)?:\s+/i, 'Decided: '],
  [
    /^(?:I|we)(?:['’]ll| will|['’]re going to| are going to) (?=(?:use|keep|adopt|stay|stick|go with|standardi[sz]e)\b)/i,
    'Decided: ',
  ],
  [/^(?:I|we) will not (?=\w)/i, 'Decided: not '],
  [
    says(
      'found|notice[sd]?|reali[sz]ed?|discover(?:ed|s)?|saw|learn(?:ed|t)|figured|confirm(?:ed|s)|verified|determined|concluded|checked|spotted|know|knew|understood|see|remember(?:ed)?',
      '(?: out)?(?: (?:together|today))?(?: that|:)\\s*',
    ),
    '',
  ],
  [
    says(
      'found|noticed|reali[sz]ed|discovered|figured|learned|learnt|understood|understand',
      '(?: out)? (?=(?:why|how|what|where)\\b)',
    ),
    '',
  ],
  [says('figured|found|worked|tracked', ' (?:out|down) (?=(?:the|a|an|this|our|their)\\b)'), ''],
  [says('found', ' (?=(?:the|a|an) (?:root cause|cause|reason|leak|bug|memory leak|culprit|problem|issue)\\b)'), ''],
  [
    says(
      'think|thinks|thought|believes?|believed|guess|suppose|suspects?|suspected|assumes?|assumed|bet|feel',
      '(?: that)?\\s+(?!of\\b|about\\b)',
    ),
    'Possibly ',
  ],
  [
    says(
      'said|says|mention(?:ed|s)|point(?:ed|s) out|(?:explain(?:ed|s)|report(?:ed|s)|wrote|writes)(?=,| that|:)|noted|notes|insist(?:ed|s)(?: that)?(?! on)|stated|accept(?:ed|s)|admit(?:ted|s)?|conceded?|claims?|claimed|argued|swears|warn(?:ed|s)(?: (?:me|us|everyone))?|remind(?:ed|s) (?:me|us|everyone|\\ue002)|told (?:me|us|them|everyone|\\ue002)|showed (?:me|us|\\ue002)',
      `${WHERE_SAID},?(?: that|:)?\\s+(?!to\\b|not to\\b|never to\\b|about\\b)`,
    ),
    '',
  ],
  [
    says('ask(?:ed|s)|wondered|wanted to know', `(?: me| us)?${WHERE_SAID} (?=(?:why|how|what|where|which|when)\\b)`),
    '',
  ],
  [says('convinced|persuaded', ' (?:me|us|everyone)(?: that)? (?:we|to)(?: should)? '), 'Decided: '],
  [says('suggest(?:ed|s)|recommend(?:ed|s)|propos(?:ed|es)', '(?: that)?(?: (?:we|to))?\\s+'), 'Proposed: '],
  [
    says(
      'ask(?:ed|s)|told|wants?|wanted|remind(?:ed|s)|needs?|expects?|request(?:ed|s)|require[sd]?',
      '(?: (?:me|us|you|claude|the agent|everyone|\\ue002))? not to\\s+',
    ),
    'Do not ',
  ],
  [
    says(
      "ask(?:ed|s)|told|wants?|wanted|['’]d like|would like|remind(?:ed|s)|expects?|request(?:ed|s)",
      ' (?:me|us|you|claude|the agent|everyone|\\ue002) to\\s+',
    ),
    '',
  ],
  [/^(?:I|we) (?:do not|don['’]t) (?:want|need) (?:you|claude|the agent) to\s+/i, 'Do not '],
  [/^(?:can|could|would|will) you (?:please )?not /i, 'Do not '],
  [
    /^I(?:['’]ve| have)? (?:told|said to|asked) you (?:(?:already|twice|before|many times|several times|so many times|again and again|\d+ times|three times)[ ,]*)*(?:[:,]| that| to)\s*/i,
    '',
  ],
  [
    /^(?:I|we) (?:talked|spoke|chatted|met) (?:to|with) (the [\w-]+),? (?:and )?(?:they|he|she) (need|want)s?\b/i,
    '$1 $2s',
  ],
  [/^you (?:should|must|need to|have to|can|may) (never|always|only) /i, '$1 '],
  [/^you (?:should not|shouldn['’]t|must not|mustn['’]t|cannot|can['’]t|may not) /i, 'Do not '],
  [/^you (?:should|must|need to|have to) /i, 'Must '],
  [/^(?:I|we) would like you to\s+/i, ''],
  [
    /^(?:it would be|it['’]d be) (?:nice|great|good|better|helpful|lovely) (?:if you|when you) (?:could |would |can )?stop(?:ped)?\s+|^I(?:['’]d| would) (?:appreciate|love|like) it if you (?:could |would )?stop(?:ped)?\s+/i,
    'Stop ',
  ],
  [
    /^(?:it would be|it['’]d be) (?:nice|great|good|better|helpful|lovely) if you (?:could |would )(?:please )?|^I(?:['’]d| would) (?:appreciate|love|like) it if you (?:could |would )/i,
    '',
  ],
  [/^(?:according to|as per|per) \ue002,?\s*/i, ''],
  [/^(?:let['’]?s|let us)\s+(not\s+)?/i, 'Decided: $1'],
  [/^the (?:reason|cause|culprit|problem|issue|catch|trick|root cause)(?: (?:turned out to be|is|was) that)\s+/i, ''],
];

/** "We decided on 2026-03-10 to …": a fact is kept with its date anyway. */
const WHEN_SAID = new RegExp(
  `\\b(${DECIDED}|said|told (?:me|us|everyone)|mentioned|reported|noticed|found out|learned|explained|confirmed|warned(?: (?:me|us))?|pointed out|announced) (?:(?:on|in) (?:the week of )?\\d{4}[-\\dQ]*)(?= (?:that|to|not to|against)\\b|:)`,
  'i',
);

/** A sentence or a clause without who says, finds, decides, asks for or proposes what it states. */
export function withoutFrames(sentence: string): string {
  let shown = sentence.replace(WHEN_SAID, '$1');
  for (let rounds = 0; rounds < 4; rounds++) {
    const found = FRAMES.find(([frame]) => frame.test(shown));
    if (found === undefined) break;
    shown = shown.replace(...found);
    if (/^(?:Decided|Proposed): /.test(shown)) break;
  }
  return shown;
}

const MODAL =
  /^(?:(?:also|really|just|only) )?((?:always|never) )?(must not|mustn['’]t|should not|shouldn['’]t|could not|couldn['’]t|can['’]t|must|should|can|cannot|could|may|might|ought to|need to|have to|has to|had to|needed to|got to)\s+(.*)$/is;

/** What a sentence with "I" or "we" as its subject says without them: of the past the deed, else what the user or the project does. */
function withoutSubject(who: string, statement: string): string {
  const rest = statement.replace(/^(?:just|recently|finally|also)\s+(?=[a-z])/i, '');
  const subject = who === 'I' ? 'The user' : 'The project';
  const modal = MODAL.exec(rest);
  if (modal) {
    const [, often = '', verb = '', more = ''] = modal;
    const plain = verb.replace(/^can['’]t$/i, 'cannot').replace(/n['’]t$/, ' not');
    return `${capital(plain)} ${often}${more}`;
  }
  const rewritten = DEEDS.find(([deed]) => deed.test(rest));
  if (rewritten) return rest.replace(...rewritten);
  if (AUXILIARY.test(`${who} ${rest}`) || /^['’]/.test(rest))
    return capital(withAuxiliaries(`${who}${/^['’]/.test(rest) ? '' : ' '}${rest}`));
  const adverb = /^(no longer|always|never|often|still|only|already|sometimes|[a-z]{3,}ly)\s+([a-z]+)\b(.*)$/is.exec(
    rest,
  );
  if (adverb) {
    const [, how = '', verb = '', more = ''] = adverb;
    return who === 'we' && /^(?:always|never)$/i.test(how) && !isPast(verb.toLowerCase())
      ? `${capital(how)} ${verb}${more}`
      : `${subject} ${how} ${third(verb)}${more}`;
  }
  const verb = /^((?:[a-z]+(?= [a-z]+\b))?)( ?)([a-z]+(?:-[a-z]+)*)\b(.*)$/is.exec(rest);
  if (!verb) return `${subject} ${rest}`;
  const [, first = '', space = '', second = '', more = ''] = verb;
  if (BEFORE_A_VERB.test(first)) return `${subject} ${first}${space}${third(second)}${more}`;
  const [word, others] = first === '' ? [second, more] : [first, `${space}${second}${more}`];
  return isPast(word.toLowerCase()) ? `${capital(word)}${others}` : `${subject} ${third(word.toLowerCase())}${others}`;
}

const DEEDS: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:['’]ll|will|are going to|am going to|['’](?:re|m) going to|plan to|are planning to|['’]re planning to|intend to|want to|would like to|['’]d like to)\s+/i,
    'Planned: ',
  ],
  [/^(?:won['’]t|will not|will never)\s+/i, 'Decided: not '],
  [/^(?:did not|didn['’]t)\s+/i, 'Did not '],
];

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const subjectOf = (pronoun: string): string => (/^I/.test(pronoun) ? 'the user' : 'the project');

const AUXILIARY =
  /\b(I|we)(?:['’](re|m|ve|ll|d)|\s+(am|are|were|was|have|has)(?! to\b)( not|n['’]t)?|\s+(do|did|can|ca|could|will|wo|would|should|must|might|had)( not|n['’]t)|\s+(would)(?= (?:rather|prefer|like)\b))(?![\p{L}'’])/giu;
const THIRD: Readonly<Record<string, string>> = {
  re: 'is',
  m: 'is',
  am: 'is',
  are: 'is',
  were: 'was',
  ve: 'has',
  have: 'has',
  ll: 'will',
  d: 'would',
  do: 'does',
  ca: 'can',
  wo: 'will',
};

/** "we haven't" as "the project has not". */
const withAuxiliaries = (text: string): string =>
  text
    .replace(/\b(I|we)['’]d (?=[a-z]+ed\b|been\b)/gi, '$1 had ')
    .replace(AUXILIARY, (_all, who: string, ...verbs: (string | undefined)[]) => {
      const [contracted, plain, no, other, not, would] = verbs;
      const verb = (contracted ?? plain ?? other ?? would ?? '').toLowerCase();
      return `${subjectOf(who)} ${THIRD[verb] ?? verb}${no === undefined && not === undefined ? '' : ' not'}`;
    })
    .replace(/\b(?:I|we) cannot\b/gi, (all) => `${subjectOf(all)} cannot`)
    .replace(/\bcan not\b/g, 'cannot');

/** Pronouns of the first person within a sentence. */
const withoutPronouns = (text: string): string =>
  withAuxiliaries(text)
    .replace(/\b(new|foreign|unfamiliar|unknown|familiar) to (?:me|us)\b/gi, '$1 to the user')
    .replace(/\bno ?(?:one|body)(?: (?:on|in|of) the \w+)? (?:wants|likes|is willing) to (?=\w)/gi, 'avoids having to ')
    .replace(
      /\b[Mm]y (?=(?:ok|okay|approval|permission|consent|answer|confirmation|background|experience|native language|main language|first language|day job|role)\b)/g,
      "the user's ",
    )
    .replace(
      /\b(?:lets|allows?|enables?|(?<=\b(?:to|will|would|can|could|not) )let) (?:us|me) (?:to )?([a-z]+)\b/gi,
      'makes it possible to $1',
    )
    .replace(
      /\b(?:I|we)\s+((?:always|never|also|only|still|already|now|just|no longer|both|all|[a-z]{3,}ly)\s+)?([a-z]+)( [a-z]+)?\b/gi,
      (all, adverb: string | undefined, verb: string, next: string | undefined) =>
        BEFORE_A_VERB.test(verb) && next !== undefined
          ? `${subjectOf(all)} ${adverb ?? ''}${verb} ${third(next.trim())}`
          : `${subjectOf(all)} ${adverb ?? ''}${third(verb)}${next ?? ''}`,
    )
    .replace(/\b(?:of|to|for|from|with|by|at|on) (?:our|my) own\b/gi, '')
    .replace(/\b(?:our|my) own (?=[\p{L}\ue000])/giu, "the project's own ")
    .replace(/\b(friends?|colleagues?|coworkers?) of (?:ours|mine)\b/gi, '$1')
    .replace(/\b(is|are|was|were|not|and|or|of|than|from) ours\b/gi, "$1 the project's")
    .replace(/\b(is|are|was|were) mine\b/gi, "$1 the user's")
    .replace(/\b(?:all )?(?:our|my|ours|mine)\b/gi, (word) =>
      (/^\p{Lu}/u.test(word) ? 'The' : 'the').replace(/^/, /^all/i.test(word) ? 'all ' : ''),
    )
    .replace(/\bby (?:us|me) (?=\w+ing\b)/gi, 'by ')
    .replace(/\s*\b(?:for|to|of|on|with|by|from|at) (?:us|me)\b(?! \ue000|-)/g, '')
    .replace(
      /\b(gives?|gave|tells?|told|shows?|showed|costs?|saves?|saved|bit|bites|hit|hits|helps?|helped|reminds?|caused?) (?:us|me)\b/g,
      '$1',
    )
    .replace(/\bthe us(?= )/g, 'the US')
    .replace(/(?<!-)\bus\b(?!-)/g, 'the project')
    .replace(/\b[Mm]e\b/g, 'the user')
    .replace(/\b(?:myself|ourselves)\b/gi, '')
    .replace(/\bI\b/g, 'the user')
    .replace(/\bwe\b/gi, 'the project');

/** The sentence without the people who are marked in it: their part where a preposition leads to it, else "a colleague". */
const withoutPeople = (text: string): string =>
  text
    .replace(
      /,?\s*\b(?:together with|along with|thanks to|with the help of|with|by|from|for|to|via|per|according to|and|cc|ping|ask|see|like|as)\s+\ue002(?:['’]s)?(?:(?:,| and|, and) \ue002)*(?: (?:from|on|in|of|at) (?:the )?[\w-]+ (?:team|department|group|squad))?(?=[\s,.;:!?)]|$)/giu,
      '',
    )
    .replace(
      /\ue002['’]s (?=(?:on[- ]call|off|out|away|in charge|responsible|not|still|currently|the|an?)\b|on (?:vacation|holiday|leave)\b)/gi,
      'a colleague is ',
    )
    .replace(/\ue002, who [^,]{1,60},\s*/g, '\ue002 ')
    .replace(/\ue002(?:['’]s|s['’])\s+/g, 'the ')
    .replace(/\s*\(\s*\ue002(?:(?:,| and|\/) ?\ue002)*\s*\)/g, '')
    .replace(/\ue002(?:,? (?:and|or) \ue002)+ /g, 'colleagues ')
    .replace(/(?<!\bof )\ue002,\s*/g, '')
    .replace(/\ue002/g, 'a colleague');

/** After a label a sentence goes on in small letters, unless it begins with a name. */
const lower = (text: string): string =>
  /^(?:The|A|An|It|This|These|That|Use|Do|Not|There|All|Every|No|Keep|Must|Always|Never)\b/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;

const I_AND_OTHERS = new RegExp(`(?:^|\\b)(?:(?:I|me) and ${PERSON}|${PERSON} and (?:I|me))(?![\\p{L}])`, 'giu');

/** A sentence without who says it and the people in it. Placeholders of code stay where they are. */
export function impersonal(sentence: string): string {
  const people = sentence
    .replace(/\ue002(?:(?:, and|,| and| or) \ue002)+/g, PERSON)
    .replace(I_AND_OTHERS, 'we')
    .replace(/\b(we) (?:all|both|each) (?=\p{L})/giu, '$1 ');
  let shown = capital(withoutFrames(people));
  const label = /^(?:Decided|Proposed|Planned|Possibly)(?::)? /.exec(shown)?.[0] ?? '';
  shown = shown.slice(label.length);
  const when = /^((?:On|In|Since|Around) (?:the week of )?\d{4}[-\dQ]*),?\s+(?=(?:I|we)\b)/.exec(shown)?.[0] ?? '';
  shown = shown.slice(when.length);
  const dated = when === '' ? shown : withoutFrames(shown);
  const decided = /^(?:Decided|Proposed)(?=: )/.exec(dated)?.[0];
  if (decided !== undefined)
    return `${decided} ${when.charAt(0).toLowerCase()}${when.slice(1).replace(/,?\s+$/, '')}${impersonal(dated).slice(decided.length)}`;
  const subject = /^(I|we)(?=['’\s])\s*(.*)$/is.exec(shown);
  if (subject) shown = withoutSubject((subject[1] ?? '').toUpperCase() === 'I' ? 'I' : 'we', subject[2] ?? '');
  if (when !== '') shown = `${when.replace(/,?\s+$/, '')}: ${shown.charAt(0).toLowerCase()}${shown.slice(1)}`;
  shown = withoutPronouns(withoutPeople(shown.replace(/^(?:he|she)\b/i, 'A colleague')))
    .replace(/\s+([,.;:!?])(?![\w:])/g, '$1')
    .replace(/^[,;:\s]+/, '')
    .replace(/ {2,}/g, ' ')
    .replace(/^((?:The|A|An) [\p{L}\p{N}\ue000\ue001 _-]{1,40}): it (?=\p{Ll})/u, '$1 ')
    .trim();
  return (label + (label === '' ? shown : lower(shown))).replace(
    /^Decided: not (?=[a-z]+(?<!ing)\b)/,
    'Decided: do not ',
  );
}
