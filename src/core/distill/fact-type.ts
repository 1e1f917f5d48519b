/** Which type of memory a fact is. */
import { isStyle } from './noise-gate.js';

/** A user who corrects an agent: how he begins, and what he says of it. */
const CORRECTION =
  /^(?:(?:ok(?:ay)?|but|and|hmm+|hey(?: claude)?|claude|please|so|argh|ugh)[\s,!.]+)*(?:no+(?=[\s,!.;:-])(?! \w+s (?:are|is)\b)|nope|nah|stop|don['’]?t|do not|never|always|wrong|actually|undo|revert|wait|that['’]?s (?:not|wrong)|that is (?:not|wrong)|not like that|from now on|next time|in future|going forward|use |prefer |only |keep |avoid |be |answer|write |ask |your\b|again\b|you (?:forgot|should|must|keep|are|edited|broke|missed|again|still|did)|you['’]re|I (?:said|told|asked|want|prefer|don['’]t|do not|hate)|I['’]d (?:like|prefer|rather)|as I (?:told|said|mentioned|explained|wrote)|(?:can|could|would) you)|\b(?:I(?:['’]ve| have)? told you|why do you|how often|how many times|you (?:keep|forgot|always|edited|broke|were wrong|are wrong)|please (?:stop|don['’]?t|do not|never|always|use|run|ask)|not what I (?:asked|meant|wanted))\b/i;
/** What is asked of the agent or the colleague who does the work. */
const DIRECTIVE =
  /(?:^|[.;:,] |\b(?:and|but|so|then) )(?:please )?(?:always|never|no\b|do not|don['’]t|stop|avoid|prefer|use|keep|run|write|ask|answer|show|put|call|check|only|must|every|add|be|let|look|wrap|set|start|max|show|wait|split|leave|before you|calls?)\b|\b(?:must|should|forbidden|not allowed|belongs? in|has to|have to|needs? (?:a|to))\b|\b(?:instead of|rather than|not)\b|\bthe project (?:never|always|does not|uses)\b/i;
/** Wishes about answers and about the way of working. */
const WISH =
  /^(?:always|never|no|do not|don['’]t|stop|avoid|prefer|please)\b.*\b(?:again|unasked|without asking|(?:ask|tell|show) the user|commit messages?|pull requests?|comments?|explanations?|explain|answers?|summar\w+|emoji)\b|^stop \w+ing\b|\b(?:the user (?:wants|asked|expects|does not want))\b/i;

/** What must be or always is so, before what happens otherwise. A fault of its own makes it a failure. */
const RULE =
  /^(?!(?:[^.;]*\b(?:was|were|had|went|failed|crashed|broke|lost|hung|leaked|caused|timed out|since)\b)|(?:every|each|all) [\w -]{1,40} (?:fails?|crash(?:es)?|breaks?|hangs?|leaks?|loses?|times? out|throws?|dies|returns? [45]\d\d)\b)(?:[^.;:,]{1,60} (?:that|which) (?:can|may|might) \w+ (?:are|is|must|\w{4,})\b|[^.;:,]{1,80}\b(?:must\b(?! be (?:fixed|repaired))|needs? (?!\d)\w|always (?!fails?|crash|hang|break|times? out|throw|leak|returns? [45])\w|ha(?:s|ve) to\b|should\b|(?:is|are) (?:always|never|not allowed|wrapped|forbidden)\b|(?:derives?|inherits?|extends?|belongs?|(?:ends?|starts?) with)\b)|(?:every|each|all) [^.;:,]{1,60} (?:is|are|returns?|has|have|gets?|goes?|go|carr(?:y|ies)|starts?|ends?|uses?|lives?)\b)/i;

/** What a project does each time. "The project loses events" is no practice. */
const PRACTICE =
  /^the project (?!(?:loses|leaks|fails|crashes|breaks|hangs|misses|drops|needs|is|has|was|gets|sees|runs|throws|swallows|sends|takes|keeps|rolls|switches|moves|stays|still|cannot|does|dies|ships|hits|stops)\b)[a-z]+s\b(?!.*\b(?:because|since|had|crash\w*|leak\w*|bug)\b)(?=.*\b(?:fail\w*|break\w*|reject\w*|refus\w*|missing|errors?|[45]0\d|duplicates?)\b)|\b(?:retry|retries) (?:only|at most|up to|\w+ times)\b(?!.*\b(?:was|were|had|because)\b)|^(?:un\w+ [\w -]{1,30}|[^.;,]{1,40} (?:without|that|which|with no) [^.;,]{1,40}) (?:are|is) (?:rejected|refused|discarded|ignored|dropped|retried)\b(?!.*\b(?:because|since|as|was|were|had|after)\b)|\bbut only (?:for|when|if|in|on|from)\b/i;

const SIGNS: readonly (readonly [string, RegExp])[] = [
  // What is used, and why: what went wrong before is the reason of a choice.
  ['decision', /^the project (?:uses|prefers|avoids|relies on)\b[^.;]{3,200}\b(?:because|since|as)\b/i],
  ['feedback', WISH],
  ['decision', /^decided: (?!.*\b(?:due|deadline|freeze|frozen|launch\w*|milestone)\b)/i],
  [
    'pattern',
    /^(?:always|never|do not|don['’]t|must|prefer|avoid|use|keep|wrap|only (?:use|run|call|put|set|write|commit|merge|deploy))\b|^(?:run|call|put|set|start|pass)\b.*\b(?:otherwise|or else|after every|before every|whenever)\b/i,
  ],
  [
    'user',
    /^as an? [^,.;]{2,40},? the user (?:needs|is|has|does not|knows|prefers|likes|works|reads)\b|^the project is (?:new to\b|an? [^,.;]{0,20}\bteam\b)|^the user (?:is (?:learning|coming)\b|is (?!\w+ing\b)|has|always|never|usually|does not (?!think|believe)|knows|works|uses|maintains|develops|commits|likes|prefers|does (?!not\b)|reads|writes|speaks|comes)\b|^the user['’]s (?:background|experience|native|main|first|role)\b|\b(?:new|foreign|unfamiliar) to the user\b/i,
  ],
  [
    'project',
    /^planned:|^next step\b|\bsupport for .{1,40} (?:ends?|stops?|expires?|is dropped)\b|\bplanned for\b|\b(?:deadline(?= (?:is|for|was|moved|of)\b)|milestone|launch(?:e[sd]|ing)?|(?:code|deploy\w*|merge|feature|change|release) freeze|release (?:date|branch|train)|is (?:frozen|due|planned|scheduled)|are (?:frozen|due|planned|scheduled)|roadmap|go(?:es)? live|sunset|end of life|owns|is owned by|is responsible for|(?:freeze|launch|release|contract|cutover|audit)\b.{0,40} (?:starts?|ends?|is|begins?) (?:on|in|at) )\b/i,
  ],
  [
    'failure',
    /\b(?:returned|computed|calculated|rendered|sent|charged|counted)\b[^.]*\btwice\b|\b(?:can(?:no|['’])t|could not|couldn['’]t) (?:resolve|connect|load|start|find|open|read|reach|boot|pair|sync)\b.* (?:because|since|after|when)\b|\bwent (?:read-only|offline)\b/i,
  ],
  [
    'decision',
    /^(?:(?:went|switched|moved|going|gone) back (?:to|from)|back to|abandoned|preferred|dropped the (?:idea|plan))\b|^not \S+ but\b|\bproject is (?:moving|switching|migrating|not going to (?:support|use|adopt|build|offer))\b|\b(?:from now on|(?:turned|voted) down)\b/i,
  ],
  // What waits, and what only is used.
  [
    'decision',
    /\b(?:is|are|was|were|been|gets?|got) (?:\w+ )?(?:postponed|deferred|put off|put on ice|delayed until|pushed (?:back|out) (?:to|until))\b|\b(?:is|are) (?:written|built|tested|trained|served|shipped|maintained|run|released|deployed|developed|supported|hosted|rendered) (?:in|with|by|on|as|for) [^.;,]{1,40} only\b/i,
  ],
  // "No GraphQL for the public API. REST stays"
  [
    'decision',
    /^no [\w.\ue000\ue001-]+(?: [\w.-]+)?(?: (?:for|in) [^.:;,]+)?[.:;,] .*\bstays?\b|^no [\w.\ue000\ue001-]+ (?:for|in|on) [^.:;,]+[.:;,] .*\b(?:enough|fine|instead|remains?|suffic\w+)\b|\bstays?(?:,|;| for (?:now|the)\b)|\b(?:team|project) (?:stays|remains) (?:on|with)\b/i,
  ],
  [
    'decision',
    /\b(?:is|are|was) (?:settled|agreed)\b|\b(?:is|are|was|were) (?:banned|abandoned|shelved|out,)|\b(?:wins|won) over\b|^[\w.-]+(?: [\w.-]+)? replaces\b|\b(?:RFCs?|PRs?|pull request|proposal|idea|plan|suggestion)\b.{0,60} (?:declined|vetoed|dismissed|postponed)\b/i,
  ],
  [
    'decision',
    /^decided\b|\b(?:decided|team agreed|decision|chose|chosen|went with|opted|settled on|agreed (?:to|on)|in favou?r of|instead of(?! \d+\b)|rather than|switched (?:from|to)|replaced (?:.{1,80} )?(?:with|by)|moved (?:from|away|off)|migrated (?:.{1,80} )?(?:from|to)|moved .{1,80} (?:from|to) .{1,80} because|dropped support|standardi[sz]e[sd]? on|reverted|picked|won over|not worth|on hold|(?:idea|proposal|suggestion|plan|request|use|using|RFC \d+)\b.{0,60} (?:rejected|accepted|approved)|final call|stick(?:s|ing)? with|stays? with|no longer (?:use|support|accept)s?)\b|\bover \S+ because\b/i,
  ],
  // "Rollback netcode with GGPO, not lockstep", "Protobuf over JSON for the telemetry"
  [
    'decision',
    /\b(?:landed on|signed off|voted (?:for|against|\p{Lu})|(?:ADR|RFC)s?[ -]?\d* (?:was|is|got) accepted|(?:gets?|got|was|is being) (?:cancelled|canceled|retired)|goes and \S+ stays|judged (?:as )?too|(?:is|are) (?:dead|out)(?: as|\.|,)|we(?:re|nt) not enough)\b|^\p{Lu}\w+ over \p{L}+ for\b|^no \w+ for the [^.]{2,40}\. \p{Lu}|^[^.,;]{3,60}, not \p{L}+(?: \p{L}+)?[.:] /iu,
  ],
  [
    'reference',
    /\bwhere (?:the project|the team|they|all .{2,30} (?:is|are)) (?:tracks?|keeps?|stores?|documents?|logs?|reports?|tracked|kept|stored)\b/i,
  ],
  // A document with its path: "The schema of the events lives in contracts/events.avsc"
  [
    'reference',
    /\b(?:runbooks?|guides?|docs?|documentation|playbooks?|adrs?|diagrams?|schemas?|specs?|contracts?|checklists?|templates?|glossary|list|tutorials?|examples?)\b[^.;,]{0,50} (?:is|are|lives?|sits?|(?:is|are|can be) (?:found|documented|described|listed|kept))(?: (?:in|at|under|on))? \S*[\w-](?:\/|\.[a-z]{2,5}\b)|\b(?:described|documented|explained|written down|listed|recorded) (?:in|at|under) \S*[\w-](?:\/|\.[a-z]{2,5}\b)|^see (?:also )?\S*[\w-](?:\/|\.[a-z]{2,5}\b)/i,
  ],
  // Anything but a fault that lies in a folder, in a wiki or where the reader finds it.
  [
    'reference',
    /^(?![^.;,]*\b(?:bug|cause|leak|problem|race|fault|regression|mistake|typo|culprit|issue)\b)[^.;,]{3,80} (?:is|are|lives?|sits?|(?:is|are) (?:stored|kept)) (?:in|at|under) (?:[\w.@-]+\/)+[\w.-]*|\byou (?:can |will )?find .{1,60} (?:in|at|under|on) \S|\b(?:listed|described|documented|explained|collected) (?:in|on) (?:the|our) \w+\b|\b(?:is|are|lives?|found|see) (?:in|on) (?:the |our )?(?:[\w-]+ ){0,2}(?:dashboards?|wiki|board|portal)\b|\bdashboard \S+-\S+$/i,
  ],
  [
    'reference',
    /\b(?:docs?|documentation|dashboards?|runbooks?|tickets?|boards?|wiki|specs?|designs?|logs?|metrics|secrets?|credentials|recordings?|source of truth|tracked|lives?|found|see|documented|stored|kept|is|are)\b.{0,60}(?:https?:\/\/|\b(?:in|on|at|under) (?:the )?(?:linear|jira|notion|confluence|grafana|loki|datadog|figma|slack|github|gitlab|sentry|1password|vault|launchdarkly|sharepoint|google (?:docs|drive)|miro)\b)|^https?:\/\/|\b(?:runbooks?|docs|documentation|guide|adrs?|diagrams?|playbooks?)\b.{0,30} (?:is|are|live|lives) (?:in|at|under) /i,
  ],
  [
    'dependency',
    /\b(?:upgraded|upgrades?|upgrading|pinned|pin|downgrad\w+|bumped|peer dependency|incompatible with|requires? (?:at least )?(?:version|node|python|java|go|rust|ruby|php)|installed|uninstalled|added (?:the )?package|minimum version|stays? on \S+ \d|stay on|must be (?:version|at least)|(?:drops?|dropped|needs?|requires?) (?:\S+ )?\d+\.\d+)\b/i,
  ],
  [
    'dependency',
    /\b(?:must|ha(?:s|ve) to|needs? to) be (?:at |on )?v?\d+\.\d+\b(?! (?:times|x|seconds?|s|ms|%))|\b(?:does not|doesn['’]t|do not|don['’]t) (?:match|go together|work together|fit together)\b.*\d\.\d/i,
  ],
  // A product with its version, and where or for what it counts: "PostgreSQL 16 on RDS", "Python 3.12 minimum".
  [
    'dependency',
    /^(?!(?:deployed|released|shipped|rolled)\b)(?:the project (?:uses|is on|runs(?: on)?|targets|supports|requires) |(?:[^.;,]{2,40} )?(?:runs?|is|are) on )?(?-i:\p{Lu})[\w.+#-]*(?: (?-i:\p{Lu})[\w.+#-]*)? v?\d+(?:\.\d+)*\+?(?:$|[.,;]| (?:on|in|minimum|or (?:newer|later|higher|above)|and (?:newer|later|up|above)|everywhere|only|for|at least)\b)(?!.*\b(?:fails?|failed|crash\w*|breaks?|broke|leak\w*|because|since)\b)/iu,
  ],
  ['pattern', /\buses? [^.;,]{2,60}, (?:not|never) /i],
  ['pattern', RULE],
  ['pattern', PRACTICE],
  [
    'failure',
    /\b(?:fail\w*|bugs?|buggy|crash\w*|broke|breaks?|broken|swallow\w*|\w+(?:Error|Exception)|errors?(?! codes?\b| messages?\b| (?:carry|carries|have|are (?:listed|mapped|wrapped|sent|logged))\b)|exceptions?|times? out|timed out|leak\w*|races?|race condition|deadlock\w*|regress\w*|wrong\w*|hangs?|hung|corrupt\w*|lost|loses?|missing|flaky|root cause|outage|incident|panic\w*|oom\b\S*|out of memory|ran out of|runs? out of|out of disk|went down|was down|segfault\w*|stale|silently|never (?:\w+ ){0,2}(?:run|runs|hits?|matche[sd]|started|arrive[sd]?|ends?|ended|finish(?:es|ed)|fires?|kicks?|returns?|called|released|closed|set|covered|pruned|cleaned|rotated|freed|flushed)|had to be (?:stopped|killed|restarted|rolled back|aborted)|refus(?:es|ed)|fell behind|dropped (?:\w+ )?(?:frames|packets|messages|events|connections|requests)|had (?:removed|deleted|overwritten|killed)|stopped \w+ing|filled (?:the|all|up)|jumped to|hit 100 ?%|reached 100 ?%|piled up|filled up|throws?|threw|rejects?|rejected|stuck|overflow\w*|stack trace|infinite loop|data loss|duplicated?|not (?:\w+ )?(?:work|run|load|start|return)\w*|instead of \d{3}|drops?(?= )|disconnects?|twice|recurses|rebalances every|jitters?|is empty on|use-after-free|dies|died|freezes|froze|freeze under|truncat\w+|expired|exhausted|was NULL|40[0134]|50[0234])\b/i,
  ],
  // What behaves in some way for a cause, and work that is held up.
  ['decision', /^the project keeps\b/i],
  [
    'failure',
    /^(?!(?:all|every|each|no|only|never|always)\b|[^.;]*\b(?:is|are) now\b).{8,}\b(?:because|since (?!\d)|as(?= (?:the|it|they|its|there|that)\b)|that['’]s why)\b|\b(?:does|do|did)(?: not|n['’]t) (?:close|release|free|clear|flush|match|reach|fit|arrive|agree)\b|\breturn(?:s|ed) [45]\d\d\b|\bdiffers?\b|\b(?:typo|forgot|resets|OOMKilled|flicker\w*|glitch\w*|backs? up)\b/i,
  ],
  [
    'project',
    /\bblocked (?:until|by|on)\b|\bwill be (?:switched|turned|shut) (?:off|down)\b|\b(?:demo|pen test|audit|go-live|launch|exam|inspection|visit|workshop)\b[^.;]{0,50} (?:is|are|starts?|begins?) (?:on|in) \d{4}-/i,
  ],
  [
    'pattern',
    /^(?:every|all|each|no|put|run|call|only)\b|\bbranch(?:es)? from\b|\bgets? only\b|\b(?:is|are) (?:prefixed|banned)\b|\b(?:all|every|each) [\w ]{2,30} (?:are|is|get|gets|have|has|live|lives|go|goes|use|uses|start|starts|carry|carries)\b|\b(?:convention|pattern|must|should|never|always|rule|every \w+ (?:must|has to|needs to|gets)|by convention|forbidden|not allowed|style guide|best practice)\b/i,
  ],
];

/** What says that a fact passes: for how long it counts, that work goes on, that it is only proposed. */
const PASSES =
  /^(?:proposed|possibly)\b|\b(?:for now|right now|at the moment|currently|temporar\w+|for the time being|not yet|still|so far|in progress|ongoing|wip|working on|half[- ]?(?:way|done)|waiting (?:for|on)|blocked (?:by|on)|pending|unfinished|tonight|(?:this|next) sprint|(?:until|till|by) (?:the )?(?:\d|v\d|Q\d|next|end|release|launch|cutover|rewrite|(?-i:January|February|March|April|May|June|July|August|September|October|November|December)))\b/i;
/** The day of what happened, in a fact: words for days became dates before, and what is left of them tells of any such day. When it was found out says nothing of it. */
const HAPPENED_ON = /(?<!\bsince )\b\d{4}-\d\d-\d\d/i;

const signOf = (fact: string): string | undefined => SIGNS.find(([, sign]) => sign.test(fact))?.[0];

/** Whether a sentence bears signs of a type. */
export const hasType = (sentence: string): boolean => signOf(sentence) !== undefined;

/**
 * The first type whose signs a fact bears. Of one that bears none: `context`, which fades in days, where a cue says that it passes, else the type of how things are.
 * @param said the words it was made of, and whether a user said them to an agent
 */
export function typeOfFact(fact: string, said: { readonly text: string; readonly toAgent: boolean }): string {
  return (
    typeBySigns(fact, said) ??
    ([fact, said.text].some((text) => PASSES.test(text)) || HAPPENED_ON.test(fact) ? 'context' : 'pattern')
  );
}

function typeBySigns(fact: string, said: { readonly text: string; readonly toAgent: boolean }): string | undefined {
  const type = signOf(fact);
  if (said.toAgent && (NO_NEED.test(fact) || (type !== 'user' && isStyle(said.text)))) return 'feedback';
  if (said.toAgent && (REMINDER.test(said.text) || APPROVAL.test(said.text))) return 'feedback';
  if (type === 'user' || type === 'reference' || /^decided\b/i.test(fact)) return type;
  const directed = said.toAgent || ADDRESSED.test(said.text);
  if (directed && (IMPERATIVE.test(fact) || (CORRECTION.test(said.text) && DIRECTIVE.test(fact)))) return 'feedback';
  if (!said.toAgent) return type === undefined && FROM_NOW_ON.test(said.text) ? 'decision' : type;
  const wished = type === undefined && (ORDER.test(fact) || REPLY.test(said.text));
  return wished || ((type === undefined || type === 'pattern') && DIRECTIVE.test(fact)) ? 'feedback' : type;
}

/** The user has said it before. */
const REMINDER =
  /\b(?:I repeat|(?:as|like) I (?:(?:have|already|just) )*(?:told|said|mentioned|explained|wrote)|I(?:['’]ve| have)? (?:already )?told you)\b/i;

/** The user agrees with how something was done: "the single bundled PR was the right call", "keep doing that", "I like that you ask first". */
const APPROVAL =
  /^(?:ye[sap]h?|yup|exactly|perfect|great|good|nice|right|excellent|love it)\b[^.?]{0,20}[\s,.!:—-]+.*\b(?:(?:was|were|is) (?:exactly |absolutely |definitely )?(?:the |a )?(?:right|good|correct|perfect) (?:call|choice|move|thing|way|approach|decision|trade-?off|instinct|idea)|(?:was|were) right)\b|^(?!the decision)[^.?]*\b(?:was|were) (?:exactly |absolutely |definitely )?the right (?:call|choice|move|thing to do|way|approach|instinct) (?:here|this time)\b|\b(?:keep|go on|continue) (?:doing|working|writing|asking|handling) (?:(?:it|that|this|things|them) )?(?:that|this|like (?:that|this)|the same way|exactly)\b|^(?:good|great|nice|right) call (?:on|to|not|with)\b|\bI (?:really )?(?:like|love|appreciate)d? (?:it when|that|how|the way) you\b|\bexactly (?:what|how|the way) I (?:want|like|hope)(?:d|ed)?\b/i;

const IMPERATIVE =
  /^(?:no|keep|instead of)\b|(?:^|[.;:,] |\b(?:and|but|so|then) )(?:always|never|do not|don['’]t|stop|avoid|prefer|use)\b/i;

/** What the user can do without, or would rather have. */
const NO_NEED = /^the user (?:does not (?:need|want)|would rather)\b/i;
/** A refusal, or an approval of how something was done, before what is right. */
const REPLY =
  /^(?:no|nope|nah|wrong)\b[\s,!.]|\b(?:more|like|of) (?:this|that)(?: please)?:|\b(?:how|what|the \w+) I (?:want|like|had in mind)\b|^you may\b/i;
/** An order to the agent that is no task to be done once: those were left out before. */
const ORDER =
  /^(?:please )?(?:format|name|link|write|document|describe|mention|quote|reply|respond|structure|sort|group|order|split|test|review|commit|push|build|update|explain|summari[sz]e|start|finish|end|begin|make|give|tell|list|print|log|treat|assume|follow|stick|stay|cite|reference|refer|respect|mind|read|look|find|leave|skip|omit|limit|change|edit|open|add|remove)\b(?! (?:is|are|was|were|has|fails?|failed)\b)/i;
const FROM_NOW_ON = /\b(?:from now on|going forward|as of (?:now|today))\b/i;

/** Said to an agent, wherever it was noted. */
const ADDRESSED =
  /^(?:no+[,!.]|nope|nah|stop|wrong|hey claude|claude)|\b(?:you (?:forgot|keep|should|edited|broke|were wrong|are wrong|always|again)|told you|why do you|can you|could you|not what I|from now on|next time)\b/i;
