/**
 * Other forms of a word that its stem does not show: irregular forms of English verbs and nouns, and short forms that developers write.
 * Left out is whatever shares its stem with another word (lives, bases, indices, production).
 */
import { documentTerms } from './terms.js';

const VERBS =
  'arise arose arisen|awake awoke|become became|begin began begun|bend bent|bind bound|bite bitten|bleed bled|blow blew blown|break broke broken|breed bred|bring brought|' +
  'build built|burn burnt|buy bought|catch caught|choose chose chosen|cling clung|come came|creep crept|deal dealt|dig dug|draw drew drawn|dream dreamt|drink drank drunk|' +
  'drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled|fly flew flown|forbid forbade forbidden|foresee foresaw foreseen|' +
  'forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone|grow grew grown|hang hung|hear heard|hide hid hidden|hold held|' +
  'keep kept|kneel knelt|know knew known|lay laid|lead led|leap leapt|learn learnt|leave left|lend lent|lose lost|make made|mean meant|meet met|mislead misled|' +
  'mistake mistook mistaken|misunderstand misunderstood|outgrow outgrew outgrown|overcome overcame|override overrode overridden|oversee oversaw overseen|' +
  'overwrite overwrote overwritten|pay paid|rebuild rebuilt|redo redid redone|rerun reran|resend resent|retake retook retaken|rethink rethought|rewrite rewrote rewritten|' +
  'ride rode ridden|rise rose risen|run ran|say said|see saw seen|seek sought|sell sold|send sent|sew sewn|shake shook shaken|shine shone|shoot shot|show shown|' +
  'shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|speak spoke spoken|speed sped|spend spent|spill spilt|spin spun|spring sprang sprung|' +
  'stand stood|steal stole stolen|stick stuck|sting stung|strike struck|strive strove|swear swore sworn|sweep swept|swell swollen|swim swam swum|swing swung|' +
  'take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown|undergo underwent undergone|understand understood|undertake undertook undertaken|' +
  'undo undid undone|uphold upheld|wake woke woken|wear wore worn|weave wove woven|weep wept|win won|withdraw withdrew withdrawn|withhold withheld|withstand withstood|write wrote written';
const NOUNS =
  'analysis analyses|appendix appendices|child children|crisis crises|criterion criteria|diagnosis diagnoses|foot feet|goose geese|hypothesis hypotheses|knife knives|' +
  'loaf loaves|man men|matrix matrices|mouse mice|shelf shelves|thief thieves|tooth teeth|wife wives|wolf wolves|woman women';
const SHORT =
  'accessibility a11y|administrator admin|application app|argument args|asynchronous async|authentication auth|certificate cert|configuration config|cpp c++|csharp c#|database db|' +
  'dependency deps|directory dir|documentation docs|environment env|infrastructure infra|internationalization i18n|javascript js|kubernetes k8s|library lib|localization l10n|' +
  'maximum max|message msg|millisecond ms|minimum min|observability o11y|package pkg|parameter param|password pwd|performance perf|postgresql postgres|repository repo|' +
  'specification spec|staging stg|statistics stats|temporary temp tmp|transaction tx|typescript ts';

/** The term that represents all of a word: of an identifier the last one. */
const termOf = (word: string): string => documentTerms(word).at(-1) ?? word;

/** Groups of words, by how their words begin: a stem begins as its word does, and to stem all of them takes longer than a question to be answered. */
const GROUPS = new Map<string, (() => readonly string[])[]>();
const leadOf = (text: string): string => text.slice(0, 2);

for (const group of [VERBS, NOUNS, SHORT].flatMap((list) => list.split('|'))) {
  const words = group.split(' ');
  let known: readonly string[] | undefined;
  const terms = (): readonly string[] => (known ??= [...new Set(words.map(termOf))]);
  for (const lead of new Set(words.map(leadOf))) GROUPS.set(lead, [...(GROUPS.get(lead) ?? []), terms]);
}

/** German umlauts are ae, oe and ue where a keyboard has none; shorter words are mostly English (does, blue). */
const LEAST_UMLAUT = 5;
const withUmlauts = (term: string): string =>
  term.length < LEAST_UMLAUT ? term : term.replace(/([ao])e|(?<!q)(u)e/g, '$1$2');

/** Terms of the other forms of a term's word: `went` -> go, gone; `zuerich` -> zurich, which Zürich is found by. */
export function otherForms(term: string): readonly string[] {
  const group = (GROUPS.get(leadOf(term)) ?? []).findLast((terms) => terms().includes(term));
  return [...new Set([...(group?.() ?? []), withUmlauts(term)])].filter((other) => other !== term);
}
