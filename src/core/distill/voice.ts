/** Sentences of a person as sentences about the thing: "we decided to use Celery" becomes "Use Celery". English. */

const PAST = new Set(
  (
    'was were had did went made found saw built broke began became bought brought caught chose came cut dealt drew drove fell felt forgot gave got grew held hid hit kept knew lost left let meant met paid put ran read said sent set shut slept sold spent split spoke stood stuck took ' +
    'taught thought threw told understood won wore wrote rewrote rebuilt reran redid undid overrode withdrew forked bit drank fought flew froze hung heard laid led lent rang rose sang sank sought shook shot spun spread swore swept swam tore woke'
  ).split(' '),
);
const PARTICIPLES = new Set(
  'been gone done seen begun become broken chosen drawn driven fallen forgotten given gotten grown hidden known spoken stolen taken thrown written rewritten overridden withdrawn run come'.split(
    ' ',
  ),
);
/** Not past, although they end so. */
const NO_PAST = new Set('need feed seed embed proceed exceed shed speed bleed succeed breed heed'.split(' '));

const isPast = (verb: string): boolean => (/[a-z]ed$/.test(verb) && !NO_PAST.has(verb)) || PAST.has(verb);
const isParticiple = (verb: string): boolean => isPast(verb) || PARTICIPLES.has(verb);

/** Third person of a verb's plain form. */
function third(verb: string): string {
  if (isPast(verb)) return verb;
  if (/^(?:have)$/i.test(verb)) return 'has';
  if (/^(?:can|could|must|should|may|might|will|would|cannot)$/i.test(verb)) return verb;
  if (/[^aeiou]y$/i.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|o)$/i.test(verb) ? `${verb}es` : `${verb}s`;
}

/** What a person wants, thinks or was told, before what is said. */
const WHO =
  '(?:I|we|you|he|she|they|it|somebody|someone|everybody|everyone|people|\\ue002(?:,? (?:from|on|in|of|at) (?:the )?[\\w-]+(?: (?:team|department|group|squad))?)?|the (?:whole )?(?:team|others?|guys?|reviewers?|customer|client|boss|manager|lead|architect|infra team|ops team|platform team)|(?:an?|my|our|the|this) (?:colleague|co-?worker|teammate|boss|manager|lead|friend|guy|man|woman|person|dev|developer|engineer|consultant|contractor|vendor)(?: of (?:mine|ours))?(?: \\ue002)?(?: (?:from|at|in|on) (?:the )?[\\p{L}\\p{N}-]+(?: (?:team|support|department|group|squad))?)?|(?:people|folks|somebody|someone) (?:from|at|in) (?:the )?[\\p{L}\\p{N}-]+(?: (?:team|support))?|(?:the )?[\\p{L}\\p{N}-]+ support)';
const HAS = "(?:(?:['’](?:ve|d|s)|have|has|had|did)\\s+)?";
const ADVERB =
  '(?:(?:just|also|then|now|finally|eventually|later|already|recently|actually|really|always|all|both|only|quickly|accidentally|explicitly)\\s+)*';
const FRAMES: readonly (readonly [RegExp, string])[] = [
  [/^(?:I['’]m|I am|my name is|this is) \ue002(?:,? and|,|:|;)\s+(?=I\b)/iu, ''],
  [
    /^on \d{4}-\d\d-\d\d,? (?:I|we) (?:learn(?:ed|t)|found out|noticed|discovered|reali[sz]ed|figured out)(?: that\s+|:\s*)/i,
    '',
  ],
  [/^in (?:my|our) (?:humble )?opinion,?\s+/i, 'Possibly '],
  [/^(?:I|we)(?:['’]d| would) say(?: that)?\s+/i, 'Possibly '],
  [/^(?:I|we) (?:was|were|got|have been|had been|['’]ve been) told (?:by [^,]{1,40}? )?that\s+/i, ''],
  // What others do is said of them.
  [
    /^(?:[Aa]n?|[Mm]y|[Oo]ur|[Tt]he) (?:friends?|colleagues?|guys?|people|folks|engineers?|developers?)(?: of (?:mine|ours))? at (\p{Lu}[\p{L}\p{N}.-]*) (?:said|says?|told (?:me|us)|mentioned)(?: that)? (?=they\b)/u,
    'At $1 ',
  ],
  [
    new RegExp(
      `^${WHO}\\s*${HAS}${ADVERB}(?:think|thinks|thought|believes?|feel)(?: that)? (?:we|you|the team|I) (?:should|could|ought to|need to|must) (?:also |really |just )?`,
      'iu',
    ),
    'Proposed: ',
  ],
  [
    new RegExp(`^(?:I|we) (?:do not|don['’]t) think(?: that)? (?:we|you|I) (?:should|need to|ought to) `, 'iu'),
    'Proposed: do not ',
  ],
  [
    /^(?:just )?(?:learn(?:ed|t)|found out|noticed|reali[sz]ed|discovered|figured out|confirmed|verified)(?: that|:)\s+/i,
    '',
  ],
  [
    new RegExp(
      `^${WHO}\\s*${HAS}${ADVERB}(?:decided|agreed|chose|opted|voted|resolved|settled)\\s+(?:together\\s+)?(?:that|on|for)\\s+(?:we\\s+(?:will|would|should)\\s+)?`,
      'iu',
    ),
    'Decided: ',
  ],
  [
    new RegExp(`^${WHO}\\s*${HAS}${ADVERB}(?:decided|agreed|chose|opted|voted|resolved)\\s+(not\\s+)?to\\s+`, 'iu'),
    'Decided: $1',
  ],
  [new RegExp(`^(?:the )?(?:team )?decision(?: (?:is|was))?(?: to|:)\\s+`, 'iu'), 'Decided: '],
  [new RegExp(`^${WHO}\\s*${HAS}${ADVERB}(?:went|gone|go|going|are going) with\\s+`, 'iu'), 'Decided: '],
  [
    new RegExp(
      `^${WHO}\\s*${HAS}${ADVERB}(?:found|notice[sd]?|reali[sz]ed?|discover(?:ed|s)?|saw|learn(?:ed|t)|figured|confirm(?:ed|s)|verified|determined|concluded|checked|spotted|know|knew|understood|see)(?: out)?(?: (?:together|today))? (?:that|:)\\s*`,
      'iu',
    ),
    '',
  ],
  [
    new RegExp(
      `^${WHO}\\s*${HAS}${ADVERB}(?:found|noticed|reali[sz]ed|discovered|figured|learned|learnt)(?: out)? (?=(?:why|how|what|where)\\b)`,
      'iu',
    ),
    '',
  ],
  [new RegExp(`^${WHO}\\s*${HAS}${ADVERB}(?:figured|found|worked) out (?=(?:the|a|an|this|our|their)\\b)`, 'iu'), ''],
  [
    new RegExp(
      `^${WHO}\\s*${HAS}${ADVERB}(?:think|thinks|thought|believes?|believed|guess|suppose|suspects?|suspected|assumes?|assumed|bet|feel)(?: that)?\\s+(?!of\\b|about\\b)`,
      'iu',
    ),
    'Possibly ',
  ],
  [
    new RegExp(
      `^${WHO}\\s*${HAS}${ADVERB}(?:said|says|mention(?:ed|s)|point(?:ed|s) out|(?:explain(?:ed|s)|report(?:ed|s)|wrote|writes)(?=,| that|:)|noted|notes|insist(?:ed|s)|stated|claims?|claimed|argued|warn(?:ed|s)(?: (?:me|us|everyone))?|remind(?:ed|s) (?:me|us|everyone|\\ue002)|told (?:me|us|them|everyone|\\ue002)|showed (?:me|us|\\ue002))(?: (?:today|in (?:the )?[\\w ]{1,30}?|(?:on|at|over|via|during) (?:the )?[\\w ]{1,30}?(?= that\\b)))?(?:,)?(?: that|:)?\\s+(?!to\\b|not to\\b|never to\\b|about\\b)`,
      'iu',
    ),
    '',
  ],
  [
    new RegExp(
      `^${WHO}\\s*${HAS}${ADVERB}(?:suggest(?:ed|s)|recommend(?:ed|s)|propos(?:ed|es))(?: that)?(?: (?:we|to))?\\s+`,
      'iu',
    ),
    'Proposed: ',
  ],
  [
    new RegExp(
      `^${WHO}\\s*${HAS}${ADVERB}(?:ask(?:ed|s)|told|wants?|wanted|remind(?:ed|s)|needs?|expects?|request(?:ed|s)|require[sd]?)(?: (?:me|us|you|claude|the agent|everyone|\\ue002))? not to\\s+`,
      'iu',
    ),
    'Do not ',
  ],
  [
    new RegExp(
      `^${WHO}\\s*${HAS}${ADVERB}(?:(?:ask(?:ed|s)|told|wants?|wanted|['’]d like|would like|remind(?:ed|s)|expects?|request(?:ed|s))(?: (?:me|us|you|claude|the agent|everyone|\\ue002))) to\\s+`,
      'iu',
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
  [/^(?:according to|as per|per) \ue002,?\s*/i, ''],
  [
    /^(?:thanks to|with (?:the )?help (?:from|of)|together with|kudos to|props to|shout-?out to|hat tip to) \ue002(?:[^,:]{0,40}[,:]\s*(?:(?:he|she|they|who) (?:found|noticed|discovered|figured)(?: out)? that )?|\s+(?=we|I|the|it)\b)/i,
    '',
  ],
  [/^(?:let['’]?s|let us)\s+(not\s+)?/i, 'Decided: $1'],
  [/^the (?:reason|cause|culprit|problem|issue|catch|trick|root cause)(?: (?:turned out to be|is|was) that)\s+/i, ''],
  [
    /^the (?:reason|cause|culprit|problem|issue|catch|trick|root cause|fix|solution|workaround)(?: (?:turned out to be|is|was)(?: that)?|:)\s+(?=(?:the|a|an|that|it|in|we|\ue000)\b|\ue000)/i,
    '',
  ],
];

/** "We decided on 2026-03-10 to …": the fact is kept with its date anyway. */
const WHEN_SAID =
  /\b(decided|agreed|chose|opted|voted|resolved|settled|said|told (?:me|us|everyone)|mentioned|reported|noticed|found out|learned|explained|confirmed|warned(?: (?:me|us))?|pointed out|announced) (?:(?:on|in) (?:the week of )?\d{4}[-\dQ]*)(?= (?:that|to|not to|against)\b|:)/i;

/** Rewrites what stands before the statement of a sentence. `\ue002` stands for a person. */
function withoutFrames(sentence: string): string {
  let shown = sentence.replace(WHEN_SAID, '$1');
  for (let rounds = 0; rounds < 4; rounds++) {
    const before = shown;
    for (const [frame, instead] of FRAMES) {
      const next = shown.replace(frame, instead);
      if (next === shown) continue;
      shown = next;
      break;
    }
    if (shown === before) break;
    if (/^(?:Decided|Proposed): /.test(shown)) break;
  }
  return shown;
}

const MODAL =
  "(?:must|should|shouldn['’]t|can|cannot|can['’]t|could|couldn['’]t|may|might|mustn['’]t|ought to|need to|have to|has to|had to|needed to|got to)";
const NOT: Readonly<Record<string, string>> = {
  "can't": 'cannot',
  'can’t': 'cannot',
  "shouldn't": 'should not',
  'shouldn’t': 'should not',
  "couldn't": 'could not',
  'couldn’t': 'could not',
  "mustn't": 'must not',
  'mustn’t': 'must not',
};

/** What a sentence with "I" or "we" as its subject says without them. */
function fromSubject(who: 'I' | 'we', said: string): string {
  const rest = said.replace(/^(?:just|recently|finally|also)\s+(?=[a-z])/i, '');
  const subject = who === 'I' ? 'The user' : 'The project';
  const modal = new RegExp(`^(?:also |really |just |only |always |never )?(${MODAL})\\s+(.*)$`, 'is').exec(rest);
  if (modal)
    return `${capital(NOT[(modal[1] ?? '').toLowerCase()] ?? modal[1] ?? '')} ${/\bnever\b/i.test(rest.slice(0, 8)) ? 'never ' : ''}${modal[2] ?? ''}`;
  const planned =
    /^(?:['’]ll|will|are going to|am going to|['’](?:re|m) going to|plan to|are planning to|['’]re planning to|intend to|want to|would like to|['’]d like to)\s+(.*)$/is.exec(
      rest,
    );
  if (planned) return `Planned: ${planned[1] ?? ''}`;
  const wont = /^(?:won['’]t|will not|will never)\s+(.*)$/is.exec(rest);
  if (wont) return `Decided: not ${wont[1] ?? ''}`;
  const not = /^(?:do not|don['’]t|do n['’]t)\s+(.*)$/is.exec(rest);
  if (not) return `${subject} does not ${not[1] ?? ''}`;
  const negated = /^(?:(have|had|was|were|would)(?: not|n['’]t)|['’]ve not) (.*)$/is.exec(rest);
  if (negated)
    return `${subject} ${{ was: 'was', were: 'was', had: 'had', would: 'would' }[(negated[1] ?? '').toLowerCase()] ?? 'has'} not ${negated[2] ?? ''}`;
  const rather = /^(?:['’]d|would) (rather|prefer|like) (.*)$/is.exec(rest);
  if (rather) return `${subject} would ${rather[1] ?? ''} ${rather[2] ?? ''}`;
  const did = /^(?:did not|didn['’]t)\s+(.*)$/is.exec(rest);
  if (did) return `Did not ${did[1] ?? ''}`;
  const being = /^(?:['’]m|['’]re|am|are)\s+(.*)$/is.exec(rest);
  if (being) return `${subject} is ${being[1] ?? ''}`;
  const been = /^(?:was|were)\s+(.*)$/is.exec(rest);
  if (been) return `${subject} was ${been[1] ?? ''}`;
  const perfect =
    /^(?:['’]ve|have|['’]d|had)\s+((?:just|already|also|now|always|never|recently|finally)\s+)?([a-z]+)\b(.*)$/is.exec(
      rest,
    );
  if (perfect && (perfect[2] ?? '').toLowerCase() === 'been')
    return `${subject} has ${perfect[1] ?? ''}been${perfect[3] ?? ''}`;
  if (perfect && isParticiple((perfect[2] ?? '').toLowerCase()))
    return `${capital(perfect[2] ?? '')}${perfect[3] ?? ''}`;
  const has = /^(?:['’]ve|have)\s+(.*)$/is.exec(rest);
  if (has) return `${subject} has ${has[1] ?? ''}`;
  const would = /^(?:['’]d|would)\s+(.*)$/is.exec(rest);
  if (would) return `${subject} would ${would[1] ?? ''}`;
  const adverb =
    /^(no longer|hardly|barely|always|never|usually|often|still|only|already|mostly|generally|normally|typically|sometimes|rarely)\s+([a-z]+)\b(.*)$/is.exec(
      rest,
    );
  if (adverb)
    return who === 'we' && /^(?:always|never)$/i.test(adverb[1] ?? '') && !isPast((adverb[2] ?? '').toLowerCase())
      ? `${capital(adverb[1] ?? '')} ${adverb[2] ?? ''}${adverb[3] ?? ''}`
      : `${subject} ${adverb[1] ?? ''} ${third(adverb[2] ?? '')}${adverb[3] ?? ''}`;
  const verb = /^([a-z]+(?:-[a-z]+)*)\b(.*)$/is.exec(rest);
  if (!verb) return `${subject} ${rest}`;
  const [word, more] = [(verb[1] ?? '').toLowerCase(), verb[2] ?? ''];
  return isPast(word) ? `${capital(word)}${more}` : `${subject} ${third(word)}${more}`;
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Pronouns of the first person within a sentence. */
function withoutPronouns(text: string): string {
  return text
    .replace(
      /\b(?:lets?|allows?|enables?) (?:us|me) (?:to )?([a-z]+)\b/gi,
      (_all, verb: string) => `makes it possible to ${verb}`,
    )
    .replace(/\b(?:I|we)(?:['’](?:ve)|\s+have) ([a-z]+)\b/gi, (all, verb: string) =>
      isParticiple(verb.toLowerCase()) ? `${subjectOf(all)} has ${verb}` : `${subjectOf(all)} has ${verb}`,
    )
    .replace(/\b(?:I|we)(?:['’](?:re|m)|\s+am|\s+are)\b/gi, (all) => `${subjectOf(all)} is`)
    .replace(/\b(?:I|we)\s+were\b/gi, (all) => `${subjectOf(all)} was`)
    .replace(/\b(?:I|we)['’]ll\b/gi, (all) => `${subjectOf(all)} will`)
    .replace(/\b(?:I|we)['’]d\b/gi, (all) => `${subjectOf(all)} would`)
    .replace(/\b(?:I|we)\s+(?:do not|don['’]t)\b/gi, (all) => `${subjectOf(all)} does not`)
    .replace(
      /\b(?:I|we)\s+(did|could|would|should|must|might|had|was|were|are)(?: not|n['’]t)\b/gi,
      (all, verb: string) =>
        `${subjectOf(all)} ${{ were: 'was', are: 'is' }[verb.toLowerCase()] ?? verb.toLowerCase()} not`,
    )
    .replace(/\b(?:I|we)\s+(?:can['’]t|cannot)\b/gi, (all) => `${subjectOf(all)} cannot`)
    .replace(/\b(?:I|we)\s+won['’]t\b/gi, (all) => `${subjectOf(all)} will not`)
    .replace(/\b(?:I|we)\s+(?:have not|haven['’]t)\b/gi, (all) => `${subjectOf(all)} has not`)
    .replace(
      /\b(?:I|we)\s+((?:always|never|also|only|still|already|now|just|usually|no longer|hardly|barely)\s+)?([a-z]+)\b/gi,
      (all, adverb: string | undefined, verb: string) => `${subjectOf(all)} ${adverb ?? ''}${third(verb)}`,
    )
    .replace(/\b(?:of|to|for|from|with|by|at|on) (?:our|my) own\b/gi, '')
    .replace(/\b(?:friends?|colleagues?|coworkers?) of (?:ours|mine)\b/gi, (all) => all.replace(/ of .*$/i, ''))
    .replace(
      /\b(is|are|was|were) (ours|mine)\b/gi,
      (_all, verb: string, whose: string) => `${verb} ${/^o/i.test(whose) ? "the project's" : "the user's"}`,
    )
    .replace(/\b(?:our|my|ours|mine)\b/gi, (word) => (/^\p{Lu}/u.test(word) ? 'The' : 'the'))
    .replace(/\bby (?:us|me) (?=\w+ing\b)/gi, 'by ')
    .replace(/\b(?:for|to|of|on|with|by|from|at) (?:us|me)\b(?! \ue000|-)/gi, '')
    .replace(
      /\b(?:gives?|gave|tells?|told|shows?|showed|costs?|saves?|saved|bit|bites|hit|hits|helps?|helped|reminds?|caused?) (?:us|me)\b/gi,
      (all) => all.replace(/ (?:us|me)$/i, ''),
    )
    .replace(/\bthe us(?= )/g, 'the US')
    .replace(/(?<!-)\bus\b(?!-)/g, 'the project')
    .replace(/\bme\b/gi, 'the user')
    .replace(/\b(?:myself|ourselves)\b/gi, '')
    .replace(/\bI\b/g, 'the user')
    .replace(/\bwe\b/gi, 'the project');
}

const subjectOf = (pronoun: string): string => (/^I/.test(pronoun) ? 'the user' : 'the project');

/** Where a person stands in a sentence (as `\ue002`), the sentence without it. */
const withoutPersons = (text: string): string =>
  text
    .replace(
      /,?\s*\b(?:together with|along with|thanks to|with the help of|with|by|from|for|to|via|per|according to|and|cc|ping|ask|see|like|as)\s+\ue002(?:['’]s)?(?:(?:,| and|, and) \ue002)*(?=[\s,.;:!?)]|$)/giu,
      (all) => (/\bby\b/i.test(all) || !/\b(?:ask|see)\b/i.test(all) ? '' : ''),
    )
    .replace(
      /\ue002['’]s (?=(?:on[- ]call|off|out|away|in charge|responsible|not|still|currently|the|an?)\b|on (?:vacation|holiday|leave)\b)/gi,
      'a colleague is ',
    )
    .replace(/\ue002, who [^,]{1,60},\s*/g, '\ue002 ')
    .replace(/\ue002(?:['’]s|s['’])\s+/g, 'the ')
    .replace(/\s*\(\s*\ue002\s*\)/g, '')
    .replace(/\ue002(?:,? (?:and|or) \ue002)+/g, '\ue002')
    .replace(/\ue002,\s*/g, '')
    .replace(/\ue002/g, 'a colleague');

/** One sentence without the person who says it. Placeholders of code stay where they are. */
export function impersonal(sentence: string): string {
  const together = sentence
    .replace(/\ue002(?:(?:, and|,| and| or) \ue002)+/g, '\ue002')
    .replace(/(?:^|\b)(?:I and \ue002|me and \ue002|\ue002 and (?:I|me))\b/gi, 'we')
    .replace(/(?:^|\b)me and \ue002/gi, 'we');
  let shown = withoutFrames(together);
  shown = capital(shown);
  const label = /^(?:Decided|Proposed|Planned|Possibly)(?::)? /.exec(shown)?.[0] ?? '';
  shown = shown.slice(label.length);
  const when = /^((?:On|In|Since|Around) (?:the week of )?\d{4}[-\dQ]*),?\s+(?=(?:I|we)\b)/.exec(shown)?.[0] ?? '';
  shown = shown.slice(when.length);
  const subject = /^(I|we)(?=['’\s])\s*(.*)$/is.exec(shown);
  if (subject) shown = fromSubject((subject[1] ?? '').toUpperCase() === 'I' ? 'I' : 'we', subject[2] ?? '');
  if (when !== '') shown = `${when.replace(/,?\s+$/, '')}: ${shown.charAt(0).toLowerCase()}${shown.slice(1)}`;
  shown = withoutPronouns(withoutPersons(shown.replace(/^(?:he|she)\b/i, 'A colleague')))
    .replace(/\s+([,.;:!?])/g, '$1')
    .replace(/^[,;:\s]+/, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  shown = shown.replace(/^((?:The|A|An) [\p{L}\p{N}\ue000\ue001 _-]{1,40}): it (?=\p{Ll})/u, '$1 ');
  return (label + (label === '' ? shown : lower(shown))).replace(
    /^Decided: not (?=(?:use|upgrade|[a-z]+)\b)/,
    'Decided: do not ',
  );
}

/** After a label the sentence goes on small, unless it begins with a name. */
const lower = (text: string): string =>
  /^(?:The|A|An|It|This|These|That|Use|Do|Not|There|All|Every|No|Keep|Must|Always|Never)\b/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
