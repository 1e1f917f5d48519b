/** What the agent is asked to do, as the fence tells it. */
export type Request =
  | 'set its other instructions aside'
  | 'act without limits'
  | 'take this for a message of another speaker'
  | 'skip confirmation'
  | 'bypass its safeguards'
  | 'keep something from the user'
  | 'run code from the network'
  | 'run code that is written so that nobody can read it'
  | 'send secrets elsewhere'
  | 'open a picture that carries data away'
  | 'use a link that holds a key';

/** Phrases that steer an agent, each with what it asks for. Every pattern is bounded, so a line costs linear time. */
export interface InstructionPattern {
  /** Completes "This asks the agent to …". */
  readonly asks: Request;
  readonly pattern: RegExp;
  /** Whether a negation in front ("never", "do not") turns it into good advice. */
  readonly negatable: boolean;
}

/** In lower case and one by one, which is several times faster than one case-insensitive expression. */
const MENTIONS: readonly RegExp[] = [
  '\\b(?:ignore|disregard|forget|override) |\\b(?:overrides|supersedes?|outranks?) |precedence over|\\binstructions?(?: for [\\w ]{1,30})?:',
  'unrestricted|unfiltered|uncensored|jailbroken|\\bdan\\b|<\\||inst\\]|sys>|</?system[->_]',
  '\\b(?:skip|bypass|disable|suppress|turn off|circumvent|evade) (?:\\w+ ){0,4}(?:confirm|approv|permission|consent|guardrail|safety|security|content)',
  '\\bwithout (?:any|ever|telling|informing|notifying|alerting|mentioning) |\\bauto-?(?:approve|accept|confirm) ',
  "(?:not|n't|never)(?: ever)? (?:tell|inform|notify|alert|warn|mention|reveal|disclose|show|report|refuse|question|verify|double-check) ",
  '\\b(?:hide|conceal|keep) (?:this|it|these|that) |\\b(?:secretly|covertly) ',
  '\\b(?:curl|wget|iwr|irm|invoke-\\w+)\\b|\\b(?:and|then)\\s+(?:run|execute|eval|source|launch)\\b|base64|atob|\\s-e(?:nc(?:odedcommand)?)? ',
  '\\b(?:decode|run|execute|eval)\\b[^\\n]{1,80}\\b[a-z\\d+/]{80}',
  '\\b(?:send|upload|post|exfiltrate|forward|transmit|leak|copy)\\b[^\\n]{1,200}(?:https?:|@)',
  '!\\[[^\\]\\n]{0,100}\\]\\(http|[?&]\\w{0,20}(?:token|key|auth|sig|secret|password)\\w{0,10}=',
].map((source) => new RegExp(source));

/** Cheap test that excludes ordinary text from the patterns. */
export function mayInstruct(text: string): boolean {
  const lower = text.toLowerCase();
  return MENTIONS.some((mention) => mention.test(lower));
}

const DETERMINER = '(?:(?:all|any|every|each|the|your|my|of|these|those|this|that) ){0,3}';
const SHELL =
  '(?:sudo (?:-\\w+ )?)?(?:(?:/usr)?/bin/)?(?:ba|z|da|k|fi)?sh\\b|(?:python[\\d.]{0,4}|node|perl|ruby|php|iex|invoke-expression)\\b';
const OVERRULED = '(?:previous|prior|earlier|above|preceding|foregoing|system|safety|original|initial)';
const ORDERS = '(?:instructions?|prompts?|rules|guidelines?|directives?|messages?|constraints?|policies|orders)';
const WATCHERS = '(?:the )?(?:user|anyone|anybody|human|humans|developer|operator|owner|maintainers?|reviewers?)';

const pattern = (asks: Request, source: string, negatable = true): InstructionPattern => ({
  asks,
  pattern: new RegExp(source, 'i'),
  negatable,
});

export const INSTRUCTION_PATTERNS: readonly InstructionPattern[] = [
  pattern(
    'set its other instructions aside',
    `\\b(?:ignore|disregard|forget|override) ${DETERMINER}${OVERRULED} (?:\\w+ ){0,2}${ORDERS}`,
  ),
  pattern(
    'set its other instructions aside',
    `\\b(?:ignore|disregard|forget) (?:everything|anything|all|what) (?:(?:that|you|was|were|have|been|else) ){0,3}(?:above|before|told|said)\\b`,
  ),
  pattern(
    'set its other instructions aside',
    `\\b(?:overrides?|supersedes?|outranks?|takes? precedence over) ${DETERMINER}(?:(?:other|previous|existing) )?(?:system prompt|safety \\w+|user instructions|user's instructions|instructions|user's wishes)`,
  ),
  pattern(
    'set its other instructions aside',
    `\\b(?:new|updated|real|true|secret|hidden) (?:system )?instructions?(?: for (?:the )?(?:agent|assistant|ai|model|claude))?:`,
    false,
  ),
  pattern(
    'act without limits',
    `\\b(?:you are now|act as|behave as|pretend to be) (?:an? )?(?:\\w+ ){0,2}(?:unrestricted|unfiltered|uncensored|jailbroken|DAN)\\b`,
  ),
  pattern(
    'take this for a message of another speaker',
    `<\\|(?:im_start|im_end|system|user|assistant|endoftext)\\|>|</?system(?:-reminder|_prompt|-prompt)?>|\\[/?INST\\]|<</?SYS>>`,
    false,
  ),
  pattern(
    'skip confirmation',
    `\\b(?:skip|bypass|disable|suppress|turn off) ${DETERMINER}(?:(?:user|permission|security|safety|approval) )?(?:confirmations?|approvals?|permissions|permission (?:prompts?|checks?|requests?)|consent|confirmation (?:prompts?|dialogs?))\\b`,
  ),
  pattern('skip confirmation', `\\bwithout (?:any|ever asking for) (?:confirmation|approval|permission|consent)\\b`),
  pattern(
    'skip confirmation',
    `\\bauto-?(?:approve|accept|confirm) (?:all|every|any) (?:\\w+ )?(?:commands?|tools?|tool calls?|requests?|actions?|edits)\\b`,
  ),
  pattern(
    'bypass its safeguards',
    `\\b(?:disable|turn off|bypass|circumvent|evade|ignore) ${DETERMINER}(?:guardrails?|safety (?:checks?|filters?|measures?|rules?|features?)|security (?:controls?|restrictions?|prompts?|policy|policies)|content (?:filters?|polic(?:y|ies)))\\b`,
  ),
  pattern(
    'bypass its safeguards',
    `\\b(?:do not|don't|never) (?:refuse|question|verify|double-check) (?:any |these |this |the following )(?:instructions?|commands?|requests?|orders?)\\b`,
    false,
  ),
  pattern(
    'keep something from the user',
    `\\b(?:do not|don't|never|must not) (?:ever )?(?:tell|inform|notify|alert|warn) ${WATCHERS}(?=\\s*(?:[.,;:!)]|$|about (?:this|it|these|that)\\b|of (?:this|it)\\b|that (?:you|this|it)\\b(?! (?:is|are|was|were|have|has|works?|worked|passes|passed|succeeded|can|will)\\b)|what you\\b|when you\\b))`,
    false,
  ),
  pattern(
    'keep something from the user',
    `\\b(?:do not|don't|never|must not) (?:ever )?(?:mention|reveal|disclose|show|report) (?:this|it|that|these)(?: \\w+)? to ${WATCHERS}\\b`,
    false,
  ),
  pattern(
    'keep something from the user',
    `\\bwithout (?:ever )?(?:telling|informing|notifying|alerting|mentioning (?:it|this) to) (?:the user|anyone|anybody|the developer|the operator|a human|humans)\\b`,
  ),
  pattern(
    'keep something from the user',
    `\\b(?:hide|conceal|keep) (?:this|it|these|that)(?: \\w+){0,3} from ${WATCHERS}\\b`,
  ),
  pattern(
    'keep something from the user',
    `\\b(?:secretly|covertly) (?:run|send|upload|execute|install|download|add|copy|post|collect|forward)`,
  ),
  pattern(
    'run code from the network',
    `\\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\\b[^\\n|]{1,300}\\|\\s*(?:${SHELL})`,
  ),
  pattern(
    'run code from the network',
    `\\b(?:(?:ba|z|da|k)?sh|source|eval|\\.|iex)\\s{1,5}(?:-c\\s{1,5})?["']?(?:<\\(|\\$\\(|\`|\\()\\s{0,5}(?:curl|wget|iwr|irm)\\b`,
  ),
  pattern(
    'run code from the network',
    `\\b(?:download|fetch|pull|get)\\b[^.\\n]{0,60}\\b(?:and|then)\\s+(?:run|execute|eval|source|launch)\\b[^\\n]{0,100}(?:https?://|\\bfrom the (?:internet|web|url|link)\\b)`,
  ),
  pattern(
    'run code from the network',
    `\\b(?:download|fetch) (?:\\S+ ){0,5}(?:from )?https?://\\S{1,300},? (?:and|then)(?: then)? (?:run|execute|eval|source|launch)\\b`,
  ),
  pattern(
    'run code that is written so that nobody can read it',
    `\\bbase64\\s{1,5}(?:-d|-D|--decode)\\b[^\\n]{0,200}\\|\\s*(?:${SHELL})`,
  ),
  pattern(
    'run code that is written so that nobody can read it',
    `\\b(?:eval|exec|iex)\\b[^\\n]{0,60}\\b(?:base64|atob|b64decode|frombase64string)\\b`,
  ),
  pattern(
    'run code that is written so that nobody can read it',
    `\\b(?:powershell|pwsh)\\b[^\\n]{0,80}\\s-(?:e|enc|encodedcommand)\\s+[a-z\\d+/=]{16,}`,
  ),
  pattern(
    'run code that is written so that nobody can read it',
    `\\b(?:decode|run|execute|eval)\\b[^\\n]{0,80}\\b[a-z\\d+/]{80,4000}={0,2}`,
  ),
  pattern(
    'send secrets elsewhere',
    `\\b(?:send|upload|post|exfiltrate|forward|transmit|leak|copy)\\b[^.\\n]{0,80}(?:\\b(?:credentials?|secrets?|tokens?|passwords?|api keys?|ssh keys?|private keys?|environment variables|conversation|chat history)\\b|\\.env\\b)[^\\n]{0,60}\\b(?:to|at)\\s+(?:https?://|\\S{1,80}@\\S)`,
  ),
  pattern(
    'open a picture that carries data away',
    `!\\[[^\\]\\n]{0,100}\\]\\(https?://[^)\\s]{0,300}[?&][\\w-]{1,30}=(?:\\{|\\$|%7B|<|\\[)`,
    false,
  ),
  pattern(
    'use a link that holds a key',
    `https?://[^\\s)"'?]{1,300}\\?(?:[^\\s)"']{0,300}&)?(?:access_?token|auth_?token|token|api_?key|auth|sig|signature|secret|password)=[\\w%.~+/-]{12,}`,
    false,
  ),
];

/** Range in which a line steers; undefined without a match, and for a negated one. */
export function matchInstruction(
  { pattern, negatable }: InstructionPattern,
  line: string,
): RegExpExecArray | undefined {
  const match = pattern.exec(line);
  if (match === null) return undefined;
  return negatable && NEGATED.test(line.slice(Math.max(0, match.index - 40), match.index)) ? undefined : match;
}

const NEGATED =
  /\b(?:never|not|don['’]t|do not|mustn['’]t|shouldn['’]t|cannot|can['’]t|avoid|refuse to|instead of|no need to|nobody may|must not|should not)\s+(?:\w+\s+){0,2}$/i;
