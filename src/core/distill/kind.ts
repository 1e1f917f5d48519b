/** Which type of memory a fact is. */

const SIGNS: readonly (readonly [string, RegExp])[] = [
  [
    'feedback',
    /^(?:always|never|no|do not|don['’]t|stop|avoid|prefer|please)\b.*\b(?:again|unasked|without asking|(?:ask|tell|show) the user|commit messages?|pull requests?|comments?|explanations?|explain|answers?|summar\w+|emoji)\b|^stop \w+ing\b|\b(?:the user (?:wants|asked|expects|does not want))\b/i,
  ],
  ['pattern', /^(?:always|never|do not|don['’]t|must|prefer|avoid|use|keep|wrap|only)\b/i],
  ['pattern', /^(?:run|call|put|set|start|pass)\b.*\b(?:otherwise|or else)\b/i],
  [
    'user',
    /^the user (?:is (?!\w+ing\b)|has|always|never|usually|does not (?!think|believe)|knows|works|uses|maintains|develops|commits|likes|prefers|does (?!not\b)|reads|writes|speaks|comes)\b/i,
  ],
  [
    'decision',
    /^decided:|\b(?:decided|decision|chose|chosen|went with|opted|settled on|agreed (?:to|on)|in favou?r of|instead of(?! [1-5]\d\d\b)|rather than|switched (?:from|to)|replaced .{1,80} (?:with|by)|moved (?:from|away|off)|migrated (?:from|to)|moved .{1,80} (?:from|to) .{1,80} because|dropped support|standardi[sz]e[sd]? on)\b|\bover \S+ because\b/i,
  ],
  [
    'reference',
    /\b(?:docs?|documentation|dashboards?|runbooks?|tickets?|boards?|wiki|specs?|designs?|logs?|metrics|source of truth|tracked|lives?|found|see|documented)\b.{0,60}(?:https?:\/\/|\b(?:in|on|at) (?:linear|jira|notion|confluence|grafana|datadog|figma|slack|github|gitlab|sentry)\b)|^https?:\/\//i,
  ],
  [
    'dependency',
    /\b(?:upgrad\w+|pinned|pin|downgrad\w+|bump(?:ed)?|peer dependency|incompatible with|requires? (?:at least )?(?:version|node|python|java|go|rust|ruby|php)|installed|uninstalled|added (?:the )?package|minimum version|(?:drops?|dropped|needs?|requires?) (?:\S+ )?\d+\.\d+)\b/i,
  ],
  [
    'failure',
    /\b(?:fail\w*|bug\w*|crash\w*|broke|breaks?|broken|swallow\w*|errors?(?! codes?\b)|exceptions?|timeouts?|times? out|timed out|leak\w*|races?|race condition|deadlock\w*|regress\w*|wrong\w*|hang\w*|hung|corrupt\w*|lost|loses?|missing|flaky|root cause|outage|incident|panic\w*|oom|out of memory|ran out of|out of disk|went down|segfault\w*|stale|silently|never (?:\w+ ){0,2}(?:run|runs|fires?|kicks?|returns?|called|released|closed)|throws?|threw|rejects?|rejected|stuck|overflow\w*|stack trace|infinite loop|data loss|duplicate[sd]?|not (?:\w+ )?(?:work|run|load|start|return)\w*|instead of \d{3}|drops?|disconnects?|twice|40[0134]|50[0234])\b/i,
  ],
  [
    'pattern',
    /^(?:every|all|put|run|call)\b|\b(?:convention|pattern|must|should|never|always|rule|whenever|every \w+ (?:must|has to|needs to)|by convention|forbidden|not allowed|style guide|best practice)\b/i,
  ],
  [
    'project',
    /^planned:|\b(?:deadline|due|milestone|launch(?:e[sd]|ing)?|release (?:date|freeze|branch|train)|freeze|frozen|sprint|roadmap|ships? (?:on|in|by)|go(?:es)? live|scheduled|sunset|end of life|owner|owns)\b/i,
  ],
];

/** The first type whose signs a fact bears; `context` when it bears none. */
export const typeOfFact = (fact: string): string => SIGNS.find(([, sign]) => sign.test(fact))?.[0] ?? 'context';
