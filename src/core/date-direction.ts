/** Whether a phrase such as "after Thursday" means a day to come or one that is over, from the tense and mood of its clause. English. */

export type Direction = 'ahead' | 'back' | 'unknown';

/** What says that its clause is about the future: plans, duties, what is scheduled, a passive of the present ("is cut", "are frozen"). */
const AHEAD = [
  "\\b(?:will|shall|won['’]t|(?:is|are|am|['’]re|['’]s) (?:not )?(?:going to|about to)|must|should|can(?:not|['’]t)?|may|need(?:s)? to|(?:has|have) to|ought to)\\b",
  "['’]ll\\b",
  // What is going on has no day; what is planned has one.
  "(?:\\b(?:is|are|am)|['’](?:s|re|m)) (?:not )?(?:freezing|cutting|releasing|shipping|merging|moving|migrating|switching|deploying|launching|starting|ending|closing|dropping|removing|upgrading|rolling|going|leaving|retiring|sunsetting|holding|doing|having|meeting|presenting|demoing|tagging|branching|opening|shutting|turning|bringing|taking)\\b",
  '\\b(?:agree[ds]?|decided|promised|plan(?:s|ned)?|asked|told(?: \\w+)?|want(?:s|ed)?|intend(?:s|ed)?|aim(?:s|ed)?|hope[sd]?|expect(?:s|ed)?|supposed) to\\b',
  '\\b(?:planned|scheduled|expected|slated|announced|booked|set|due) (?:for|on|by|until|to)\\b|\\bdue\\b',
  '\\b(?:deadline|freeze|cut-?off|cut-?over|go-?live|embargo|blackout|code freeze|feature freeze)\\b',
  '\\b(?:starts?|begins?|opens?|closes?|ends?|expires?|follows?|ships?|launch(?:es)?|lands?|leaves?|arrives?|returns?|moves?|switch(?:es)?|migrates?|freezes?|kicks? off|goes? (?:live|away|down|out|into|read-?only|offline|online|public)|takes? (?:effect|over|place)|comes? (?:back|into)|gets? (?:\\w+ed|cut|shut|frozen|rebuilt|built|sent|taken|replaced))\\b',
  "(?:\\b(?:is|are)|['’](?:s|re)) (?:then |now |only |no longer |not )?(?:(?!broken\\b|based\\b|needed\\b|called\\b|used\\b|required\\b)\\w{2,}ed|cut|frozen|shut|taken|put|held|sent|built|rebuilt|written|thrown|withdrawn|run|made|done|given|gone|off|out|away|back|over|closed|read-?only)\\b",
  "(?:\\b(?:is|are)|['’]s)\\s*(?:on|for|from|this|the coming)?\\s*$",
  "(?:^|[,:;(–—]\\s*|\\s-\\s+|\\b(?:please|and|then|so|but|just|also)\\s+)(?:please )?(?:no (?:more )?\\w+|nothing|nobody|don['’]t|do not|freeze|merge|ship|stop|hold|wait|keep|avoid|use|start|finish|send|plan|prepare|move|switch|migrate|release|cut|announce|remind|delete|remove|drop|rotate|renew|revoke|upgrade|update|turn|enable|disable|block|close|open|check|run|test|retest|review|retry|deploy|roll|call|email|invite|book|expect)\\b",
  '\\bto be \\w+\\b|\\bas of\\s*$',
].join('|');

/** What says that its clause tells of the past. A participle after "is" or "are" was taken for the present before. */
const BACK = [
  "\\b(?:was|were|had|did|didn['’]t|wasn['’]t|weren['’]t|hadn['’]t|(?:has|have|['’]ve) been|used to)\\b",
  '\\b(?:broke|went|began|made|found|took|ran|lost|sent|came|got|gave|saw|wrote|met|left|fell|hit|kept|held|built|told|said|thought|brought|caught|chose|drove|grew|knew|led|paid|rose|sold|spoke|spent|stood|stuck|swept|threw|understood|won|woke|froze|hung|shut down|blew|died|did)\\b',
  '(?<!\\b(?:be|been|being|get|gets|getting|is|are|not) )\\b(?!need|feed|speed|seed|embed|exceed|proceed|succeed|indeed|shed|shared|based|red\\b|bed\\b|unused|deprecated|unrelated|scheduled|planned|expected|supposed|slated)\\w{2,}ed\\b',
].join('|');

const CUE = new RegExp(`(?<ahead>${AHEAD})|(?<back>${BACK})`, 'gi');

const directionOfCue = (groups: Readonly<Record<string, string | undefined>> | undefined): Direction =>
  groups?.ahead === undefined ? 'back' : 'ahead';

/** What joins clauses: a cue beyond it belongs to another. */
const CLAUSE_END =
  /[.!?;](?:\s|$)|,\s|\b(?:because|since|so that|but|although|though|while|whereas|which|who|that|when|if|unless)\b/i;

/** The clause that a text ends in. */
export const lastClause = (text: string): string => text.split(CLAUSE_END).at(-1) ?? '';
const firstClause = (text: string): string => text.split(CLAUSE_END, 1)[0] ?? '';

/** "On Monday we agreed to …": behind the day it tells when that was. */
const RESOLVED = /^(?:agreed|decided|promised|planned|asked|told|wanted|intended|aimed|hoped|expected)\b/i;

/** The nearest cue before the phrase decides, else the nearest after it. */
function fromCues(before: string, after: string): Direction {
  const earlier = [...lastClause(before).matchAll(CUE)].at(-1);
  if (earlier !== undefined) {
    // "Freeze after Thursday was lifted", "was due Friday but slipped": how it went is said behind the plan.
    if (/^(?:due|deadline|\w*[ -]?freeze|cut-?o\w+|go-?live|embargo|blackout)$/i.test(earlier[0]) && WAS.test(after))
      return 'unknown';
    return directionOfCue(earlier.groups);
  }
  // "After Thursday, freeze all merges": the comma after a phrase that opens its clause ends nothing.
  const opens =
    lastClause(before)
      .replace(/\b\w+\s*$/, '')
      .trim() === '';
  const later = [
    ...firstClause(opens ? after.replace(/^(?:\s\w+)?,\s/, ' , ').replace(/^ , /, ': ') : after).matchAll(CUE),
  ][0];
  if (later === undefined) return 'unknown';
  return RESOLVED.test(later[0]) ? 'back' : directionOfCue(later.groups);
}

/** What tells of the past right behind a day, or after "but". */
const WAS =
  /^ ?(?:(?:was|were|had|got) \w|,? but (?:\w+ ){0,2}(?:\w{2,}(?:ed|pped)\b|was|were|did|never|came|went|ran|fell))/i;

/** Something may not lie before its end: "was down until Thursday" is told of the past, of which Thursday is not said. */
const ENDS = /\b(?:by|until|till|due|due on|due by|no later than|starts|begins|starting|beginning)\s*$/i;
/** Told of the past, about what is to come. */
const PROMISE =
  /\b(?:promised|agreed|asked|wanted|announced|committed|requested|demanded|estimated|said|told)\b[^.;!?]*$/i;
const MOVED_TO =
  /\b(?:moved|moves?|postponed?|postpones|shift(?:ed|s)?|push(?:ed|es)?|slip(?:ped|s)?|delay(?:ed|s)?|defer(?:red|s)?|rescheduled?|extend(?:ed|s)?)\b[^.,;]{0,40}\bto\s*$/i;

/**
 * @param before the sentence before the day, with its preposition
 * @param after the sentence behind it
 */
export function directionOf(before: string, after: string): Direction {
  if (/\bsince\s*$/i.test(before)) return 'back';
  // "Thursday week" is the one after the coming one.
  if (/^ week\b/i.test(after)) return 'unknown';
  if (MOVED_TO.test(before)) return 'ahead';
  const governed = before.replace(
    /\b(?:by|until|till|due on|due by|due|no later than|before|on|after|from|for|starts|begins|starting|beginning)\s*$/i,
    '',
  );
  const direction = fromCues(governed, after);
  if (/\b(?:due(?: on| by)?|starts|begins|no later than)\s*$/i.test(before))
    return /\b(?:was|were) due(?: on| by)?\s*$/i.test(before) || WAS.test(after) ? 'unknown' : 'ahead';
  if (ENDS.test(before)) return direction === 'back' && !PROMISE.test(governed) ? 'unknown' : 'ahead';
  if (/\bbefore\s*$/i.test(before) || (/\bfrom\s*$/i.test(before) && /^(?: on(?:wards?)?\b|,)/i.test(after)))
    return direction === 'unknown' ? 'ahead' : direction;
  return direction;
}
